import { describe, expect, it } from 'vitest'
import {
  afterPush,
  arrowOf,
  letterOf,
  parseBoard,
  readPush,
  signOf,
  symbolOf,
  turned,
  wayOf,
} from '../../src/games/quixo/position'

describe('a board', () => {
  it('is read from the top rank down', () => {
    const board = parseBoard('quixo x..../...../...../...../....o x')
    expect(board.size).toBe(5)
    expect(board.cubes.a5).toBe('x')
    expect(board.cubes.e1).toBe('o')
    expect(board.cubes.c3).toBe('.')
  })

  it('says symbol and arrow with one letter in teams', () => {
    expect([...'nesw.'].map(symbolOf)).toEqual(['x', 'o', 'x', 'o', ''])
  })

  it('has the moves of its game', () => {
    expect(readPush('a1a5n')).toEqual({ from: 'a1', to: 'a5', arrow: 'n' })
    expect(readPush('skip')).toBeNull()
    expect([1, 2].map((seat) => letterOf('quixo', seat) + signOf('quixo', seat))).toEqual(['x✕', 'o◯'])
    expect([1, 2, 3, 4].map((seat) => letterOf('quixo4', seat) + signOf('quixo4', seat))).toEqual([
      'n✕',
      'e◯',
      's✕',
      'w◯',
    ])
    expect([...'nesw.x'].map(arrowOf)).toEqual([0, 1, 2, 3, null, null])
  })

  it('turns clockwise', () => {
    const north = { file: 2, rank: 4 }
    expect(turned(north, 5, 0)).toEqual({ column: 2, row: 0 })
    expect(turned(north, 5, 1)).toEqual({ column: 4, row: 2 })
    expect(turned(north, 5, 2)).toEqual({ column: 2, row: 4 })
    expect(turned(north, 5, 4)).toEqual({ column: 2, row: 0 })
  })

  it('slides from the end towards the gap', () => {
    expect(wayOf(readPush('a1a3')!)).toEqual(['a1', 'a2', 'a3'])
    expect(wayOf(readPush('e2a2n')!)).toEqual(['e2', 'd2', 'c2', 'b2', 'a2'])
  })

  it('shows a push before the table has confirmed it', () => {
    const board = parseBoard('quixo o..../...../o..../x..../..... x')
    const after = afterPush(board, readPush('a1a5')!, 'x')
    expect(['a1', 'a2', 'a3', 'a4', 'a5'].map((square) => after.cubes[square])).toEqual(['x', 'o', '.', 'o', 'x'])
    expect(after.cubes.b1).toBe('.')
  })
})
