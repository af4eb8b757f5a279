/** What the dice on the table allow, as the rules have it. */
import { COLOURS, lockColour } from '../position'
import { Qwixx } from '../rules'
import { sheetOf, standing, whyNot, type Evening } from './evening'

/** The position in which a player decides, after the last roll; null where nothing is to be decided. */
function deciding(evening: Evening, player: number): Qwixx | null {
  const { sheets, closed, rolled, over } = standing(evening)
  if (!rolled || over) return null
  const layout = sheetOf(evening)
  const gone = closed.map((row) => COLOURS.indexOf(lockColour(layout, row)) + rolled.roll.length - COLOURS.length)
  const dice = [...rolled.roll].map((face, die) => (gone.includes(die) ? 0 : Number(face) || 0))
  const mine = rolled.crossed.filter((one) => one === player).length
  const active = rolled.player + 1
  if (mine > (player === rolled.player ? 1 : 0)) return null
  const phase = mine ? 'colour+' : 'white'
  const decided = phase === 'white' ? sheets.map(() => null) : []
  return new Qwixx(sheets, active, phase, dice, decided, layout)
}

/** The cells that a player may cross with the dice of the last roll. */
export function fitting(evening: Evening, player: number): readonly string[] {
  const state = deciding(evening, player)
  if (!state) return []
  const { rolled } = standing(evening)
  const coloured =
    player === rolled!.player
      ? new Qwixx(state.sheets, state.active, 'colour', state.dice, [], state.layout).legalMoves(player + 1)
      : []
  const moves = new Set([...state.legalMoves(player + 1), ...coloured])
  return [...moves].filter((cell) => cell !== 'pass' && !whyNot(evening, { do: 'cross', player, cell }))
}

/** The position as text, to ask what is best; null where somebody plays who is not on this pad and has locked a row. */
export function question(evening: Evening, player: number): string | null {
  return standing(evening).elsewhere.length ? null : (deciding(evening, player)?.toString() ?? null)
}
