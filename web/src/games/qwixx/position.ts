/** Positions as text, taken apart for drawing. Nothing here knows what may be played. */

import { QWIXX } from '../../generated/qwixx'
import { CLASSIC, layoutOf, type Layout } from './layouts'

export const COLOURS = QWIXX.colours
export type Colour = (typeof COLOURS)[number]

/** The colours of the dice in the order of a roll; the white ones have none. */
export const DICE: readonly (Colour | '')[] = [...Array<''>(QWIXX.whites).fill(''), ...COLOURS]

export interface SheetRow {
  /** Of its lock: by this the row is known, and this die leaves with it. */
  colour: Colour
  /** The cells as they are played. */
  cells: readonly string[]
  numbers: readonly number[]
  crossed: readonly number[]
  locked: boolean
}

export interface SheetState {
  rows: readonly SheetRow[]
  penalties: number
}

export interface QwixxPosition {
  /** The sheet's name; empty for the classic one. */
  layout: string
  sheets: SheetState[]
  active: number
  phase: string
  /** White, white, red, yellow, green, blue; 0 for a die that has left the game; empty before the roll. */
  dice: number[]
  closed: Colour[]
}

/** The rows of the last positions: one in which nothing was crossed is the same object, and is not drawn anew. */
const known = new Map<string, SheetRow>()
const MOST_KNOWN = 400

export function parseSheet(text: string, layout: Layout = CLASSIC): SheetState {
  const parts = text.split('/')
  const rows = layout.rows.map((_, index) => {
    const part = parts[index] ?? '-'
    const key = `${layout.name} ${index} ${part}`
    const row = known.get(key) ?? parseRow(part, layout, index)
    if (known.size > MOST_KNOWN) known.clear()
    known.set(key, row)
    return row
  })
  return { rows, penalties: Number(parts[layout.rows.length]) }
}

function parseRow(text: string, layout: Layout, index: number): SheetRow {
  const crossed = text === '-' ? [] : text.split(',').map(Number)
  const cells = layout.rows[index]!.map(({ name }) => name)
  const numbers = cells.map((name) => Number(name.slice(1)))
  return { colour: lockColour(layout, index), cells, numbers, crossed, locked: crossed.includes(numbers.at(-1)!) }
}

/** The colour of a row's lock. */
export const lockColour = (layout: Layout, row: number) => layout.rows[row]!.at(-1)!.name[0] as Colour

/** The fields of a position; the layout's name is there only where it is not the classic one. */
export function fieldsOf(text: string) {
  const fields = text.split(' ')
  const name = fields[1]!.includes('/') ? '' : fields[1]!
  const [active, phase, faces] = fields.slice(-3) as [string, string, string]
  return { name, sheets: fields.slice(name ? 2 : 1, -3), active: Number(active), phase, faces }
}

export function parseQwixx(text: string): QwixxPosition {
  const { name, sheets: texts, active, phase, faces } = fieldsOf(text)
  const layout = layoutOf(name)
  const sheets = texts.map((sheet) => parseSheet(sheet, layout))
  const closed = layout.rows.map((_, row) => row).filter((row) => sheets.some((sheet) => sheet.rows[row]!.locked))
  return {
    layout: name,
    sheets,
    active,
    phase,
    dice: faces === '-' ? [] : [...faces].map((face) => (face === '.' ? 0 : Number(face))),
    closed: closed.map((row) => lockColour(layout, row)),
  }
}

/** The inverse of `parseQwixx`. */
export function positionText({ layout, sheets, active, phase, dice }: QwixxPosition): string {
  const rows = (sheet: SheetState) => sheet.rows.map(({ crossed }) => crossed.join(',') || '-')
  const written = sheets.map((sheet) => [...rows(sheet), sheet.penalties].join('/'))
  return [
    'qwixx',
    ...[layout].filter(Boolean),
    ...written,
    active,
    phase,
    dice.map((face) => face || '.').join('') || '-',
  ].join(' ')
}

export function rowPoints({ crossed, locked }: SheetRow): number {
  return QWIXX.points[locked ? 'locked' : 'open'][crossed.length]!
}

export function penaltyPoints(sheet: SheetState): number {
  return -QWIXX.penalty * sheet.penalties || 0
}

/** Is it too late for this number, because one to its right is crossed? */
export function isGone({ numbers, crossed }: SheetRow, number: number): boolean {
  return !crossed.includes(number) && numbers.indexOf(number) < numbers.indexOf(crossed.at(-1) ?? NaN)
}

/** A penalty box, where a cell would be named. */
export const PENALTY = '-'

/** The white sum that has been rolled. */
export function whiteSum(dice: readonly number[]): number {
  return dice.slice(0, QWIXX.whites).reduce((sum, face) => sum + face, 0)
}

/** A decision that is a cross, and not `pass` or one that is still sealed. */
export function isCell(move: string): boolean {
  return (COLOURS as readonly string[]).includes(move[0]!) && /^.\d+$/.test(move)
}

export function sheetPoints(sheet: SheetState): number {
  return sheet.rows.reduce((sum, row) => sum + rowPoints(row), penaltyPoints(sheet))
}

const SQUARES: Record<Colour, string> = { r: '🟥', y: '🟨', g: '🟩', b: '🟦' }

/** The crosses in each row of a sheet, with a lock where there is one. */
export function squares(position: string, seat: number): string {
  return parseQwixx(position)
    .sheets[seat - 1]!.rows.map(
      ({ colour, crossed, locked }) => `${SQUARES[colour]}${crossed.length}${locked ? '🔒' : ''}`,
    )
    .join(' ')
}
