import { beforeEach, describe, expect, it, vi } from 'vitest'
import en from '../../src/rowlock/locale/en.json'
import he from '../../src/rowlock/locale/he.json'
import { before, dateOf, keepMine, myDay, streak } from '../src/day/mine'
import { dayText } from '../src/day/share'
import { dayName, span, use } from '../src/lib/i18n.svelte'
import { squares } from '../src/games/qwixx/position'
import type { DayView } from '../src/lib/wire'

const VIEW = { date: '2026-11-18', game: 'qwixx', best: 105 } as DayView

beforeEach(() => {
  use('en', en)
  Object.assign(globalThis, { location: { origin: 'https://example.org' } })
  vi.stubGlobal('navigator', { languages: ['en-US'] })
})

describe('days', () => {
  it('are those of UTC', () => {
    expect(dateOf(Date.parse('2026-11-18T23:59:59Z'))).toBe('2026-11-18')
    expect(dateOf(Date.parse('2026-11-19T01:30:00+02:00'))).toBe('2026-11-18')
    expect(before('2027-03-01')).toBe('2027-02-28')
    expect(dayName('2026-11-18')).toBe('Wednesday, November 18')
    expect(span(5 * 3_600_000 + 7 * 60_000 + 30_000)).toBe('5 hr 7 min')
  })

  it('keep what was done, piece by piece', () => {
    keepMine('2026-11-18', { table: 't', inTime: true })
    keepMine('2026-11-18', { score: 92 })
    expect(myDay('2026-11-18')).toEqual({ table: 't', inTime: true, score: 92 })
    expect(myDay('2026-11-17')).toEqual({})
  })

  it('make a streak up to today or yesterday', () => {
    const played = { inTime: true, score: 1 }
    const days = { '2026-11-15': played, '2026-11-16': played, '2026-11-17': played }
    expect(streak('2026-11-18', days)).toBe(3)
    expect(streak('2026-11-18', { ...days, '2026-11-18': played })).toBe(4)
    expect(streak('2026-11-19', days)).toBe(0)
    // Neither a game that is not over nor one of another day's evening counts.
    expect(streak('2026-11-18', { ...days, '2026-11-16': { inTime: true } })).toBe(1)
    expect(streak('2026-11-18', { ...days, '2026-11-17': { inTime: false, score: 1 } })).toBe(0)
  })
})

describe('the text for friends', () => {
  it('tells how it went, and nothing of the dice', () => {
    const line = squares('qwixx 2,3,6,8,9,12/3,5,8/-/12,10,9/2 1 over -', 1)
    expect(line).toBe('🟥6🔒 🟨3 🟩0 🟦3')
    expect(dayText(VIEW, { score: 92, squares: line, puzzle: 'found' }, 105, 3).split('\n')).toEqual([
      "Rowlock · The day's game · Wednesday, November 18",
      'Qwixx: 92 · perfect play: 105',
      '🟥6🔒 🟨3 🟩0 🟦3',
      'Puzzle: solved at the first try',
      '3 days in a row',
      'https://example.org/day',
    ])
  })

  it('leaves out what there is not', () => {
    use('he', he)
    const lines = dayText(VIEW, { score: -20 }, 105, 1).split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain('−20')
  })
})
