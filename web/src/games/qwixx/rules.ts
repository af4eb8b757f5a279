/** Qwixx, on any layout: which cell of which row has which colour and number is data. */
import { QWIXX } from '../../generated/qwixx'
import { DICE, places, refuse, Refused, whyNoRoll, type Outcome, type Refusal, type Rules, type State } from '../rules'
import { CLASSIC, layoutOf, type Cell, type Layout } from './layouts'
import { fieldsOf } from './position'

const [PASS, COLOURS] = ['pass', QWIXX.colours as readonly string[]]
const ROWS_TO_END = 2
const numberOf = (cell: Cell) => Number(cell.name.slice(1))

function count(bits: number): number {
  let found = 0
  for (let left = bits; left; left &= left - 1) found++
  return found
}

/** One player's sheet: for each row the bits of the crossed cells, and the penalty boxes crossed. */
export class Sheet {
  constructor(
    readonly rows: readonly number[],
    readonly penalties = 0,
  ) {}

  static parse(text: string, layout: Layout): Sheet {
    const parts = text.split('/')
    const rows = layout.rows.map((cells, row) => {
      const crossed = parts[row] === '-' ? [] : parts[row]!.split(',')
      return cells.reduce((bits, cell) => (crossed.includes(cell.name.slice(1)) ? bits | cell.bit : bits), 0)
    })
    return new Sheet(rows, Number(parts[layout.rows.length]))
  }

  text(layout: Layout): string {
    const rows = layout.rows.map(
      (cells, row) =>
        cells
          .filter((cell) => this.rows[row]! & cell.bit)
          .map(numberOf)
          .join(',') || '-',
    )
    return [...rows, this.penalties].join('/')
  }

  /** The reason why a cell can't be crossed on this sheet, whatever the dice. */
  whyNot(cell: Cell): string | null {
    const row = this.rows[cell.row]!
    if (row >= cell.bit) return row & cell.bit ? 'already-crossed' : 'passed-over'
    return cell.last && count(row) < QWIXX.to_lock ? 'needs-five' : null
  }

  /** Crossing the last cell of a row is crossing its lock, too. */
  cross(cell: Cell): Sheet {
    return new Sheet(
      this.rows.map((row, index) => (index === cell.row ? row | cell.bit : row)),
      this.penalties,
    )
  }

  penalise(): Sheet {
    return new Sheet(this.rows, this.penalties + 1)
  }

  crosses(row: number): number {
    return count(this.rows[row]!)
  }

  locked(row: number, layout: Layout): boolean {
    return (this.rows[row]! & layout.rows[row]!.at(-1)!.bit) !== 0
  }

  score(layout: Layout): number {
    const points = layout.rows.map((_, row) => {
      const crosses = this.crosses(row) + Number(this.locked(row, layout))
      return (crosses * (crosses + 1)) / 2
    })
    return points.reduce((sum, one) => sum + one, -QWIXX.penalty * this.penalties)
  }
}

export class Qwixx implements State {
  constructor(
    readonly sheets: readonly Sheet[],
    readonly active: number,
    readonly phase: string = 'roll',
    readonly dice: readonly number[] = [],
    /** In phase `white`: each seat's decision, sealed until the last one is made. */
    readonly decided: readonly (string | null)[] = [],
    readonly layout: Layout = CLASSIC,
  ) {}

  static start(seats: number, first = 1, layout: Layout = CLASSIC): Qwixx {
    const empty = new Sheet(layout.rows.map(() => 0))
    return new Qwixx(Array<Sheet>(seats).fill(empty), first, 'roll', [], [], layout)
  }

  static parse(text: string): Qwixx {
    const { name, sheets: texts, active, phase, faces } = fieldsOf(text)
    const layout = layoutOf(name)
    const sheets = texts.map((sheet) => Sheet.parse(sheet, layout))
    const dice = faces === '-' ? [] : [...faces].map((face) => (face === '.' ? 0 : Number(face)))
    const decided = phase === 'white' ? sheets.map(() => null) : []
    return new Qwixx(sheets, active, phase, dice, decided, layout)
  }

  toString(): string {
    const sheets = this.sheets.map((sheet) => sheet.text(this.layout))
    const dice = this.dice.map((face) => face || '.').join('') || '-'
    return ['qwixx', ...[this.layout.name].filter(Boolean), ...sheets, this.active, this.phase, dice].join(' ')
  }

  get seats(): number {
    return this.sheets.length
  }

  get awaiting(): readonly number[] {
    if (this.phase === 'roll') return [DICE]
    if (this.phase === 'white') return this.decided.flatMap((move, index) => (move === null ? [index + 1] : []))
    return this.phase === 'over' ? [] : [this.active]
  }

  get key(): string {
    return [String(this), ...this.decided].join(' ')
  }

  /** A row that anyone has locked is closed for everyone. */
  get closedRows(): readonly number[] {
    return this.layout.rows.flatMap((_, row) =>
      this.sheets.some((sheet) => sheet.locked(row, this.layout)) ? [row] : [],
    )
  }

  /** The die of a closed row's last cell has left the game. */
  get #diceLeft(): readonly boolean[] {
    const gone = this.closedRows.map((row) => this.layout.rows[row]!.at(-1)!.name[0])
    return [...Array<boolean>(QWIXX.whites).fill(true), ...COLOURS.map((colour) => !gone.includes(colour))]
  }

  get inPlay(): readonly boolean[] {
    return this.phase === 'roll' ? this.#diceLeft : []
  }

  get scores(): readonly number[] {
    return this.sheets.map((sheet) => sheet.score(this.layout))
  }

  get outcome(): Outcome | null {
    if (this.phase !== 'over') return null
    const reason = this.closedRows.length >= ROWS_TO_END ? 'rows-closed' : 'penalties'
    return { reason, places: places(this.scores), scores: this.scores, lines: [] }
  }

  get whiteSum(): number {
    return this.dice[0]! + this.dice[1]!
  }

  legalMoves(seat: number): readonly string[] {
    if (seat === DICE || !this.awaiting.includes(seat)) return []
    const [sheet, closed] = [this.sheets[seat - 1]!, this.closedRows]
    const cells = this.#offered().filter((cell) => !closed.includes(cell.row) && !sheet.whyNot(cell))
    return [...cells.map((cell) => cell.name), PASS]
  }

  /** The white sum in any colour; or one white die with one coloured die, in that colour. */
  #offered(): readonly Cell[] {
    if (this.phase === 'white') return this.layout.rows.flat().filter((cell) => numberOf(cell) === this.whiteSum)
    const [white, other, ...coloured] = this.dice as [number, number, ...number[]]
    const whites = white === other ? [white] : [white, other]
    return coloured.flatMap((face, colour) =>
      face ? whites.map((die) => this.layout.named.get(`${COLOURS[colour]}${die + face}`)!) : [],
    )
  }

  play(seat: number, move: string): Qwixx {
    const isRoll = seat === DICE && this.phase === 'roll'
    const fits = isRoll
      ? move.length === this.inPlay.length && !whyNoRoll(this.inPlay, move)
      : this.legalMoves(seat).includes(move)
    if (!fits) {
      throw new Refused(this.whyNot(seat, move) ?? refuse(move, seat === DICE ? 'not-a-roll' : 'not-a-move'))
    }
    if (isRoll) {
      const dice = [...move].map((face) => (face === '.' ? 0 : Number(face)))
      return this.#with({ phase: 'white', dice, decided: this.sheets.map(() => null) })
    }
    if (this.phase !== 'white') return this.#colourAction(move)
    const decided = this.decided.map((before, index) => (index === seat - 1 ? move : before))
    return decided.includes(null) ? this.#with({ decided }) : this.#reveal(decided as string[])
  }

  #with(change: Partial<Pick<Qwixx, 'sheets' | 'active' | 'phase' | 'dice' | 'decided'>>): Qwixx {
    const { sheets, active, phase, dice, decided } = { ...this.#parts, decided: [], ...change }
    return new Qwixx(sheets, active, phase, dice, decided, this.layout)
  }

  get #parts() {
    return { sheets: this.sheets, active: this.active, phase: this.phase, dice: this.dice }
  }

  /** The crosses are made at the same time, so several players may lock a row together. Rows that close now close at
   * once, and their dice leave. */
  #reveal(decided: readonly string[]): Qwixx {
    const sheets = this.sheets.map((sheet, index) => this.#crossed(sheet, decided[index]!))
    const phase = decided[this.active - 1] === PASS ? 'colour' : 'colour+'
    const after = this.#with({ sheets, phase })
    if (after.#ended) return after.#with({ phase: 'over', dice: [] })
    const left = after.#diceLeft
    return after.#with({ dice: this.dice.map((face, die) => (left[die] ? face : 0)) })
  }

  #crossed(sheet: Sheet, move: string): Sheet {
    return move === PASS ? sheet : sheet.cross(this.layout.named.get(move)!)
  }

  /** Whoever crossed nothing in either action takes a penalty. */
  #colourAction(move: string): Qwixx {
    const mine = this.sheets[this.active - 1]!
    const sheet = move === PASS && this.phase === 'colour' ? mine.penalise() : this.#crossed(mine, move)
    const sheets = this.sheets.map((one, index) => (index === this.active - 1 ? sheet : one))
    const after = this.#with({ sheets, phase: 'roll', dice: [] })
    if (after.#ended) return after.#with({ phase: 'over', dice: [] })
    return after.#with({ active: (this.active % this.seats) + 1 })
  }

  get #ended(): boolean {
    const penalties = this.sheets.some((sheet) => sheet.penalties >= QWIXX.boxes)
    return penalties || this.closedRows.length >= ROWS_TO_END
  }

  whyNot(seat: number, begun: string): Refusal | null {
    if (this.phase === 'over') return refuse(begun, 'game-over')
    if (this.phase === 'roll') {
      if (seat !== DICE) return refuse(begun, 'roll-first')
      const code = whyNoRoll(this.inPlay, begun)
      return code ? refuse(begun, code) : null
    }
    if (!this.awaiting.includes(seat)) {
      const decided = this.phase === 'white' && seat >= 1 && seat <= this.seats
      return refuse(begun, decided ? 'already-decided' : 'not-your-turn', { seat })
    }
    if (this.legalMoves(seat).some((move) => move.startsWith(begun))) return null
    // A colour alone is a beginning, half a number is none. The cell that the dice show tells most.
    const meant = this.layout.rows.flat().filter(({ name }) => begun === name || begun === name[0])
    const offered = this.#offered()
    const cell = meant.find((one) => offered.includes(one)) ?? meant[0]
    if (!cell) return refuse(begun, 'not-a-move')
    return this.#whyNotCross(begun, this.sheets[seat - 1]!, cell, offered.includes(cell))
  }

  #whyNotCross(begun: string, sheet: Sheet, cell: Cell, offered: boolean): Refusal {
    const facts = { cell: cell.name }
    if (this.closedRows.includes(cell.row)) return refuse(begun, 'row-closed', facts)
    if (offered) {
      return refuse(begun, sheet.whyNot(cell) ?? 'not-a-move', { ...facts, crosses: sheet.crosses(cell.row) })
    }
    if (this.phase === 'white') return refuse(begun, 'not-the-white-sum', { ...facts, sum: this.whiteSum })
    const face = this.dice[QWIXX.whites + COLOURS.indexOf(cell.name[0]!)]!
    if (!face) return refuse(begun, 'die-has-left', facts)
    const [low, high] = this.dice.slice(0, QWIXX.whites).sort() as [number, number]
    return refuse(begun, 'not-a-coloured-sum', { ...facts, low: low + face, high: high + face })
  }
}

export const start: Rules['start'] = (_, seats, first, { layout = '' }) =>
  Qwixx.start(seats, first, layoutOf(String(layout)))
export const parse = (position: string) => Qwixx.parse(position)
