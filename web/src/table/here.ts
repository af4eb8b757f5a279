/** The people who share this browser: who of them is there, and who speaks. */
import { isLocal } from '../lib/mine'
import type { TableView } from '../lib/wire'

/** Is nobody of this browser at the table any more? Then nothing is asked here. */
export function isGone(view: TableView): boolean {
  return view.you.length > 0 && !view.you.some((seat) => isThere(view, seat))
}

export function isThere(view: TableView, seat: number): boolean {
  const { level, left } = view.seats[seat - 1]!
  return !level && !left
}

/** Does everybody keep their own sheet, and nobody has a turn? */
export function atOwnPace(view: TableView): boolean {
  return view.options.dice === 'none'
}

/** Whoever is asked to decide has the device; otherwise the first of those who are there. */
export function speaker(view: TableView, acting: number | null): number | null {
  if (acting !== null && isThere(view, acting)) return acting
  return view.you.find((seat) => isThere(view, seat)) ?? view.you[0] ?? null
}

/** Is there no other person at the table, and none to be compared with? Then the server may give hints. */
export function againstBots(view: TableView): boolean {
  return (
    !isLocal(view.id) &&
    !view.options.day &&
    view.you.length === 1 &&
    view.seats.every(({ seat, kind }) => kind === 'bot' || seat === view.you[0])
  )
}

export function hintsTaken(view: TableView): number {
  // A table that a tab remembers from before there were hints says nothing of them.
  return ((view.hints as TableView['hints'] | undefined) ?? []).reduce((sum, count) => sum + count, 0)
}
