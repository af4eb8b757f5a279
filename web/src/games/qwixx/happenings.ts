/** What happens in a turn of Qwixx, in the order in which people at a table would see it. */
import { list, t } from '../../lib/i18n.svelte'
import { aroundFrom, nameOf, properName } from '../../lib/players'
import type { Happened, TableView } from '../../lib/wire'
import { held, type Happening } from '../../table/happenings'
import { cellName } from './cells'
import { layoutOf } from './layouts'
import { DICE, fieldsOf, isCell, parseQwixx, PENALTY, whiteSum, type Colour } from './position'

/** Which dice make a number in a colour: a white one and the coloured one; none if they don't. */
export function diceOf(cell: string, dice: readonly number[]): [number, number] | null {
  const coloured = DICE.indexOf(cell[0] as Colour)
  const number = Number(cell.slice(1))
  const white = DICE.findIndex((colour, die) => colour === '' && dice[die]! + dice[coloured]! === number)
  return dice[coloured] && white >= 0 ? [white, coloured] : null
}

/** A sum that reads from left to right in every language. */
export function sumText(first: number, second: number, total?: number): string {
  return `\u2066${first} + ${second}${total === undefined ? '' : ` = ${total}`}\u2069`
}

/** The text of a position, taken apart as far as moments change it. */
class Scene {
  readonly #fields: string[]
  readonly #name: string
  #changes: Partial<TableView> = {}

  constructor(private readonly from: TableView) {
    this.#fields = from.position.split(' ')
    this.#name = fieldsOf(from.position).name
  }

  change(changes: Partial<TableView>): void {
    this.#changes = { ...this.#changes, ...changes }
  }

  set dice(faces: string) {
    this.#fields[this.#fields.length - 1] = faces
  }

  get dice(): string {
    return this.#fields.at(-1)!
  }

  cross(seat: number, cell: string): void {
    const { row: part } = layoutOf(this.#name).named.get(cell)!
    this.#write(seat, part, (row) => (row === '-' ? '' : `${row},`) + cell.slice(1))
  }

  penalty(seat: number): void {
    this.#write(seat, layoutOf(this.#name).rows.length, (count) => String(Number(count) + 1))
  }

  remove(colour: Colour): void {
    const die = DICE.indexOf(colour)
    if (this.dice !== '-') this.dice = [...this.dice].map((face, i) => (i === die ? '.' : face)).join('')
  }

  #write(seat: number, part: number, change: (text: string) => string): void {
    const field = seat + Number(this.#name !== '')
    const parts = this.#fields[field]!.split('/')
    parts[part] = change(parts[part]!)
    this.#fields[field] = parts.join('/')
  }

  /** As it looks now; nothing is to be decided meanwhile. */
  get view(): TableView {
    return { ...held({ ...this.from, ...this.#changes }), position: this.#fields.join(' ') }
  }
}

type Move = Extract<Happened['event'], { type: 'moved' }>

export function happenings(before: TableView, view: TableView, events: readonly Happened[]): Happening[] {
  const moves = events.flatMap(({ event }) => (event.type === 'moved' ? [event] : []))
  if (events.some(({ event }) => event.type === 'taken-back') && view.phase === 'white') return [again(view)]
  if (!moves.length || view.plies <= before.plies) return []
  const rolls = moves.filter((move) => move.seat === 0)
  if (rolls.length > 1 || (rolls.length && before.phase !== 'roll')) return past(view, moves)
  return new Turn(before, view, moves).told
}

/** A decision is open again: what was said of it no longer holds. */
function again(view: TableView): Happening {
  const sum = whiteSum(parseQwixx(view.position).dice)
  return { text: () => t('turn.sum', { sum }), moment: 'none' }
}

export function opening(view: TableView): Happening[] {
  if (view.phase !== 'white' || view.dice?.rolls !== 1 || view.status !== 'playing') return []
  const fields = view.position.split(' ')
  const move = fields.pop()!
  const position = [...fields, '-'].join(' ')
  const before = held({ ...view, position, phase: 'roll', plies: 0, dice: { ...view.dice, rolls: 0 } })
  return [{ moment: 'own', view: before }, ...new Turn(before, view, [{ type: 'moved', at: 0, seat: 0, move }]).told]
}

/** Several turns at once: somebody was away. Each thing is said, and the sheets are as they are now. */
function past(view: TableView, moves: readonly Move[]): Happening[] {
  return moves.flatMap(({ seat, move }): Happening[] => {
    const told = (text: () => string): Happening[] => [{ text, moment: 'past', acts: [seat] }]
    if (seat === 0) return told(() => t('turn.sum', { sum: whiteSum([...move].map(Number)) }))
    if (isCell(move)) return told(() => t('turn.crossed', { name: nameOf(view, seat), cell: cellName(move) }))
    return move === 'pass' ? told(() => passText(view, [seat])) : []
  })
}

/** What a seat of this browser has decided for the next roll; a table of before there was that says nothing of it. */
export function decidedAhead(view: TableView, seat: number): readonly string[] {
  return ((view.ahead as TableView['ahead'] | undefined) ?? {})[seat] ?? []
}

function isMe(view: TableView, seat: number): boolean {
  return view.you.length === 1 && view.you[0] === seat
}

function passText(view: TableView, seats: readonly number[]): string {
  if (seats.length === 1 && isMe(view, seats[0]!)) return t('turn.you-pass')
  return t('turn.pass', { names: list(seats.map((seat) => properName(view, seat))), count: seats.length })
}

class Turn {
  readonly told: Happening[] = []
  readonly #scene: Scene
  readonly #was
  readonly #is
  readonly #active: number
  #closed: readonly Colour[]

  constructor(
    private readonly before: TableView,
    private readonly view: TableView,
    private readonly moves: readonly Move[],
  ) {
    this.#scene = new Scene(before)
    this.#was = parseQwixx(before.position)
    this.#is = parseQwixx(view.position)
    this.#active = before.active
    this.#closed = this.#was.closed
    const roll = moves.find(({ seat }) => seat === 0)
    if (roll) this.#roll(roll.move)
    const coloured = !roll && before.phase !== 'white'
    if (!coloured) {
      if (roll) this.#passedOver()
      if (roll) this.#ahead()
      if (view.phase === 'white' && view.status === 'playing') return
      this.#reveal()
    }
    this.#colour(coloured)
  }

  get #dice(): number[] {
    return parseQwixx(this.#scene.view.position).dice
  }

  #tell(happening: Omit<Happening, 'view'>): void {
    this.told.push({ ...happening, view: this.#scene.view })
  }

  #roll(faces: string): void {
    const { before, view } = this
    this.#scene.dice = faces
    this.#scene.change({ phase: 'white', dice: view.dice && { ...view.dice, to_tap: null } })
    const acts = [this.#active]
    const active = this.#active
    const text = () => (isMe(view, active) ? t('turn.you-roll') : t('turn.rolls', { name: nameOf(before, active) }))
    this.#tell({ text, moment: 'roll', noise: 'roll', acts })
    const decides = view.phase === 'white' && view.awaiting.some((seat) => view.you.includes(seat))
    const sum = whiteSum(this.#dice)
    this.#tell({ text: () => t('turn.sum', { sum }), moment: decides ? 'none' : 'sum', acts })
  }

  /** Who sits here and has no place for the white sum is told so: they could not have decided. */
  #passedOver(): void {
    const { view } = this
    const sum = whiteSum(this.#dice)
    const seats = new Set(this.moves.filter(({ seat, why }) => seat > 0 && why === 'only-move').map(({ seat }) => seat))
    for (const seat of seats) {
      if (!view.you.includes(seat)) continue
      const text = () =>
        isMe(view, seat) ? t('qwixx.no-fit', { sum }) : t('qwixx.no-fit-name', { name: nameOf(view, seat), sum })
      this.#tell({ text, moment: 'unfit', acts: [seat] })
    }
  }

  /** What was decided here before the roll either counts now, or has to be decided anew. */
  #ahead(): void {
    const { before, view } = this
    for (const seat of view.you) {
      const own = this.moves.find((one) => one.seat === seat)
      const move = own?.why === 'ahead' ? own.move : undefined
      // Whoever has no place for the sum at all has been told so.
      if (move === undefined && (own || !decidedAhead(before, seat).length)) continue
      const text = () =>
        move === undefined
          ? t('ahead.missed')
          : isCell(move)
            ? t('ahead.crossed', { cell: cellName(move) })
            : t('ahead.passed')
      this.#tell({ text, moment: 'own', acts: [seat] })
    }
  }

  /** The white sum: everybody shows what they have decided, who sits here first. */
  #reveal(): void {
    const { view } = this
    const here = (seat: number) => Number(view.you.includes(seat))
    const seats = aroundFrom(view, this.#active).sort((a, b) => here(b) - here(a))
    const [first, second] = this.#dice
    const passed: number[] = []
    for (const seat of seats) {
      const cell = this.#newCell(seat)
      if (cell) this.#cross(seat, cell, sumText(first!, second!))
      else if (!here(seat) || (view.you.length > 1 && this.before.sealed[seat] === 'pass')) passed.push(seat)
      else if (this.moves.some((move) => move.seat === seat && move.why === 'chosen'))
        this.#tell({ text: () => passText(view, [seat]), moment: 'own', acts: [seat] })
    }
    if (passed.length) this.#tell({ text: () => passText(view, passed), moment: 'pass', acts: passed })
    this.#locks()
  }

  /** What the active player makes of one white and one coloured die. */
  #colour(chosen: boolean): void {
    const { view } = this
    const seat = this.#active
    this.#scene.change({ phase: 'colour', sealed: {} })
    const cell = chosen ? this.#newCell(seat) : null
    const auto = this.moves.findLast((move) => move.seat === seat)?.why === 'only-move'
    if (cell) {
      const pair = diceOf(cell, this.#dice)
      this.#cross(seat, cell, pair ? sumText(this.#dice[pair[0]]!, this.#dice[pair[1]]!) : '')
      this.#locks()
    } else if (this.#is.sheets[seat - 1]!.penalties > this.#was.sheets[seat - 1]!.penalties) {
      this.#scene.penalty(seat)
      const mine = isMe(view, seat)
      const text = () =>
        auto
          ? mine
            ? t('qwixx.nothing-fits')
            : t('qwixx.nothing-fits-name', { name: nameOf(view, seat) })
          : mine
            ? t('qwixx.you-take-penalty')
            : t('qwixx.takes-penalty', { name: nameOf(view, seat) })
      this.#tell({ text, moment: 'penalty', noise: 'cross', acts: [seat], about: PENALTY })
    } else if (chosen || (auto && view.phase === 'roll' && view.status === 'playing')) {
      const mine = view.you.includes(seat)
      const text = () => (mine && auto ? t('qwixx.nothing-more') : passText(view, [seat]))
      this.#tell({ text, moment: mine ? (auto ? 'unfit' : 'own') : 'pass', acts: [seat] })
    }
  }

  #newCell(seat: number): string | null {
    const was = parseQwixx(this.#scene.view.position).sheets[seat - 1]!.rows
    for (const [index, row] of this.#is.sheets[seat - 1]!.rows.entries()) {
      const number = row.crossed.find((one) => !was[index]!.crossed.includes(one))
      if (number !== undefined) return row.cells[row.numbers.indexOf(number)]!
    }
    return null
  }

  #cross(seat: number, cell: string, sum: string): void {
    this.#scene.cross(seat, cell)
    const text = () => `${nameOf(this.view, seat)} · ${sum && `${sum}: `}${cellName(cell)}`
    const moment = isMe(this.view, seat) ? 'own' : 'cross'
    this.#tell({ text, moment, noise: 'cross', acts: [seat], about: cell })
  }

  /** The greatest moment of the game: whose row it is, and what it means for all. */
  #locks(): void {
    const { sheets, closed } = parseQwixx(this.#scene.view.position)
    for (const colour of closed.filter((one) => !this.#closed.includes(one))) {
      const locked = (sheet: (typeof sheets)[number]) => sheet.rows.some((row) => row.colour === colour && row.locked)
      const seats = sheets.flatMap((sheet, index) => (locked(sheet) ? [index + 1] : []))
      this.#scene.remove(colour)
      const text = () => {
        const names = list(seats.map((seat) => nameOf(this.view, seat)))
        return t('qwixx.closed-by', { names, colour: t(`colour.${colour}`) })
      }
      this.#tell({ text, moment: 'lock', noise: 'lock', acts: seats, feast: colour })
    }
    this.#closed = closed
  }
}
