/** Who sits where, in the reader's words. */
import { list, t } from './i18n.svelte'
import type { TableView } from './wire'

export function nameOf(view: TableView, seat: number): string {
  const me = view.you.length === 1 && view.you[0] === seat && view.seats[seat - 1]!.kind === 'human'
  return me ? t('seat.you') : properName(view, seat)
}

/** As others call them: for sentences in which "you" would not fit. */
export function properName(view: TableView, seat: number): string {
  const who = view.seats[seat - 1]!
  if (who.kind === 'open') return t('seat.open')
  if (who.kind === 'bot') return t('seat.bot', { number: seat })
  return who.name || t('seat.player', { number: seat })
}

export function names(view: TableView, seats: readonly number[]): string {
  return list(seats.map((seat) => nameOf(view, seat)))
}

/** Seats as this reader goes around the table: their own first, then clockwise. */
export function aroundFrom(view: TableView, seat: number): number[] {
  const count = view.seats.length
  return Array.from({ length: count }, (_, i) => ((seat - 1 + i) % count) + 1)
}
