/** Positions as text, taken apart for drawing. Nothing here knows what may be played. */

export const COLOURS = ['r', 'y', 'g', 'b'] as const
export type Colour = (typeof COLOURS)[number]

const UP = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
/** The numbers as they are printed on the sheet, from left to right. */
export const NUMBERS: Record<Colour, readonly number[]> = { r: UP, y: UP, g: UP.toReversed(), b: UP.toReversed() }
/** The table printed on the sheet: the points for so many crosses. */
export const POINTS = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]
export const PENALTY = 5
export const PENALTY_BOXES = 4

export interface SheetRow {
  colour: Colour
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
  const rows = COLOURS.map((colour, index) => {
    const part = parts[index] ?? '-'
    const crossed = part === '-' ? [] : part.split(',').map(Number)
    return { colour, crossed, locked: crossed.includes(NUMBERS[colour].at(-1)!) }
  })
  return { rows, penalties: Number(parts[4]) }
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
    closed: COLOURS.filter((_, index) => sheets.some((sheet) => sheet.rows[index]!.locked)),
  }
}

export function rowPoints(row: SheetRow): number {
  return POINTS[row.crossed.length + (row.locked ? 1 : 0)]!
}

export function sheetPoints(sheet: SheetState): number {
  return sheet.rows.reduce((sum, row) => sum + rowPoints(row), -PENALTY * sheet.penalties)
}

export interface BoardPosition {
  size: number
  /** What lies on each square: `.`, `x`, `o`, or in teams `n`, `e`, `s`, `w`. */
  cubes: Record<string, string>
  toMove: string
}

export const SEAT_LETTERS = ['n', 'e', 's', 'w'] as const

export function parseBoard(text: string): BoardPosition {
  const [, drawn, toMove] = text.split(' ') as [string, string, string]
  const ranks = drawn.split('/')
  const size = ranks.length
  const cubes: Record<string, string> = {}
  ranks.forEach((rank, down) => {
    ;[...rank].forEach((cube, file) => (cubes[squareAt(file, size - 1 - down)] = cube))
  })
  return { size, cubes, toMove }
}

/** File and rank count from 0 at a1. */
export function squareAt(file: number, rank: number): string {
  return 'abcde'[file]! + (rank + 1)
}

export function placeOf(square: string): Place {
  return { file: 'abcde'.indexOf(square[0]!), rank: Number(square[1]) - 1 }
}

export function symbolOf(cube: string): 'x' | 'o' | '' {
  if (cube === '.') return ''
  return 'xns'.includes(cube) ? 'x' : 'o'
}

export interface Place {
  file: number
  rank: number
}

/** Where a place is drawn, column and row from the top left, on a board turned clockwise by quarters. */
export function turned({ file, rank }: Place, size: number, quarters: number): { column: number; row: number } {
  let [column, row] = [file, size - 1 - rank]
  for (let i = 0; i < quarters; i++) [column, row] = [size - 1 - row, column]
  return { column, row }
}

/** The squares of a push: where cubes are now that came from their neighbour nearer to the end, then the end. */
export function pushed(from: string, to: string): { square: string; cameFrom: Place }[] {
  const [a, b] = [placeOf(from), placeOf(to)]
  const step = { file: Math.sign(b.file - a.file), rank: Math.sign(b.rank - a.rank) }
  const length = Math.max(Math.abs(b.file - a.file), Math.abs(b.rank - a.rank))
  return Array.from({ length: length + 1 }, (_, i) => ({
    square: squareAt(a.file + i * step.file, a.rank + i * step.rank),
    cameFrom: { file: a.file + (i + 1) * step.file, rank: a.rank + (i + 1) * step.rank },
  }))
}

/** The board with a cube pushed in that shows `cube` now, as it will be drawn when the table has it, too. */
export function afterPush(board: BoardPosition, from: string, to: string, cube: string): BoardPosition {
  const cubes = { ...board.cubes, [to]: cube }
  for (const { square, cameFrom } of pushed(from, to).slice(0, -1)) cubes[square] = board.cubes[squareAt(cameFrom.file, cameFrom.rank)]!
  return { ...board, cubes }
}
