/** A clock for people who play with wooden cubes: each side, or each player of two teams, has so much time for the whole game. */
import { isRecord } from '../../../lib/memory'

export interface Clock {
  /** What each seat has left, in ms, by the last change. */
  left: readonly number[]
  /** Whose time runs, by their place; they follow each other clockwise. */
  turn: number
  /** Since when it runs; null while it stands still. */
  since: number | null
  /** What a move gives back, in ms. */
  increment: number
  moves: number
}

export const MINUTES = [3, 5, 10, 20] as const
export const SECONDS = [0, 5, 10] as const

export function set(seats: number, minutes: number, seconds: number): Clock {
  return {
    left: Array<number>(seats).fill(minutes * 60_000),
    turn: 0,
    since: null,
    increment: seconds * 1000,
    moves: 0,
  }
}

/** What a seat has left now. */
export function leftOf({ left, turn, since }: Clock, seat: number, at: number): number {
  const used = seat === turn && since !== null ? Math.max(0, at - since) : 0
  return Math.max(0, left[seat]! - used)
}

/** Whose time is up; null while nobody's is. */
export function late(clock: Clock, at: number): number | null {
  return leftOf(clock, clock.turn, at) ? null : clock.turn
}

/** Whoever has moved taps: the next one's time begins. Nobody else's tap counts, nor one that comes too late. */
export function moved(clock: Clock, seat: number, at: number): Clock {
  if (clock.since === null || seat !== clock.turn || late(clock, at) !== null) return clock
  const left = clock.left.map((ms, one) => (one === seat ? leftOf(clock, seat, at) + clock.increment : ms))
  return { ...clock, left, turn: (seat + 1) % left.length, since: at, moves: clock.moves + 1 }
}

export function paused(clock: Clock, at: number): Clock {
  if (clock.since === null) return clock
  return { ...clock, left: clock.left.map((_, seat) => leftOf(clock, seat, at)), since: null }
}

export function running(clock: Clock, at: number): Clock {
  return clock.since === null ? { ...clock, since: at } : clock
}

export function isClock(found: unknown): found is Clock {
  if (!isRecord(found) || !Array.isArray(found.left)) return false
  const { left, turn, since, increment, moves } = found
  return (
    [2, 4].includes(left.length) &&
    [...(left as unknown[]), increment, moves].every((one) => typeof one === 'number' && one >= 0) &&
    Number.isInteger(turn) &&
    left[Number(turn)] !== undefined &&
    (since === null || typeof since === 'number')
  )
}
