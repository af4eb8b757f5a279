import { describe, expect, it } from 'vitest'
import { afterPush, parseBoard, parseQwixx, pushed, rowPoints, sheetPoints, symbolOf, turned } from '../src/lib/position'

describe('a Qwixx position', () => {
  const text = 'qwixx 2,3,6,8/3,5,8/11,10,5,4,3,2/12,10,9,8,7,5,4,3/2 -/-/-/-/0 2 white 41.5.6'

  it('is taken apart', () => {
    const position = parseQwixx(text)
    expect(position.sheets).toHaveLength(2)
    expect(position.active).toBe(2)
    expect(position.phase).toBe('white')
    expect(position.dice).toEqual([4, 1, 0, 5, 0, 6])
    expect(position.closed).toEqual(['g'])
    expect(position.sheets[0]!.rows[2]!.locked).toBe(true)
    expect(position.sheets[1]!.rows[0]!.crossed).toEqual([])
  })

  it('has the points of the rulebook’s example', () => {
    const sheet = parseQwixx(text).sheets[0]!
    expect(sheet.rows.map(rowPoints)).toEqual([10, 6, 28, 36])
    expect(sheetPoints(sheet)).toBe(70)
  })

  it('has no dice before the roll', () => {
    expect(parseQwixx('qwixx -/-/-/-/0 -/-/-/-/0 1 roll -').dice).toEqual([])
  })
})

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

  it('turns clockwise', () => {
    const north = { file: 2, rank: 4 }
    expect(turned(north, 5, 0)).toEqual({ column: 2, row: 0 })
    expect(turned(north, 5, 1)).toEqual({ column: 4, row: 2 })
    expect(turned(north, 5, 2)).toEqual({ column: 2, row: 4 })
    expect(turned(north, 5, 4)).toEqual({ column: 2, row: 0 })
  })

  it('slides from the end towards the gap', () => {
    const line = pushed('a1', 'a3')
    expect(line.map(({ square }) => square)).toEqual(['a1', 'a2', 'a3'])
    expect(line[0]!.cameFrom).toEqual({ file: 0, rank: 1 })
    expect(line[2]!.cameFrom).toEqual({ file: 0, rank: 3 })
  })

  it('shows a push before the table has confirmed it', () => {
    const board = parseBoard('quixo o..../...../o..../x..../..... x')
    const after = afterPush(board, 'a1', 'a5', 'x')
    expect(['a1', 'a2', 'a3', 'a4', 'a5'].map((square) => after.cubes[square])).toEqual(['x', 'o', '.', 'o', 'x'])
    expect(after.cubes.b1).toBe('.')
  })
})
