/** The sentences of the lesson, in which the sheet and the dice of a step are named. */
import type { Step } from '../../learn/data'
import { say } from '../../learn/texts.svelte'
import type { Facts } from '../../lib/i18n.svelte'
import { cellName } from './cells'
import { diceOf, sumText } from './happenings'
import { layoutOf, type Layout } from './layouts'
import { DICE, fieldsOf, isCell, parseQwixx, whiteSum } from './position'

type Row = Layout['rows'][number]

/** A cell within a sentence. */
const within = (name: string) => say(`learn.qwixx.cell.${name[0]}`, { number: name.slice(1) })

function factsOf(step: Step): Facts {
  const move = Object.keys(step.moves ?? {})[0]
  if (!move) return {}
  const { dice: rolled } = parseQwixx(step.position)
  const dice = rolled.length ? rolled : [...move].map(Number)
  const number = whiteSum(dice)
  const sum = sumText(dice[0]!, dice[1]!, number).replaceAll(' ', '\u00a0') // never on two lines
  const facts = { number, sum }
  if (!isCell(move)) return facts
  const all = { ...facts, cell: within(move), passed: within(step.passed ?? move) }
  const pair = diceOf(move, dice)
  if (!pair) return all
  const [white, coloured] = pair
  return { ...all, white: dice[white]!, die: cellName(DICE[coloured]! + dice[coloured]!), total: move.slice(1) }
}

const numbersOf = (cells: Row) => cells.map(({ name }) => Number(name.slice(1)))

/** Where the lesson says more: on sheets with rows of more than one colour, or with numbers in no order. */
const MORE: Readonly<Record<string, (row: Row) => boolean>> = {
  colour: (cells) => new Set(cells.map(({ name }) => name[0])).size > 1,
  'gone.done': (cells) => numbersOf(cells).some((number, i, all) => i > 0 && Math.abs(number - all[i - 1]!) > 1),
}

/** What a step says: before the move, and when it is `done`. */
export function sentence(step: Step, done: boolean): string {
  const name = step.name + (done ? '.done' : '')
  const { rows } = layoutOf(fieldsOf(step.position).name)
  const more = MORE[name]
  return say(`learn.qwixx.${name}${more && rows.some(more) ? '.mixed' : ''}`, factsOf(step))
}
