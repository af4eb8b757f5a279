/** Quixo for two, and in two teams. A set of cubes is an integer with one bit a square: a1 is bit 0, then rank by rank. */
import { QUIXO } from '../../generated/quixo'
import { places, refuse, Refused, type Chosen, type Outcome, type Refusal, type State } from '../rules'

type Cubes = number

/** A cube leaves one square and goes back in at another end of its row or column; the others slide. */
interface Push {
  name: string
  taken: Cubes
  placed: Cubes
  /** The squares of the cubes that move over by one, towards the gap. */
  sliding: Cubes
  /** How many bits they move: positive to the left, negative to the right. */
  step: number
}

interface Board {
  size: number
  squares: readonly string[]
  pushes: readonly Push[]
  named: ReadonlyMap<string, Push>
  lines: readonly Cubes[]
  border: Cubes
}

const [FILES, RANKS] = ['abcde', '12345']
const boards = new Map<number, Board>()

export function board(size: number): Board {
  const known = boards.get(size)
  if (known) return known
  const numbers = Array.from({ length: size }, (_, i) => i)
  const set = (squares: readonly number[]) => squares.reduce((cubes, square) => cubes | (1 << square), 0)
  const rows = numbers.map((rank) => set(numbers.map((file) => rank * size + file)))
  const columns = numbers.map((file) => set(numbers.map((rank) => rank * size + file)))
  const diagonals = [set(numbers.map((i) => i * size + i)), set(numbers.map((i) => i * size + size - 1 - i))]
  const squares = numbers.flatMap((rank) => numbers.map((file) => FILES[file]! + RANKS[rank]))
  const border = rows[0]! | rows.at(-1)! | columns[0]! | columns.at(-1)!
  const pushes = squares.flatMap((_, square) => ((border >> square) & 1 ? pushesFrom(square, squares, size) : []))
  const named = new Map(pushes.map((push) => [push.name, push]))
  const made = { size, squares, pushes, named, lines: [...rows, ...columns, ...diagonals], border }
  boards.set(size, made)
  return made
}

/** To each end of its row and of its column, except where it came from. */
function pushesFrom(square: number, squares: readonly string[], size: number): Push[] {
  const file = square % size
  const rank = (square - file) / size
  const ends: [number, number][] = [
    [rank * size, 1],
    [rank * size + size - 1, 1],
    [file, size],
    [(size - 1) * size + file, size],
  ]
  return ends.flatMap(([end, stride]) => {
    if (end === square) return []
    // Seen from the gap, the cubes up to the free end come one square nearer.
    const away = end > square ? stride : -stride
    let sliding = 0
    for (let i = square; i !== end; i += away) sliding |= 1 << (i + away)
    return [{ name: squares[square]! + squares[end], taken: 1 << square, placed: 1 << end, sliding, step: -away }]
  })
}

/** A set of cubes after a push, without the cube that was taken. */
export function slide({ sliding, taken, step }: Push, cubes: Cubes): Cubes {
  const moving = cubes & sliding
  return (cubes & ~(sliding | taken)) | (step > 0 ? moving << step : moving >> -step)
}

export function hasLine({ lines }: Board, cubes: Cubes): boolean {
  return lines.some((line) => (cubes & line) === line)
}

const squaresOf = ({ squares }: Board, cubes: Cubes) => squares.filter((_, square) => (cubes >> square) & 1)

/** Why a text is no push on this board, nor the beginning of one, whoever's cubes are where. */
function whyNoPush(on: Board, begun: string): string | null {
  const letters = [...begun]
  const places = letters.map((letter, i) => (i % 2 ? RANKS : FILES)!.indexOf(letter))
  if (letters.length > 4 || places.includes(-1)) return 'not-a-move'
  if (places.some((place) => place >= on.size)) return 'off-board'
  const [taken, placed] = [begun.slice(0, 2), begun.slice(2)]
  if (taken.length === 2) {
    if (!((on.border >> on.squares.indexOf(taken)) & 1)) return 'not-on-border'
    if (taken === placed) return 'same-place'
  }
  return on.pushes.some((push) => push.name.startsWith(begun)) ? null : 'not-an-end'
}

/** The ranks from the top down, with the letter of each set of cubes and `.` for a blank one. */
function draw({ size, squares }: Board, letters: string, sets: readonly Cubes[]): string {
  const cells = squares.map((_, square) => letters[sets.findIndex((set) => (set >> square) & 1)] ?? '.')
  const ranks = Array.from({ length: size }, (_, rank) => cells.slice(rank * size, (rank + 1) * size).join(''))
  return ranks.reverse().join('/')
}

function parseBoard(text: string, letters: string): { size: number; sets: Cubes[] } {
  const ranks = text.split('/').reverse()
  const cells = ranks.join('')
  const sets = [...letters].map((letter) =>
    [...cells].reduce((set, cell, square) => (cell === letter ? set | (1 << square) : set), 0),
  )
  return { size: ranks.length, sets }
}

/** What both games share: lines decide, and whoever completes a line of the other symbol loses, even if the same move
 * completes a line of their own. So a line of the side to move, which can only be the others' doing, decides first. */
abstract class OnBoard implements State {
  abstract readonly seats: number
  abstract readonly key: string
  readonly scores: readonly number[] = []
  readonly inPlay: readonly boolean[] = []
  readonly board: Board

  constructor(
    readonly active: number,
    size: number,
  ) {
    this.board = board(size)
  }

  /** The cubes with the symbol of a seat's side. */
  abstract side(seat: number): Cubes
  abstract legalMoves(seat: number): readonly string[]
  abstract whyNot(seat: number, begun: string): Refusal | null
  abstract play(seat: number, move: string): OnBoard

  get over(): boolean {
    return hasLine(this.board, this.side(1)) || hasLine(this.board, this.side(2))
  }

  get phase(): string {
    return this.over ? 'over' : 'push'
  }

  get awaiting(): readonly number[] {
    return this.over ? [] : [this.active]
  }

  get outcome(): Outcome | null {
    const next = (this.active % this.seats) + 1
    for (const [reason, winner] of [
      ['opponents-line', this.active],
      ['own-line', next],
    ] as const) {
      const cubes = this.side(winner)
      const lines = this.board.lines.filter((line) => (cubes & line) === line)
      if (!lines.length) continue
      const won = Array.from({ length: this.seats }, (_, index) => Number(index % 2 === (winner - 1) % 2))
      return { reason, places: places(won), scores: [], lines: lines.map((line) => squaresOf(this.board, line)) }
    }
    return null
  }
}

export class Quixo extends OnBoard {
  readonly seats = 2

  constructor(
    readonly cubes: readonly [Cubes, Cubes],
    active: number,
    size = 5,
  ) {
    super(active, size)
  }

  static parse(text: string): Quixo {
    const [, ranks, symbol] = text.split(' ') as [string, string, string]
    const { size, sets } = parseBoard(ranks, QUIXO.letters.quixo)
    return new Quixo(sets as [Cubes, Cubes], QUIXO.letters.quixo.indexOf(symbol) + 1, size)
  }

  toString(): string {
    const letters = QUIXO.letters.quixo
    return `quixo ${draw(this.board, letters, this.cubes)} ${letters[this.active - 1]}`
  }

  get key(): string {
    return String(this)
  }

  side(seat: number): Cubes {
    return this.cubes[(seat - 1) as 0 | 1]
  }

  legalMoves(seat: number): readonly string[] {
    if (!this.awaiting.includes(seat)) return []
    const theirs = this.side(3 - seat)
    return this.board.pushes.filter((push) => !(push.taken & theirs)).map((push) => push.name)
  }

  play(seat: number, move: string): Quixo {
    const push = this.board.named.get(move)
    if (!push || !this.awaiting.includes(seat) || push.taken & this.side(3 - seat)) {
      throw new Refused(this.whyNot(seat, move) ?? refuse(move, 'not-a-move'))
    }
    return this.pushed(push)
  }

  /** After a push that may be played. */
  pushed(push: Push): Quixo {
    const [crosses, noughts] = this.cubes.map((cubes) => slide(push, cubes)) as [Cubes, Cubes]
    return this.active === 1
      ? new Quixo([crosses | push.placed, noughts], 2, this.board.size)
      : new Quixo([crosses, noughts | push.placed], 1, this.board.size)
  }

  whyNot(seat: number, begun: string): Refusal | null {
    if (this.over) return refuse(begun, 'game-over')
    if (seat !== this.active) return refuse(begun, 'not-your-turn', { seat, to_move: this.active })
    const code = whyNoPush(this.board, begun)
    if (code) return refuse(begun, code)
    if (this.legalMoves(seat).some((move) => move.startsWith(begun))) return null
    return refuse(begun, 'opponents-cube', { square: begun.slice(0, 2) })
  }
}

const SKIP = 'skip'
const SEATS = QUIXO.letters.quixo4
const partner = (seat: number) => ((seat + 1) % 4) + 1

/** The cubes that point at n, e, s and w: only this player may take them. */
export class Quixo4 extends OnBoard {
  readonly seats = 4

  constructor(
    readonly cubes: readonly Cubes[],
    active: number,
    readonly turns: number,
    size = 5,
  ) {
    super(active, size)
  }

  static parse(text: string): Quixo4 {
    const [, ranks, seat, turns] = text.split(' ') as [string, string, string, string]
    const { size, sets } = parseBoard(ranks, SEATS)
    return new Quixo4(sets, SEATS.indexOf(seat) + 1, Number(turns), size)
  }

  toString(): string {
    return `quixo4 ${draw(this.board, SEATS, this.cubes)} ${SEATS[this.active - 1]} ${this.turns}`
  }

  /** The number of turns matters only while blank cubes alone may be taken. */
  get key(): string {
    return String(new Quixo4(this.cubes, this.active, Math.min(this.turns, QUIXO.first_turns), this.board.size))
  }

  side(seat: number): Cubes {
    return this.cubes[seat - 1]! | this.cubes[partner(seat) - 1]!
  }

  /** Border cubes that are blank or, after the first turns, point at the player to move. */
  get #takeable(): Cubes {
    const blank = this.board.border & ~(this.side(1) | this.side(2))
    return this.turns < QUIXO.first_turns ? blank : blank | (this.board.border & this.cubes[this.active - 1]!)
  }

  legalMoves(seat: number): readonly string[] {
    if (!this.awaiting.includes(seat)) return []
    const takeable = this.#takeable
    const arrows = [SEATS[seat - 1]!, SEATS[partner(seat) - 1]!]
    const pushes = this.board.pushes.filter((push) => push.taken & takeable)
    const moves = pushes.flatMap((push) => arrows.map((arrow) => push.name + arrow))
    return moves.length ? moves : [SKIP]
  }

  play(seat: number, move: string): Quixo4 {
    if (!this.legalMoves(seat).includes(move)) {
      throw new Refused(this.whyNot(seat, move) ?? refuse(move, 'not-a-move'))
    }
    return this.pushed(move)
  }

  /** After a move that may be played. */
  pushed(move: string): Quixo4 {
    const push = this.board.named.get(move.slice(0, 4))
    const arrow = SEATS.indexOf(move[4]!)
    const after = push
      ? this.cubes.map((cubes, index) => slide(push, cubes) | (index === arrow ? push.placed : 0))
      : this.cubes
    return new Quixo4(after, (this.active % 4) + 1, this.turns + 1, this.board.size)
  }

  whyNot(seat: number, begun: string): Refusal | null {
    if (this.over) return refuse(begun, 'game-over')
    if (seat !== this.active) return refuse(begun, 'not-your-turn', { seat, to_move: this.active })
    if (this.legalMoves(seat).some((move) => move.startsWith(begun))) return null
    if (SKIP.startsWith(begun)) return refuse(begun, 'must-move')
    if (!this.#takeable) return refuse(begun, 'must-skip')
    const [push, arrow] = [begun.slice(0, 4), begun.slice(4)]
    if (arrow && (arrow.length > 1 || !SEATS.includes(arrow))) return refuse(begun, 'not-a-move')
    const code = whyNoPush(this.board, push)
    if (code) return refuse(begun, code)
    if (arrow && (SEATS.indexOf(arrow) - seat + 1) % 2) return refuse(begun, 'arrow-at-opponent', { arrow })
    const square = push.slice(0, 2)
    return refuse(begun, this.#whyNotTakeable(seat, square), { square })
  }

  /** About a cube, or about all that stand in one file. */
  #whyNotTakeable(seat: number, begun: string): string {
    const ours = squaresOf(this.board, this.side(seat))
    if (!ours.some((square) => square.startsWith(begun))) return 'opponents-cube'
    return this.turns < QUIXO.first_turns ? 'blank-first' : 'partners-cube'
  }
}

export function start(game: string, _: number, first: number, options: Chosen): State {
  const size = Number(options.size ?? 5)
  return game === 'quixo' ? new Quixo([0, 0], first, size) : new Quixo4([0, 0, 0, 0], first, 0, size)
}

export function parse(position: string): State {
  return position.startsWith('quixo4 ') ? Quixo4.parse(position) : Quixo.parse(position)
}
