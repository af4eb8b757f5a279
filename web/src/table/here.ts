/** The people who share this browser: who of them is there, and who speaks. */
import type { TableView } from '../lib/wire'

export function isThere(view: TableView, seat: number): boolean {
  const { level, left } = view.seats[seat - 1]!
  return !level && !left
}

/** Whoever is asked to decide has the device; otherwise the first of those who are there. */
export function speaker(view: TableView, acting: number | null): number | null {
  if (acting !== null && isThere(view, acting)) return acting
  return view.you.find((seat) => isThere(view, seat)) ?? view.you[0] ?? null
}
