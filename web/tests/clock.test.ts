import { expect, it } from 'vitest'
import { hurries, timeLeft } from '../src/lib/clock'
import { use } from '../src/lib/i18n.svelte'
import type { TableView } from '../src/lib/wire'

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000]

it('says what is left in the units that matter', () => {
  use('en', {})
  expect(timeLeft(9 * SECOND)).toBe('0:09')
  expect(timeLeft(8.2 * SECOND)).toBe('0:09')
  expect(timeLeft(14 * MINUTE + 30 * SECOND)).toBe('14:30')
  expect(timeLeft(5 * HOUR + 7 * MINUTE)).toBe('5:07:00')
  expect(timeLeft(2 * DAY + 3 * HOUR + 59 * MINUTE)).toBe('2d 3h')
  expect(timeLeft(14 * DAY)).toBe('14d')
  use('ru', {})
  expect(timeLeft(2 * DAY + 3 * HOUR)).toMatch(/^2.д\S* 3.ч$/)
})

it('hurries nobody who has days', () => {
  const view = (clock: TableView['options']['clock']) => ({ clock: {}, options: { clock } }) as TableView
  expect(hurries(view({ per_move: 30 }))).toBe(true)
  expect(hurries(view({ per_game: 300 }))).toBe(true)
  expect(hurries(view({ per_move: 86_400 }))).toBe(false)
  expect(hurries({ ...view(null), clock: null })).toBe(false)
})
