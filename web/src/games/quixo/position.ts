/** Positions as text, taken apart for drawing. Nothing here knows what may be played. */
import { QUIXO } from '../../generated/quixo'
import type { HintWords } from '../../lib/wire'

export type Symbol = 'x' | 'o'

export interface BoardPosition {
  size: number
  /** What lies on each square: `.`, `x`, `o`, or in teams `n`, `e`, `s`, `w`. */
  cubes: Record<string, string>
  toMove: string
}

const LETTERS: Record<string, string> = QUIXO.letters
const SYMBOLS: Record<string, Symbol> = QUIXO.symbols
const WAYS: Record<string, string> = QUIXO.ways

/** The letter of a seat: on its cubes, and at the end of a move in teams. */
export function letterOf(game: string, seat: number): string {
  return LETTERS[game]![seat - 1]!
}

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

/** The board of a position as it is written. */
export function boardText({ size, cubes }: BoardPosition): string {
  const ranks = Array.from({ length: size }, (_, down) =>
    Array.from({ length: size }, (_, file) => cubes[squareAt(file, size - 1 - down)] ?? '.').join(''),
  )
  return ranks.join('/')
}

/** File and rank count from 0 at a1. */
export function squareAt(file: number, rank: number): string {
  return 'abcde'[file]! + (rank + 1)
}

export function placeOf(square: string): Place {
  return { file: 'abcde'.indexOf(square[0]!), rank: Number(square[1]) - 1 }
}

export function symbolOf(cube: string): Symbol | '' {
  return SYMBOLS[cube] ?? ''
}

/** The symbol of a seat as a sign. */
export function signOf(game: string, seat: number): string {
  return { x: '✕', o: '◯' }[SYMBOLS[letterOf(game, seat)]!]
}

/** A player's side of the board at which an arrow points, clockwise from the north; null for a cube without arrow. */
export function arrowOf(cube: string): number | null {
  const side = LETTERS.quixo4!.indexOf(cube)
  return side < 0 ? null : side
}

/** The squares that a hint names: a line, or one cube. */
export function lookedAt({ facts }: HintWords, size: number): string[] {
  if (typeof facts.square === 'string') return [facts.square]
  const line = facts.line
  if (typeof line !== 'object') return []
  const [name, all] = [String(line.facts.name), Array.from({ length: size }, (_, i) => i)]
  const falls = name === `a1–${squareAt(size - 1, size - 1)}` ? 0 : size - 1
  const square: Record<string, (i: number) => string> = {
    'line.column': (i) => name + (i + 1),
    'line.row': (i) => 'abcde'[i]! + name,
    'line.diagonal': (i) => squareAt(i, Math.abs(falls - i)),
  }
  return all.map(square[line.key] ?? (() => ''))
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

/** A push as it is written: the square a cube leaves, the one where it goes back in, and in teams its arrow. */
export interface PushMove {
  from: string
  to: string
  arrow: string
}

/** None for a turn that is skipped. */
export function readPush(move: string): PushMove | null {
  const push = move.slice(0, 4)
  return push in WAYS ? { from: push.slice(0, 2), to: push.slice(2), arrow: move.slice(4) } : null
}

/** The squares of a push, from where the cube leaves to where it goes back in. */
export function wayOf({ from, to }: PushMove): string[] {
  return WAYS[from + to]!.split(' ')
}

/** The board with a cube pushed in that shows `cube` now, as it will be drawn when the table has it, too. */
export function afterPush(board: BoardPosition, push: PushMove, cube: string): BoardPosition {
  const way = wayOf(push)
  const cubes = { ...board.cubes, [push.to]: cube }
  way.slice(1).forEach((square, place) => (cubes[way[place]!] = board.cubes[square]!))
  return { ...board, cubes }
}
