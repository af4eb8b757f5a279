/** Who sits where, in the reader's words. */
import { list, t } from './i18n.svelte'
import type { TableView } from './wire'

/** Who sits around a position, at a table or without one. */
export interface Party {
  game: string
  seats: readonly Pick<TableView['seats'][number], 'seat' | 'kind' | 'name'>[]
  you: readonly number[]
  awaiting: readonly number[]
}

/** For a position that belongs to no table: players without names. */
export function nameless(game: string, count: number, awaiting: readonly number[]): Party {
  const seats = Array.from({ length: count }, (_, i) => ({ seat: i + 1, kind: 'human' as const, name: '' }))
  return { game, seats, you: [], awaiting }
}

export function nameOf(view: Party, seat: number): string {
  const me = view.you.length === 1 && view.you[0] === seat && view.seats[seat - 1]!.kind === 'human'
  return me ? t('seat.you') : properName(view, seat)
}

/** How many bots have names: the same one sits in the same seat at every table. */
const BOTS = 5

/** As others call them: for sentences in which "you" would not fit. */
export function properName(view: Party, seat: number): string {
  const who = view.seats[seat - 1]!
  if (who.kind === 'open') return t('seat.open')
  if (who.kind === 'bot') return t(`bot.${((seat - 1) % BOTS) + 1}`)
  return who.name || t('seat.player', { number: seat })
}

export function names(view: Party, seats: readonly number[]): string {
  return list(seats.map((seat) => nameOf(view, seat)))
}

/** Seats as this reader goes around the table: their own first, then clockwise. */
export function aroundFrom(view: TableView, seat: number): number[] {
  const count = view.seats.length
  return Array.from({ length: count }, (_, i) => ((seat - 1 + i) % count) + 1)
}
