/** The lesson on any sheet: the steps are those of the classic one, with this sheet's numbers and colours. What follows
 * from a move, and why something may not be crossed, the rules say. */
import { QWIXX } from '../../generated/qwixx'
import type { Step } from '../../learn/data'
import { DICE } from '../rules'
import { diceOf } from './happenings'
import type { Cell, Layout } from './layouts'
import { isCell } from './position'
import { Qwixx, Sheet } from './rules'

/** What is crossed on a sheet, by places: these rows from the left. */
type Places = readonly (readonly number[])[]

const [ME, OTHER] = [1, 2]
/** Two sheets in the middle of a game, on which hardly anything fits any more. */
const MINE: Places = [
  [3, 5, 8],
  [2, 7],
  [4, 6, 7],
  [2, 3, 6],
]
const THEIRS: Places = [
  [0, 4],
  [3, 6],
  [1, 5],
  [0, 3],
]
const FIVE = [0, 2, 3, 6, 8]
const FACES = [1, 2, 3, 4, 5, 6]
const LAST = QWIXX.layout[0]!.split(' ').length - 1

const numberOf = (cell: Cell) => Number(cell.name.slice(1))
const split = (sum: number) => `${Math.floor(sum / 2)}${Math.ceil(sum / 2)}`
const whites = FACES.flatMap((one) => FACES.map((two) => `${one}${two}`)).reverse()

export function lessonOn(layout: Layout): Step[] {
  const [roll, white, colour, skip, gone] = beginning(layout)
  return [roll!, white!, colour!, skip!, gone!, ...rest(layout)]
}

function made(name: string, state: Qwixx, moves: readonly string[] = [], others: Record<string, string> = {}): Step {
  if (!moves.length) return { name, position: String(state), seat: ME }
  const seat = state.phase === 'roll' ? DICE : ME
  const after = (move: string) =>
    Object.entries(others).reduce(
      (next, [other, decision]) => next.play(Number(other), decision),
      state.play(seat, move),
    )
  const hints: Record<string, string[]> = {}
  for (const cell of state.layout.named.keys()) {
    if (!moves.includes(cell)) (hints[state.whyNot(ME, cell)?.code ?? 'other'] ??= []).push(cell)
  }
  const played = Object.fromEntries(moves.map((move) => [move, { after: String(after(move)) }]))
  return {
    name,
    position: String(state),
    seat: ME,
    moves: played,
    hints,
    ...(Object.keys(others).length && { others }),
  }
}

/** A first turn and what follows, with the first dice that fit the sheet: a number in each row, a coloured sum in another
 * row than its cross, and two places further on a number that skips another one. */
function beginning(layout: Layout): Step[] {
  const start = Qwixx.start(2, ME, layout)
  for (const two of ['41', ...whites]) {
    const dice = `${two}3526`
    const rolled = start.play(DICE, dice)
    const fives = rolled.legalMoves(ME).filter(isCell)
    if (fives.length < layout.rows.length) continue
    for (const five of fives.map((name) => layout.named.get(name)!)) {
      const place = layout.rows[five.row]!.indexOf(five)
      const [passed, next] = layout.rows[five.row]!.slice(place + 1)
      if (!passed || !next || next.last) continue
      const theirs = { [OTHER]: fives[1]! }
      const crossed = rolled.play(ME, five.name).play(OTHER, theirs[OTHER]!)
      const whole = crossed.legalMoves(ME).filter((name) => diceOf(name, rolled.dice)?.[0] === 0)
      const ten = whole.reverse().find((name) => layout.named.get(name)!.row !== five.row)
      if (!ten) continue
      const theirTurn = crossed.play(ME, ten).play(DICE, `${split(numberOf(next))}2651`)
      const [, , other = 'pass'] = theirTurn.legalMoves(OTHER).filter(isCell)
      const after = theirTurn.play(ME, next.name).play(OTHER, other)
      const again = after.play(OTHER, 'pass').play(DICE, `${split(numberOf(passed))}2514`)
      const sixes = again.legalMoves(ME).filter(isCell)
      if (!sixes.length) continue
      return [
        made('roll', start, [dice]),
        made('white', rolled, [five.name, ...fives.filter((name) => name !== five.name)], theirs),
        made('colour', crossed, [ten]),
        { ...made('skip', theirTurn, [next.name], { [OTHER]: other }), passed: passed.name },
        { ...made('gone', again, sixes, { [OTHER]: 'pass' }), passed: passed.name },
      ]
    }
  }
  throw new Error(`no dice for a lesson on ${layout.name}`)
}

function sheet(rows: Places, penalties: number): Sheet {
  return new Sheet(
    rows.map((places) => places.reduce((bits, place) => bits | (1 << place), 0)),
    penalties,
  )
}

/** The further right the last crosses stand, the less fits; beside the last number of a row nothing does. */
function rest(layout: Layout): Step[] {
  for (let further = 0; ; further++) {
    const mine = MINE.map((places) => places.with(-1, Math.min(places.at(-1)! + further, LAST - 1)))
    const sheets = [sheet(mine, 0), sheet(THEIRS, 0)]
    const dice = nothingFits(layout, sheets)
    if (!dice) continue
    const five = [FIVE, ...mine.slice(1)]
    const last = layout.rows[0]!.at(-1)!
    const lock = new Qwixx([sheet(five, 1), sheets[1]!], ME, 'roll', [], [], layout)
    const over = [
      sheet([[...FIVE, LAST], [2, 7, 8], [4, 6, 7, 8], mine[3]!], 1),
      sheet([...THEIRS.slice(0, 2), [0, 1, 3, 4, 7, LAST], THEIRS[3]!], 0),
    ]
    const end = new Qwixx(over, OTHER, 'over', [], [], layout)
    return [
      made('penalty', new Qwixx(sheets, ME, 'colour', [...dice].map(Number), [], layout), ['pass']),
      made('lock', lock.play(DICE, `${split(numberOf(last))}3254`), [last.name], {
        [OTHER]: 'pass',
      }),
      made('end', end),
      { ...made('points', end), points: true },
    ]
  }
}

/** A roll with which the first of these sheets can only pass, both times; null where there is none. */
function nothingFits(layout: Layout, sheets: readonly Sheet[]): string | null {
  const before = new Qwixx(sheets, ME, 'roll', [], [], layout)
  const passed = (dice: string) => {
    const rolled = before.play(DICE, dice)
    return rolled.legalMoves(ME).length > 1 ? null : rolled.play(ME, 'pass').play(OTHER, 'pass')
  }
  const fits = (dice: string) => (passed(dice)?.legalMoves(ME).length ?? Infinity) > 1
  for (const two of whites) {
    const coloured = QWIXX.colours.map((_, colour) =>
      [4, 3, 2, 5, 6, 1].find((face) => {
        const now = passed(two + '1111'.slice(0, colour) + face + '1111'.slice(colour + 1))
        return now && !now.legalMoves(ME).some((move) => move[0] === QWIXX.colours[colour])
      }),
    )
    const dice = two + coloured.join('')
    if (coloured.every(Boolean) && !fits(dice)) return dice
  }
  return null
}
