import { describe, expect, it } from 'vitest'
import example from '../../docs/examples/fair.rlk?raw'
import { checkRolls } from '../src/lib/fair'

/** The example of the docs, which `rowlock verify` finds right in its own tests. */
const record: string = example

describe('fair dice', () => {
  it('finds that every roll of the example follows from its secret', async () => {
    expect(await checkRolls(record)).toEqual({ rolls: 13, wrong: null })
  })

  it('names the first roll that does not', async () => {
    expect(await checkRolls(record.replace('6. 434412', '6. 434413'))).toEqual({ rolls: 13, wrong: 6 })
  })

  it('notices another salt, and another secret', async () => {
    expect((await checkRolls(record.replace('four-leaf-clover', 'three-leaf-clover'))).wrong).toBe(1)
    expect((await checkRolls(record.replace('[DiceSecret "9f', '[DiceSecret "9e'))).wrong).toBe(1)
  })
})
