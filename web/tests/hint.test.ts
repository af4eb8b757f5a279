import { beforeEach, expect, test } from 'vitest'
import en from '../../src/rowlock/locale/en.json'
import ru from '../../src/rowlock/locale/ru.json'
import { lookedAt } from '../src/games/quixo/position'
import { use } from '../src/lib/i18n.svelte'
import { reason, say } from '../src/study/say'

const move = (text: string) => `<${text}>`
const room = { key: 'room.more', facts: { count: 3, row: { key: 'in.b', facts: {} } } }
const words = {
  key: 'better.chance.because',
  facts: { move: 'pass', other: 'b4', chance: 0.0462, because: room },
}

beforeEach(() => use('en', en))

test('words within words, and moves as the game says them', () => {
  expect(say(words, move)).toBe(
    'Compared with <b4>, <pass> raises the chance to win by 4.6 percentage points: 3 more numbers stay open in the blue row.',
  )
})

test('a reason without how much, and only for the better move', () => {
  expect(reason(words, 'pass', move)).toBe('Why: 3 more numbers stay open in the blue row.')
  expect(reason(words, 'b4', move)).toBe('')
  const push = { key: 'push.one', facts: { move: 'c1c3', first: { key: 'push.only-safe', facts: {} } } }
  expect(reason(push, 'c1c3', move)).toBe('<c1c3> is good: every other push loses at once.')
})

test('numbers as the language writes them', () => {
  use('ru', ru)
  const points = { key: 'better.points', facts: { move: 'r5', other: 'pass', points: 2.94 } }
  expect(say(points, move)).toContain('на 2,9 очка больше')
})

test('the squares that a hint names', () => {
  const line = (key: string, name: string) => ({ key: 'look.line', facts: { line: { key, facts: { name } } } })
  expect(lookedAt(line('line.column', 'b'), 3)).toEqual(['b1', 'b2', 'b3'])
  expect(lookedAt(line('line.row', '2'), 3)).toEqual(['a2', 'b2', 'c2'])
  expect(lookedAt(line('line.diagonal', 'a1–c3'), 3)).toEqual(['a1', 'b2', 'c3'])
  expect(lookedAt(line('line.diagonal', 'e1–a5'), 5)).toEqual(['a5', 'b4', 'c3', 'd2', 'e1'])
  expect(lookedAt({ key: 'look.cube', facts: { square: 'a3' } }, 5)).toEqual(['a3'])
  expect(lookedAt({ key: 'look.only', facts: {} }, 5)).toEqual([])
})
