/** A game around a real table, as a pad keeps it: everybody's sheet is what was done, one thing after another. */
import { QWIXX } from '../../../generated/qwixx'
import { isRecord } from '../../../lib/memory'
import { refuse, type Refusal } from '../../rules'
import { isLayout, layoutOf, type Layout } from '../layouts'
import { Sheet } from '../rules'

export type Act =
  | { do: 'cross' | 'erase'; player: number; cell: string }
  | { do: 'penalty'; player: number }
  /** Somebody who is not on this pad has locked a row. */
  | { do: 'closed'; row: number }
  /** The six dice, rolled by a player of this pad. */
  | { do: 'roll'; player: number; roll: string }

export interface Evening {
  names: readonly string[]
  acts: readonly Act[]
  /** So many of the acts are in force; those after them were undone and can be done again. */
  done: number
  /** Does the pad keep the rules? Otherwise everything may be crossed, as the family likes. */
  strict: boolean
  began: number
  /** The name of its sheet, if it is not the classic one. */
  layout?: string
}

export const sheetOf = ({ layout = '' }: Pick<Evening, 'layout'>) => layoutOf(layout)

/** How things stand after the acts in force. */
export interface Standing {
  sheets: readonly Sheet[]
  /** Rows that anybody has locked. */
  closed: readonly number[]
  /** Rows that somebody has locked who is not on this pad. */
  elsewhere: readonly number[]
  over: boolean
  /** The last dice, if nothing but crosses came after them. */
  rolled: { player: number; roll: string; crossed: readonly number[] } | null
}

export const MOST_PLAYERS = 5
const ROWS_TO_END = 2

export const begin = (names: readonly string[], began: number, strict = true, layout = ''): Evening => ({
  names,
  acts: [],
  done: 0,
  strict,
  began,
  ...(layout ? { layout } : {}),
})

export function standing(evening: Evening): Standing {
  const { names, acts, done } = evening
  const layout = sheetOf(evening)
  const sheets = names.map(() => new Sheet(layout.rows.map(() => 0)))
  const elsewhere: number[] = []
  let rolled: { player: number; roll: string; crossed: number[] } | null = null
  for (const act of acts.slice(0, done)) {
    if (act.do === 'closed') elsewhere.push(act.row)
    else if (act.do === 'roll') rolled = { player: act.player, roll: act.roll, crossed: [] }
    else {
      sheets[act.player] = after(layout, sheets[act.player]!, act)
      if (act.do === 'cross') rolled?.crossed.push(act.player)
      else rolled = null
    }
  }
  const locked = layout.rows.flatMap((_, row) => (sheets.some((sheet) => sheet.locked(row, layout)) ? [row] : []))
  const closed = [...new Set([...locked, ...elsewhere])].sort()
  const over = closed.length >= ROWS_TO_END || sheets.some((sheet) => sheet.penalties >= QWIXX.boxes)
  return { sheets, closed, elsewhere, over, rolled }
}

/** Whose dice are tapped in next: those of whoever comes behind the last one. */
export function nextRoller({ names, acts, done }: Evening): number {
  const last = acts.slice(0, done).findLast((act) => act.do === 'roll')
  return last ? (last.player + 1) % names.length : 0
}

function after(layout: Layout, sheet: Sheet, act: Extract<Act, { do: 'cross' | 'erase' | 'penalty' }>): Sheet {
  if (act.do === 'penalty') return sheet.penalise()
  const cell = layout.named.get(act.cell)!
  if (act.do === 'cross') return sheet.cross(cell)
  return new Sheet(
    sheet.rows.map((row, index) => (index === cell.row ? row & ~cell.bit : row)),
    sheet.penalties,
  )
}

/** Why this can't be done now. Who locks a row along with others crosses its last number although it is closed. */
export function whyNot(evening: Evening, act: Act): Refusal | null {
  const { sheets, closed, over } = standing(evening)
  const layout = sheetOf(evening)
  if (act.do === 'closed')
    return closed.includes(act.row) ? refuse('', 'row-closed', { cell: layout.rows[act.row]!.at(-1)!.name }) : null
  if (act.do === 'roll') return over && evening.strict ? refuse('', 'game-over') : null
  const sheet = sheets[act.player]!
  if (act.do === 'penalty') {
    return sheet.penalties >= QWIXX.boxes || (over && evening.strict) ? refuse('', 'game-over') : null
  }
  const cell = layout.named.get(act.cell)!
  const crossed = (sheet.rows[cell.row]! & cell.bit) !== 0
  if (!evening.strict || act.do === 'erase') return null
  const reason = sheet.whyNot(cell)
  if (!crossed && closed.includes(cell.row) && !cell.last) return refuse(act.cell, 'row-closed', { cell: act.cell })
  if (reason) return refuse(act.cell, reason, { cell: act.cell, crosses: sheet.crosses(cell.row) })
  return over && !closed.includes(cell.row) ? refuse(act.cell, 'game-over') : null
}

/** With one thing more done; what had been undone is gone then. */
export function add(evening: Evening, act: Act): Evening {
  const acts = [...evening.acts.slice(0, evening.done), act]
  return { ...evening, acts, done: acts.length }
}

export const undone = (evening: Evening): Evening => ({ ...evening, done: Math.max(0, evening.done - 1) })
export const redone = (evening: Evening): Evening => ({
  ...evening,
  done: Math.min(evening.acts.length, evening.done + 1),
})
export const toUndo = ({ acts, done }: Evening): Act | undefined => acts[done - 1]
export const toRedo = ({ acts, done }: Evening): Act | undefined => acts[done]

/** May this player's tap on a cell be the wish to take the cross away again? */
export function tapped(evening: Evening, player: number, cell: string): Act {
  const { row, bit } = sheetOf(evening).named.get(cell)!
  const crossed = (standing(evening).sheets[player]!.rows[row]! & bit) !== 0
  return { do: crossed && !evening.strict ? 'erase' : 'cross', player, cell }
}

/** A new sheet for everybody, with the same people and the same agreement; of another kind, if one is told. */
export const again = ({ names, strict, layout }: Evening, began: number, other = layout): Evening =>
  begin(names, began, strict, other)

/** One more player, or another name for one. */
export function named(evening: Evening, player: number, name: string): Evening {
  const names = [...evening.names]
  names[player] = name
  return { ...evening, names }
}

/** Who has done nothing yet, and comes last, may go again. */
export function canLeave({ names, acts }: Evening, player: number): boolean {
  return (
    names.length > 1 && player === names.length - 1 && !acts.some((act) => 'player' in act && act.player === player)
  )
}

export function isEvening(found: unknown): found is Evening {
  if (!isRecord(found) || !Array.isArray(found.names) || !Array.isArray(found.acts)) return false
  const {
    names,
    acts,
    done,
    strict,
    began,
    layout = '',
  } = found as Partial<Evening> & { names: unknown[]; acts: unknown[] }
  return (
    names.length > 0 &&
    names.length <= MOST_PLAYERS &&
    names.every((name) => typeof name === 'string') &&
    typeof layout === 'string' &&
    isLayout(layout) &&
    acts.every((act) => isAct(act, names.length, layoutOf(layout))) &&
    Number.isInteger(done) &&
    done! >= 0 &&
    done! <= acts.length &&
    typeof strict === 'boolean' &&
    typeof began === 'number'
  )
}

function isAct(found: unknown, players: number, layout: Layout): found is Act {
  if (!isRecord(found)) return false
  const player = Number.isInteger(found.player) && Number(found.player) >= 0 && Number(found.player) < players
  switch (found.do) {
    case 'cross':
    case 'erase':
      return player && typeof found.cell === 'string' && layout.named.has(found.cell)
    case 'penalty':
      return player
    case 'closed':
      return Number.isInteger(found.row) && layout.rows[Number(found.row)] !== undefined
    case 'roll':
      return player && typeof found.roll === 'string' && /^[1-6.]{6}$/.test(found.roll)
  }
  return false
}
