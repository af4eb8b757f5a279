import { describe, expect, it } from 'vitest'
import { isCell, isGone, parseQwixx, rowPoints, sheetPoints, whiteSum } from '../../src/games/qwixx/position'

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

  it('has numbers that are gone, left of the last cross', () => {
    const yellow = parseQwixx(text).sheets[0]!.rows[1]!
    expect(yellow.numbers.filter((number) => isGone(yellow, number))).toEqual([2, 4, 6, 7])
  })

  it('tells the white sum, and a cross from a pass', () => {
    expect(whiteSum(parseQwixx(text).dice)).toBe(5)
    expect(['r5', 'b10', 'pass', 'roll', '?'].map(isCell)).toEqual([true, true, false, false, false])
  })
})
