/** The lesson on any sheet: what its sentences say is so, and on the classic sheet it is the one that the rules made. */
import { describe, expect, it } from 'vitest'
import { QWIXX } from '../../src/generated/qwixx'
import { CLASSIC, layoutOf, type Layout } from '../../src/games/qwixx/layouts'
import { lessonOn } from '../../src/games/qwixx/lesson'
import lessons from '../../src/games/qwixx/lessons.json'
import { Qwixx } from '../../src/games/qwixx/rules'

const names = ['', ...Object.keys(QWIXX.layouts), ...Array.from({ length: 10 }, (_, i) => `random-${i}`)]

/** Any sheet that can be played, however unfair: rows of one colour, or each number's colours dealt anew. */
function anySheet(seed: number): Layout {
  let state = seed
  const below = (n: number) => (state = (state * 1103515245 + 12345) % 2147483648) % n
  const mixed = <T>(all: T[]): T[] => {
    for (let i = all.length - 1; i > 0; i--) {
      const j = below(i + 1)
      ;[all[i], all[j]] = [all[j]!, all[i]!]
    }
    return all
  }
  const numbers = mixed([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
  const dealt = numbers.map((number) => mixed(['r', 'y', 'g', 'b']).map((colour) => colour + number))
  const rows = [0, 1, 2, 3].map((row) => mixed(dealt.map((cells) => cells[row]!)))
  // No two rows end in the same colour.
  const lasts = mixed(['r', 'y', 'g', 'b'])
  const ended = rows.map((cells, row) => {
    const last = cells.find((cell) => cell[0] === lasts[row]) ?? null
    return last && [...cells.filter((cell) => cell !== last), last].join(',')
  })
  return ended.includes(null) ? anySheet(seed + 1) : layoutOf(ended.join(';'))
}

const number = (cell: string) => Number(cell.slice(1))

function check(layout: Layout): void {
  const steps = lessonOn(layout)
  expect(steps.map(({ name }) => name)).toEqual(lessons.qwixx.map(({ name }) => name))
  const moves = steps.map((step) => Object.keys(step.moves ?? {}))
  const states = steps.map((step) => Qwixx.parse(step.position))
  const [, white, colour, skip, gone, penalty, lock] = moves
  const row = (cell: string) => layout.named.get(cell)!.row
  const placed = (cell: string) => layout.rows[row(cell)]!.findIndex(({ name }) => name === cell)

  // "Cross out the number, in any row."
  expect(white!.map(row).sort()).toEqual([0, 1, 2, 3])
  expect(new Set(white!.map(number))).toEqual(new Set([states[1]!.whiteSum]))
  // "A white and a coloured die": the die of its colour.
  const face = states[2]!.dice[2 + QWIXX.colours.findIndex((letter) => letter === colour![0]![0])]!
  expect(states[2]!.dice[0]! + face).toBe(number(colour![0]!))
  // "You skipped" the cell between the two crosses, which the next roll shows in vain.
  expect(row(skip![0]!)).toBe(row(white![0]!))
  expect(placed(skip![0]!)).toBe(placed(white![0]!) + 2)
  const passed = layout.rows[row(skip![0]!)]![placed(skip![0]!) - 1]!.name
  expect([steps[3]!.passed, steps[4]!.passed]).toEqual([passed, passed])
  expect(states[3]!.active).toBe(2)
  expect(number(passed)).toBe(states[4]!.whiteSum)
  expect(steps[4]!.hints!['passed-over']).toContain(passed)
  expect(new Set(gone!.map(number))).toEqual(new Set([number(passed)]))
  // "Nothing fits", with the white dice neither.
  expect(penalty).toEqual(['pass'])
  expect(states[5]!.legalMoves(1)).toEqual(['pass'])
  const before = new Qwixx(states[5]!.sheets, 1, 'roll', [], [], layout).play(0, states[5]!.dice.join(''))
  expect(before.legalMoves(1)).toEqual(['pass'])
  // "You have five crosses in this row."
  expect(states[6]!.sheets[0]!.crosses(row(lock![0]!))).toBe(5)
  expect(layout.named.get(lock![0]!)!.last).toBe(true)
  expect(Qwixx.parse(steps[6]!.moves![lock![0]!]!.after).closedRows).toEqual([row(lock![0]!)])
  // "Two rows closed."
  expect(states[7]!.closedRows).toHaveLength(2)
  expect(states[7]!.phase).toBe('over')
}

describe('the lesson on any sheet', () => {
  it('is on the classic one what the rules have made', () => expect(lessonOn(CLASSIC)).toEqual(lessons.qwixx))
  it.each(names)('says what is so on %s', (name) => check(layoutOf(name)))
  it('finds its dice on any sheet', () => {
    for (let seed = 1; seed <= 60; seed++) check(anySheet(seed))
  })
})
