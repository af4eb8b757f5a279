/** Positions as text, taken apart for drawing. Nothing here knows what may be played. */

import { QWIXX } from '../../generated/qwixx'

export const COLOURS = QWIXX.colours
export type Colour = (typeof COLOURS)[number]

/** The rows as they are printed on the sheet, each with its numbers from left to right. */
export const ROWS: readonly { colour: Colour; numbers: readonly number[] }[] = QWIXX.rows
/** The colours of the dice in the order of a roll; the white ones have none. */
export const DICE: readonly (Colour | '')[] = [...Array<''>(QWIXX.whites).fill(''), ...COLOURS]

export interface SheetRow {
  colour: Colour
  numbers: readonly number[]
  crossed: readonly number[]
  locked: boolean
}

export interface SheetState {
  rows: readonly SheetRow[]
  penalties: number
}

export interface QwixxPosition {
  sheets: SheetState[]
  active: number
  phase: string
  /** White, white, red, yellow, green, blue; 0 for a die that has left the game; empty before the roll. */
  dice: number[]
  closed: Colour[]
}

export function parseSheet(text: string): SheetState {
  const parts = text.split('/')
  const rows = ROWS.map(({ colour, numbers }, index) => {
    const part = parts[index] ?? '-'
    const crossed = part === '-' ? [] : part.split(',').map(Number)
    return { colour, numbers, crossed, locked: crossed.includes(numbers.at(-1)!) }
  })
  return { rows, penalties: Number(parts[ROWS.length]) }
}

export function parseQwixx(text: string): QwixxPosition {
  const fields = text.split(' ')
  const [active, phase, dice] = fields.slice(-3) as [string, string, string]
  const sheets = fields.slice(1, -3).map(parseSheet)
  return {
    sheets,
    active: Number(active),
    phase,
    dice: dice === '-' ? [] : [...dice].map((face) => (face === '.' ? 0 : Number(face))),
    closed: ROWS.filter((_, index) => sheets.some((sheet) => sheet.rows[index]!.locked)).map((row) => row.colour),
  }
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
