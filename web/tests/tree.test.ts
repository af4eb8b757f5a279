import { describe, expect, test } from 'vitest'
import {
  begin,
  children,
  lineHash,
  lineOf,
  ofSteps,
  pathTo,
  played,
  readHash,
  ROOT,
  toHash,
  tokens,
  told,
  words,
} from '../src/study/tree'

const START = 'quixo .../.../... x'

function grown(...moves: [number, number, string][]) {
  let tree = begin(START)
  for (const [at, seat, move] of moves) tree = played(tree, at, seat, move).tree
  return tree
}

/** a1a3 b1b3 c1c3, with c1c3 tried instead of b1b3 and a2c2 behind that. */
const BRANCHED = grown([0, 1, 'a1a3'], [1, 2, 'b1b3'], [2, 1, 'c1c3'], [1, 2, 'c1c3'], [4, 1, 'a2c2'])

describe('a tree of moves', () => {
  test('a line has an address that shows its beginning', () => {
    const line = ['1:a1a3', '2:b1b3']
    expect(readHash('#' + lineHash(START, line))).toEqual({ position: START, moves: line, place: 0 })
  })

  test('a move that is there is gone to, another one is a branch', () => {
    expect(played(BRANCHED, 1, 2, 'b1b3')).toEqual({ tree: BRANCHED, at: 2 })
    const { tree, at } = played(BRANCHED, 1, 2, 'a3a1')
    expect(children(tree, 1).map(({ move }) => move)).toEqual(['b1b3', 'c1c3', 'a3a1'])
    expect(words(pathTo(tree, at))).toEqual(['1:a1a3', '2:a3a1'])
    expect(BRANCHED.length).toBe(6)
  })

  test('the line goes on along the first branch', () => {
    expect(words(lineOf(BRANCHED, 1))).toEqual(['1:a1a3', '2:b1b3', '1:c1c3'])
    expect(words(lineOf(BRANCHED, 4))).toEqual(['1:a1a3', '2:c1c3', '1:a2c2'])
  })

  test('it is written with branches behind the move that they are tried for', () => {
    const text = tokens(BRANCHED).map((one) => (typeof one === 'string' ? one : one.move))
    expect(text).toEqual(['a1a3', 'b1b3', '(', 'c1c3', 'a2c2', ')', 'c1c3'])
  })

  test('what the server tells of a position stays', () => {
    expect(told(BRANCHED, 3, 'somewhere')[3]!.position).toBe('somewhere')
    expect(told(BRANCHED, ROOT, START)).toBe(BRANCHED)
  })

  test('a game becomes one line, what was decided together as well', () => {
    const step = (position: string, ...plies: [number, string][]) => ({
      position,
      phase: '',
      active: 1,
      scores: [],
      plies: plies.map(([seat, move]) => ({ seat, move, why: 'chosen' as const })),
    })
    const { tree, at } = ofSteps([step('a'), step('b', [0, '113526']), step('c', [1, 'r2'], [2, 'pass'])])
    expect(at).toEqual([0, 1, 3])
    expect(tree.map(({ position }) => position)).toEqual(['a', 'b', null, 'c'])
  })
})

describe('the address', () => {
  test('line and place come back', () => {
    for (const at of [0, 1, 2, 3, 4, 5]) {
      const link = readHash('#' + toHash(BRANCHED, at))
      expect(link).toEqual({
        position: START,
        moves: words(lineOf(BRANCHED, at)),
        place: pathTo(BRANCHED, at).length - 1,
      })
    }
    expect(toHash(begin(START), ROOT)).toBe('quixo_.../.../..._x')
  })

  test('as browsers write it', () => {
    expect(readHash('#qwixx%20-/-/-/-/0%201%20colour+%20113526')).toEqual({
      position: 'qwixx -/-/-/-/0 1 colour+ 113526',
      moves: [],
      place: 0,
    })
    expect(readHash('#%')).toEqual({ position: '%', moves: [], place: 0 })
  })

  test("a table's game", () => {
    expect(readHash('#t=Ab-1_x@12')).toEqual({ table: 'Ab-1_x', step: 12 })
    expect(readHash('')).toBeNull()
  })
})
