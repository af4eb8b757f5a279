import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Puzzle } from '../src/lib/wire'
import { planned } from '../src/puzzles/comeback'
import {
  dueOf,
  keepProgress,
  keepStreak,
  nextPuzzle,
  rated,
  recallProgress,
  streakOf,
  type Card,
  type Progress,
} from '../src/puzzles/progress'

const stored = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
})
beforeEach(() => stored.clear())

const [MINUTE, DAY] = [60_000, 86_400_000]
const noon = new Date(2026, 4, 20, 12)
const after = (ms: number) => new Date(noon.getTime() + ms)
const first = () => 0
const puzzle = (position: string, rating: number, plies: number | null = null, theme = 'win'): Puzzle => ({
  position,
  seats: 2,
  seat: 1,
  theme,
  rating,
  worth: [{ moves: ['a'], value: 'win', plies, points: null }],
})
const begun = (more: Partial<Progress> = {}): Progress => ({ ...recallProgress('quixo', 1000), ...more })
const anything = { theme: null, back: false, last: null }

describe('a puzzle that was missed', () => {
  const missed = planned(undefined, false, noon)!

  it('comes back after ten minutes, then after a day at least, and later and later', () => {
    expect(new Date(missed.due)).toEqual(after(10 * MINUTE))
    let card: Card = missed
    let before = 0
    for (let times = 0; times < 3; times++) {
      const now = new Date(card.due)
      const next = planned(card, true, now)
      if (!next) break
      const days = (Date.parse(next.due) - now.getTime()) / DAY
      expect(days).toBeGreaterThanOrEqual(1)
      expect(days).toBeGreaterThan(before)
      ;[card, before] = [next, days]
    }
    expect(before).toBeGreaterThan(1)
  })

  it('comes back soon if it is missed again', () => {
    const days = planned(missed, true, after(10 * MINUTE))!
    const again = new Date(days.due)
    const relearnt = planned(days, false, again)!
    expect(Date.parse(relearnt.due) - again.getTime()).toBe(10 * MINUTE)
  })

  it('is known at last', () => {
    let card: Card | null = missed
    for (let times = 0; card && times < 20; times++) card = planned(card, true, new Date(card.due))
    expect(card).toBeNull()
  })

  it('is as good when it was kept as text', () => {
    const kept = JSON.parse(JSON.stringify(missed)) as Card
    expect(planned(kept, true, after(DAY))).toEqual(planned(missed, true, after(DAY)))
  })

  it('is due when its minutes are over; after days, from the morning on', () => {
    const cards = { now: missed, later: { ...missed, scheduled_days: 2, due: after(2 * DAY).toISOString() } }
    const progress = begun({ cards })
    expect(dueOf(progress, after(9 * MINUTE))).toEqual([])
    expect(dueOf(progress, after(10 * MINUTE))).toEqual(['now'])
    const morning = new Date(2026, 4, 22, 0, 1)
    expect(dueOf(progress, morning)).toEqual(['now', 'later'])
    expect(dueOf(progress, new Date(2026, 4, 21, 23, 59))).toEqual(['now'])
  })

  it('is none that was solved at once', () => {
    expect(planned(undefined, true, noon)).toBeNull()
  })
})

describe('the next puzzle', () => {
  const easy = puzzle('easy', 1000, 1)
  const long = puzzle('long', 1000, 7)
  const hard = puzzle('hard', 2000)
  const hold = puzzle('hold', 1500, null, 'hold')
  const all = [hard, long, easy, hold]
  const next = (progress: Progress, wanted = {}, now = noon) =>
    nextPuzzle(all, progress, { ...anything, ...wanted }, now, first)?.position

  it('is easy and short in the beginning, and harder for who is better', () => {
    expect(next(begun())).toBe('easy')
    expect(next(begun({ rating: 2100 }))).toBe('hard')
  })

  it('is one that was not seen, as long as there is one', () => {
    expect(next(begun({ seen: ['easy'] }))).toBe('long')
    expect(next(begun({ seen: ['easy', 'long', 'hard', 'hold'] }))).toBe('easy')
    expect(next(begun({ seen: ['easy', 'long', 'hard', 'hold'] }), { last: 'easy' })).toBe('long')
  })

  it('is of the theme', () => {
    expect(next(begun(), { theme: 'hold' })).toBe('hold')
  })

  it('is one that comes back, if there is one', () => {
    const progress = begun({ seen: ['hard'], cards: { hard: planned(undefined, false, noon)! } })
    expect(next(progress)).toBe('easy')
    expect(next(progress, {}, after(DAY))).toBe('hard')
    expect(next(progress, { theme: 'hold' }, after(DAY))).toBe('hold')
    expect(next(progress, { back: true }, after(DAY))).toBe('hard')
    expect(next(progress, { back: true })).toBeUndefined()
  })
})

describe('the rating', () => {
  it('rises with what is solved, the more so the harder it was, and falls with what is missed', () => {
    const progress = begun({ rating: 1500 })
    const gain = (puzzle: number, right: boolean) => rated(progress, puzzle, right).rating - 1500
    expect(gain(1500, true)).toBeGreaterThan(0)
    expect(gain(1900, true)).toBeGreaterThan(gain(1500, true))
    expect(gain(1500, false)).toBeCloseTo(-gain(1500, true))
    expect(gain(1900, false)).toBeGreaterThan(gain(1500, false))
  })

  it("is Glickman's", () => {
    // From the example in "The Glicko system": 1500 with a deviation of 200 meets 1550 with one of 100.
    const [q, g, hope] = [0.0057565, 0.9531, 0.432]
    const known = 1 / 200 ** 2 + q ** 2 * g ** 2 * hope * (1 - hope)
    const [right, wrong] = [true, false].map((found) => rated(begun({ rating: 1500, deviation: 200 }), 1550, found))
    expect(Math.abs(right!.rating - (1500 + (q / known) * g * (1 - hope)))).toBeLessThan(0.2)
    expect(Math.abs(wrong!.rating - (1500 - (q / known) * g * hope))).toBeLessThan(0.2)
    expect(Math.abs(right!.deviation - Math.sqrt(1 / known))).toBeLessThan(0.2)
  })

  it('finds who solves every other one of 1700', () => {
    let progress = begun()
    for (let number = 0; number < 200; number++) progress = rated(progress, 1700, number % 2 === 0)
    expect(Math.abs(progress.rating - 1700)).toBeLessThan(40)
    expect(progress.course).toHaveLength(60)
  })
})

describe('days in a row', () => {
  const at = (day: number, hour = 12) => new Date(2026, 2, day, hour)

  it('are counted by the calendar', () => {
    expect(streakOf(at(1))).toEqual({ days: 0, today: false })
    keepStreak(at(1, 23))
    keepStreak(at(1, 23))
    expect(streakOf(at(1))).toEqual({ days: 1, today: true })
    keepStreak(at(2, 0))
    expect(streakOf(at(2))).toEqual({ days: 2, today: true })
    expect(streakOf(at(3, 23))).toEqual({ days: 2, today: false })
    expect(streakOf(at(4, 0))).toEqual({ days: 0, today: false })
    keepStreak(at(4))
    expect(streakOf(at(4))).toEqual({ days: 1, today: true })
  })

  it('go on over a day of 23 or 25 hours, and over months', () => {
    for (let day = 20; day < 45; day++) keepStreak(at(day, day % 2 ? 0 : 23))
    expect(streakOf(at(44)).days).toBe(25)
  })
})

describe('what is remembered', () => {
  it('is there again', () => {
    const progress = begun({
      rating: 1432.5,
      solved: 3,
      seen: ['one'],
      course: [1400, 1432],
      cards: { one: planned(undefined, false, noon)! },
    })
    keepProgress('quixo', progress)
    expect(recallProgress('quixo', 0)).toEqual(JSON.parse(JSON.stringify(progress)))
    expect(recallProgress('qwixx', 938).rating).toBe(938)
  })

  it.each([
    '{oops',
    'null',
    '[]',
    '{"rating":"high","deviation":null,"course":7,"solved":-3,"seen":[1],"cards":{"x":{"due":"never"},"y":null}}',
  ])('is forgotten where it is broken: %s', (text) => {
    stored.set('rowlock.puzzles.quixo', text)
    stored.set('rowlock.puzzle-streak', text)
    expect(recallProgress('quixo', 1000)).toEqual({
      rating: 1000,
      deviation: 200,
      course: [],
      solved: 0,
      seen: [],
      cards: {},
    })
    expect(streakOf(noon)).toEqual({ days: 0, today: false })
  })
})
