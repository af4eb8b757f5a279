import { GAMES } from '../generated/games'

/** Which texts wait until a screen is opened that needs them: the first one shall be there soon. */
const SCREENS = new Set([
  ...Object.keys(GAMES),
  ...'account act ahead analyse arrow ask cell clock course cube day edit error event fair first handover help hint keys lock menu offer pad phrase play prompt puzzle rating replay review rules series sheet study turn value'.split(
    ' ',
  ),
])
const AT_HOME = new Set([
  'analyse.open',
  'day.streak',
  'day.title',
  'play.points',
  'puzzle.puzzles',
  'rating.title',
  'series.open',
])

export const isLater = (key: string): boolean => SCREENS.has(key.split('.')[0]!) && !AT_HOME.has(key)
