import { describe, expect, it } from 'vitest'
import example from '../../docs/examples/fair.rlk?raw'
import ofTheDay from '../../docs/examples/day.rlk?raw'
import { checkRolls, linkOf } from '../src/lib/fair'

/** The example of the docs, which `rowlock verify` finds right in its own tests. */
const record: string = example

describe('fair dice', () => {
  it('finds that every roll of the example follows from its secret', () => {
    expect(checkRolls(record)).toEqual({ rolls: 13, wrong: null })
  })

  it('names the first roll that does not', () => {
    expect(checkRolls(record.replace('6. 434412', '6. 434413'))).toEqual({ rolls: 13, wrong: 6 })
  })

  it('knows the dice of a day', () => {
    expect(linkOf('2026-11-18')).toBe('ca3fefc89a681b865880eb47532d358f7f1ee0ff95df7cde9b136451c682fc3f')
    const rolls = ofTheDay.match(/^\d+\. /gm)!.length
    expect(checkRolls(ofTheDay)).toEqual({ rolls, wrong: null })
    expect(ofTheDay).toMatch(/^\d+\. \d+\./m) // a die has left, and the others are right all the same
    expect(checkRolls(ofTheDay.replace('2026-11-03', '2026-11-04')).wrong).toBe(1)
  })

  it('notices another salt, and another secret', () => {
    expect(checkRolls(record.replace('four-leaf-clover', 'three-leaf-clover')).wrong).toBe(1)
    expect(checkRolls(record.replace('[DiceSecret "9f', '[DiceSecret "9e')).wrong).toBe(1)
  })
})
