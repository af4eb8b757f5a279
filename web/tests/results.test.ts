import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  addResults,
  carried,
  fromLink,
  myResults,
  read,
  resultOf,
  summary,
  written,
  type Result,
} from '../src/lib/results'
import type { TableView } from '../src/lib/wire'

const result = (id: string, place: number, score: number | null = 50, level: Result['level'] = 'easy'): Result => ({
  id,
  game: 'qwixx',
  at: Number(id.slice(1)) * 1000,
  place,
  seats: 3,
  score,
  level,
})

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})

describe("one's own games", () => {
  it('are counted once each, in the order of time', () => {
    expect(addResults([result('t2', 1), result('t1', 2)])).toBe(2)
    expect(addResults([result('t2', 1), result('t3', 1, 71, null)])).toBe(1)
    expect(myResults().map(({ id }) => id)).toEqual(['t1', 't2', 't3'])
    expect(summary(myResults())).toEqual({
      games: 3,
      best: 71,
      streak: 2,
      against: [
        { level: 'easy', won: 1, games: 2 },
        { level: null, won: 1, games: 1 },
      ],
    })
  })

  it('come back from a file, and nothing else does', () => {
    const mine = [result('t1', 1), result('t2', 2, null, 'master')]
    expect(read(written(mine))).toEqual(mine)
    expect(read('{"results": []}')).toBeNull()
    expect(read('no file')).toBeNull()
    expect(read(written([{ ...mine[0]!, place: 'first' } as unknown as Result]))).toEqual([])
  })

  it('go through a link as far as there is room, the newest first', () => {
    const mine = Array.from({ length: 60 }, (_, i) => result(`t${i}`, 1 + (i % 2), i - 3))
    expect(fromLink(new URL(carried(mine.slice(0, 5), 'http://here')).hash)).toEqual(mine.slice(0, 5))
    const link = carried(mine, 'http://here', 600)
    expect(link.length).toBeLessThanOrEqual(600)
    const found = fromLink(new URL(link).hash)
    expect(found).toEqual(mine.slice(-found.length))
    expect(found.length).toBeGreaterThan(10)
    expect(fromLink('#12')).toEqual([])
  })

  it('are those of one person alone', () => {
    const seats = [
      { seat: 1, kind: 'human', level: null },
      { seat: 2, kind: 'bot', level: 'hard' },
      { seat: 3, kind: 'bot', level: 'easy' },
    ]
    const outcome = { reason: 'penalties', places: [2, 1, 3], scores: [40, 50, 30], lines: [] }
    const view = { id: 't1', game: 'qwixx', now: 5, seats, outcome, you: [1] } as unknown as TableView
    expect(resultOf(view)).toEqual({ id: 't1', game: 'qwixx', at: 5, place: 2, seats: 3, score: 40, level: 'hard' })
    expect(resultOf({ ...view, you: [1, 2] })).toBeNull()
    expect(resultOf({ ...view, outcome: null })).toBeNull()
  })
})
