import { describe, expect, test } from 'vitest'
import * as clocks from '../../src/games/quixo/pad/clock'
import * as pad from '../../src/games/qwixx/pad/evening'
import { fitting, question } from '../../src/games/qwixx/pad/fitting'
import { recordOf } from '../../src/games/qwixx/pad/record'
import { CLASSIC, isLayout, layoutOf } from '../../src/games/qwixx/layouts'
import { Qwixx } from '../../src/games/qwixx/rules'
import { DICE } from '../../src/games/rules'

const cross = (cell: string, player = 0): pad.Act => ({ do: 'cross', player, cell })
const after = (...acts: pad.Act[]) => acts.reduce(pad.add, pad.begin(['Ada', 'Boris'], 0))
const sheet = (evening: pad.Evening, player = 0) => pad.standing(evening).sheets[player]!.text(CLASSIC)

describe('a pad', () => {
  test('the sheet of the rules: 70 points', () => {
    const rows = ['r2 r3 r6 r8', 'y3 y5 y8', 'g11 g10 g5 g4 g3 g2', 'b12 b10 b9 b8 b7 b5 b4 b3'].join(' ').split(' ')
    const evening = after(
      ...rows.map((cell) => cross(cell)),
      { do: 'penalty', player: 0 },
      { do: 'penalty', player: 0 },
    )
    expect(pad.standing(evening).sheets[0]!.score(CLASSIC)).toBe(70)
    expect(pad.standing(evening).sheets[1]!.score(CLASSIC)).toBe(0)
  })

  test('the rules are kept, or not, as one likes', () => {
    const evening = after(cross('r5'), cross('r7'))
    expect(pad.whyNot(evening, cross('r6'))?.code).toBe('passed-over')
    expect(pad.whyNot(evening, cross('r7'))?.code).toBe('already-crossed')
    expect(pad.whyNot(evening, cross('r12'))?.code).toBe('needs-five')
    const free = { ...evening, strict: false }
    expect(pad.whyNot(free, cross('r6'))).toBeNull()
    expect(sheet(pad.add(free, pad.tapped(free, 0, 'r5')))).toBe('7/-/-/-/0')
  })

  test('a row that somebody closed is closed for all, but can still be locked along', () => {
    const mine = ['g12', 'g11', 'g10', 'g9', 'g8'].map((cell) => cross(cell))
    const evening = after(...mine, { do: 'closed', row: 2 })
    expect(pad.whyNot(evening, cross('g7'))?.code).toBe('row-closed')
    expect(pad.whyNot(evening, cross('g2'))).toBeNull()
    expect(pad.whyNot(evening, cross('g2', 1))?.code).toBe('needs-five')
    expect(pad.whyNot(evening, { do: 'closed', row: 2 })?.code).toBe('row-closed')
    const ended = pad.add(evening, { do: 'closed', row: 0 })
    expect(pad.standing(ended).over).toBe(true)
    expect(pad.whyNot(ended, cross('b12'))?.code).toBe('game-over')
  })

  test('everything can be undone and done again, until something else is done', () => {
    const evening = after(cross('r5'), cross('b7', 1))
    const back = pad.undone(evening)
    expect([pad.toUndo(back), pad.toRedo(back)]).toEqual([cross('r5'), cross('b7', 1)])
    expect(pad.redone(back)).toEqual(evening)
    expect(pad.undone(pad.undone(back))).toMatchObject({ done: 0 })
    expect(pad.toRedo(pad.add(back, cross('y2')))).toBeUndefined()
    expect(pad.isEvening(JSON.parse(JSON.stringify(evening)))).toBe(true)
    expect(pad.isEvening({ ...evening, acts: [{ do: 'cross', player: 7, cell: 'r5' }] })).toBe(false)
  })
})

test('what fits the dice is what the rules allow, for who rolled and for the others', () => {
  const evening = after({ do: 'roll', player: 0, roll: '413526' })
  expect(fitting(evening, 0)).toEqual(expect.arrayContaining(['r5', 'y5', 'g5', 'b5', 'r7', 'r4', 'b10']))
  expect([...fitting(evening, 1)].sort()).toEqual(['b5', 'g5', 'r5', 'y5'])
  expect(question(evening, 1)).toBe('qwixx -/-/-/-/0 -/-/-/-/0 1 white 413526')
  const crossed = pad.add(evening, cross('r5'))
  expect(fitting(crossed, 0)).not.toContain('y5')
  expect(question(crossed, 0)).toBe('qwixx 5/-/-/-/0 -/-/-/-/0 1 colour+ 413526')
  expect(fitting(pad.add(evening, cross('r5', 1)), 1)).toEqual([])
  expect(question(pad.add(evening, { do: 'closed', row: 1 }), 0)).toBeNull()
})

/** Dice and decisions that are the same every time. */
function chance(seed: number): (most: number) => number {
  let at = seed
  return (most) => {
    at = (at * 48_271) % 2_147_483_647
    return at % most
  }
}

const GAMES: [number, string][] = [
  [2, ''],
  [3, 'mixed-colours'],
  [5, 'random-1'],
]

test.each(GAMES)('games of %i by chance, kept on a pad, give a record of the same game %s', (seats, name) => {
  const layout = layoutOf(name)
  for (let number = 1; number <= 15; number++) {
    const any = chance(1000 * seats + number)
    let state = Qwixx.start(seats, 1 + any(seats), layout)
    let evening = pad.begin(
      state.sheets.map((_, index) => `P${index + 1}`),
      0,
      true,
      name,
    )
    while (state.phase !== 'over') {
      const seat = state.awaiting[0]!
      const moves = state.legalMoves(seat)
      const roll = state.inPlay.map((there) => (there ? String(1 + any(6)) : '.')).join('')
      const move = seat === DICE ? roll : moves[any(3) ? 0 : any(moves.length)]!
      const next = state.play(seat, move)
      if (seat === DICE) evening = pad.add(evening, { do: 'roll', player: state.active - 1, roll })
      else if (move !== 'pass') evening = pad.add(evening, cross(move, seat - 1))
      else if (next.sheets[seat - 1]!.penalties > state.sheets[seat - 1]!.penalties) {
        evening = pad.add(evening, { do: 'penalty', player: seat - 1 })
      }
      state = next
    }
    const { places, reason } = state.outcome!
    expect(recordOf(evening)).toContain(`[Result "${[...places, reason].join(' ')}"]`)
    expect(pad.isEvening(JSON.parse(JSON.stringify(evening)))).toBe(true)
    expect(pad.standing(evening).sheets.map((one) => one.text(layout))).toEqual(
      state.sheets.map((one) => one.text(layout)),
    )
    expect(recordOf({ ...evening, acts: evening.acts.slice(1), done: evening.done - 1 })).toBeNull()
  }
})

test('a sheet is known by its name or its cells, and nothing else is one', () => {
  const written = layoutOf('random-ada').rows.map((row) => row.map(({ name }) => name).join(','))
  expect(written[0]).toBe('g4,y5,r2,y8,b12,g7,r10,b3,b6,y9,b11')
  const names = ['', 'classic', 'mixed-numbers', 'random-ada', written.join(';')]
  expect(names.filter((name) => !isLayout(name))).toEqual([])
  const others = ['chess', 'random-', 'random-A', written[0]!, written.join(';').replace('g4', 'g5')]
  expect(others.filter(isLayout)).toEqual([])
})

test('a clock runs for one after the other, and a tap too late counts no more', () => {
  let clock = clocks.running(clocks.set(4, 3, 5), 1000)
  clock = clocks.moved(clock, 0, 61_000)
  expect([clocks.leftOf(clock, 0, 99_000), clocks.leftOf(clock, 1, 71_000), clock.turn]).toEqual([125_000, 170_000, 1])
  expect(clocks.moved(clock, 3, 70_000)).toBe(clock)
  expect(clocks.late(clock, 240_999)).toBeNull()
  expect(clocks.late(clock, 241_000)).toBe(1)
  expect(clocks.moved(clock, 1, 241_000)).toBe(clock)
  expect(clocks.leftOf(clocks.paused(clock, 71_000), 1, 999_000)).toBe(170_000)
})
