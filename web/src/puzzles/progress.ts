/** How far this browser's reader has come with the puzzles of each game. It is kept on this device only. */
import { device, isRecord, recall } from '../lib/memory'
import type { Puzzle } from '../lib/wire'

/** A puzzle that comes back, as the library plans it; its dates as text. */
export interface Card {
  due: string
  scheduled_days: number
  [more: string]: unknown
}

export interface Progress {
  /** On the scale of the game's puzzles, and how far off it may be (Glicko). */
  rating: number
  deviation: number
  /** The rating after each of the last puzzles that counted. */
  course: number[]
  /** Found without being shown, at the first try or later. */
  solved: number
  /** Positions that were looked at, the latest last. */
  seen: string[]
  /** What was missed, by position. */
  cards: Record<string, Card>
}

/** Days in a row on which something was solved, up to `last`. */
export interface Streak {
  last: string
  days: number
}

const [COURSE, MOST_CARDS, MOST_SEEN] = [60, 300, 2000]
/** So unsure is a rating in the beginning, and never surer than the second. */
const [UNSURE, SURE] = [200, 60]
/** The ratings of puzzles are not sure either. */
const PUZZLE_DEVIATION = 100
/** Of the puzzles that are near, so many are near enough. */
const NEAR = 12
/** Rather a little too easy: about two of three are solved. */
const EASIER = 100
/** An answer that leads to no end within sight counts like one with so many plies. */
const UNKNOWN = 4
const NAME = (game: string) => `rowlock.puzzles.${game}`
const STREAK = 'rowlock.puzzle-streak'

/** A day as the reader's calendar names it. */
export function dayOf(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

// What is remembered. Whatever doesn't fit is forgotten, each part for itself.

const isNumber = (found: unknown): found is number => typeof found === 'number' && Number.isFinite(found)

function isCard(found: unknown): found is Card {
  if (!isRecord(found) || typeof found.due !== 'string' || Number.isNaN(Date.parse(found.due))) return false
  const numbers = ['scheduled_days', 'stability', 'difficulty', 'elapsed_days', 'learning_steps', 'reps', 'lapses']
  return [...numbers, 'state'].every((name) => isNumber(found[name]))
}

/** Who has solved nothing yet begins with the easiest. */
export function recallProgress(game: string, easiest: number): Progress {
  const found = recall(device, NAME(game), isRecord) ?? {}
  const list = <Item>(name: string, fits: (item: unknown) => item is Item) =>
    Array.isArray(found[name]) ? found[name].filter(fits) : []
  const cards = isRecord(found.cards) ? Object.entries(found.cards).filter(([, card]) => isCard(card)) : []
  const rated = isNumber(found.rating) && isNumber(found.deviation) && found.deviation >= 1
  return {
    rating: rated ? (found.rating as number) : easiest,
    deviation: rated ? Math.min(UNSURE, found.deviation as number) : UNSURE,
    course: list('course', isNumber).slice(-COURSE),
    solved: isNumber(found.solved) ? Math.max(0, Math.floor(found.solved)) : 0,
    seen: list('seen', (item): item is string => typeof item === 'string'),
    cards: Object.fromEntries(cards) as Record<string, Card>,
  }
}

export function keepProgress(game: string, progress: Progress): void {
  const cards = Object.entries(progress.cards)
    .sort(([, one], [, other]) => Date.parse(one.due) - Date.parse(other.due))
    .slice(0, MOST_CARDS)
  const kept = { ...progress, seen: progress.seen.slice(-MOST_SEEN), cards: Object.fromEntries(cards) }
  device.setItem(NAME(game), JSON.stringify(kept))
}

// Days in a row

function recallStreak(): Streak {
  const fits = (found: unknown): found is Streak =>
    isRecord(found) && typeof found.last === 'string' && isNumber(found.days) && found.days >= 1
  return recall(device, STREAK, fits) ?? { last: '', days: 0 }
}

/** By the calendar: a day of 23 or 25 hours is one, too. */
const yesterday = (now: Date) => dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1))

/** How many days in a row; today may still be added to it. */
export function streakOf(now: Date): { days: number; today: boolean } {
  const { last, days } = recallStreak()
  const today = last === dayOf(now)
  return { days: today || last === yesterday(now) ? days : 0, today }
}

/** Something was solved. */
export function keepStreak(now: Date): void {
  const { days, today } = streakOf(now)
  if (!today) device.setItem(STREAK, JSON.stringify({ last: dayOf(now), days: days + 1 }))
}

// The rating

/** After a puzzle that was new: Glicko's step for one game. */
export function rated(progress: Progress, puzzle: number, right: boolean): Progress {
  const q = Math.LN10 / 400
  const g = 1 / Math.sqrt(1 + (3 * (q * PUZZLE_DEVIATION) ** 2) / Math.PI ** 2)
  const hope = 1 / (1 + 10 ** ((-g * (progress.rating - puzzle)) / 400))
  const known = 1 / progress.deviation ** 2 + (q * g) ** 2 * hope * (1 - hope)
  const rating = progress.rating + (q / known) * g * ((right ? 1 : 0) - hope)
  const course = [...progress.course, Math.round(rating)].slice(-COURSE)
  return { ...progress, rating, deviation: Math.max(SURE, Math.sqrt(1 / known)), course }
}

// Which puzzle comes next

/** From the morning of its day on; what was missed a moment ago, when its minutes are over. */
export function isDue({ due, scheduled_days }: Card, now: Date): boolean {
  const at = new Date(due)
  return at <= now || (scheduled_days > 0 && dayOf(at) <= dayOf(now))
}

export function dueOf(progress: Progress, now: Date): string[] {
  return Object.keys(progress.cards)
    .filter((position) => isDue(progress.cards[position]!, now))
    .sort((one, other) => Date.parse(progress.cards[one]!.due) - Date.parse(progress.cards[other]!.due))
}

/** What comes back today; then a new one that is not too hard; when all were seen, an old one. None if only those that
 * come back are wanted. */
export function nextPuzzle(
  puzzles: readonly Puzzle[],
  progress: Progress,
  { theme, back, last }: { theme: string | null; back: boolean; last: string | null },
  now: Date,
  chance: () => number,
): Puzzle | null {
  const fitting = puzzles.filter((one) => (theme === null || one.theme === theme) && one.position !== last)
  const due = dueOf(progress, now)
  const returning = due.map((position) => fitting.find((one) => one.position === position)).find(Boolean)
  if (returning || back) return returning ?? null
  const seen = new Set([...progress.seen, ...Object.keys(progress.cards)])
  const fresh = fitting.filter((one) => !seen.has(one.position))
  const wanted = progress.rating - EASIER
  const plies = (one: Puzzle) => one.worth[0]?.plies ?? UNKNOWN
  // Many have the same rating: then the shorter one is the easier one for people.
  const near = (fresh.length ? fresh : fitting).sort(
    (one, other) => Math.abs(one.rating - wanted) - Math.abs(other.rating - wanted) || plies(one) - plies(other),
  )
  return near[Math.floor(chance() * Math.min(NEAR, near.length))] ?? null
}
