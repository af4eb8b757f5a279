/** The games of this page. This is the only place that names them all. */
import { GAMES } from '../generated/games'
import { known, t } from '../lib/i18n.svelte'
import { plain } from './plain'
import { quixo } from './quixo'
import { qwixx } from './qwixx'
import type { Room } from './room'

export type OwnGame = keyof typeof GAMES

export const OWN_GAMES = Object.keys(GAMES) as OwnGame[]

const ROOMS: Record<OwnGame, Room> = { qwixx, quixo, quixo4: quixo }

const isOwn = (game: string): game is OwnGame => Object.hasOwn(ROOMS, game)

/** The room of a game; a game that none was built for has the plain table. */
export function roomOf(game: string): Room {
  return isOwn(game) ? ROOMS[game] : plain
}

/** A game by name, as the reader's language calls it. */
export function titleOf(game: string): string {
  return known(`game.${game}`) ? t(`game.${game}`) : game.charAt(0).toUpperCase() + game.slice(1)
}

/** A game in one sentence, if there is one. */
export function aboutOf(game: string): string {
  return known(`about.${game}`) ? t(`about.${game}`) : ''
}
