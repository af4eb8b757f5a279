/** A table in this browser, as its events made it: what the server's table is, for people at one device and bots. */
import { DICE, places, refuse, Refused, roll, type Chosen, type Rules, type State } from '../games/rules'
import type { Command, Happened, Level, Options, PlyView, TableView } from '../lib/wire'

export type Event = Happened['event']
type Seat = TableView['seats'][number] & { token: string }
type Ply = Pick<Extract<Event, { type: 'moved' }>, 'seat' | 'move'> & { why: PlyView['why'] }

/** Who shall sit in a seat; somebody of this browser has a token for it. */
export interface Planned {
  kind: 'human' | 'bot'
  name: string
  level: Level | null
  /** Tables from before there were faces have none. */
  face?: string
  token: string
}

/** What was agreed, and what chance said before the first move. */
export interface Opening {
  id: string
  game: string
  seats: readonly Planned[]
  options: Options
  first: number
  firstRolls: readonly number[]
  previous: string | null
  /** Of a day's game: its dice, all of them each time. Those that have left the game are not looked at. */
  rolls?: readonly string[]
}

/** What is known of the game before it begins. */
export interface Facts {
  dice: boolean
  two_sides: boolean
  /** What may be chosen, the default first. */
  options: Readonly<Record<string, readonly number[]>>
  /** What may be told in a word. */
  words: readonly string[]
  sideOf: (seat: number, seats: number) => readonly number[]
}

const ROLL = 'roll'
const REPETITIONS = 3
/** Moves after which a game without end is a draw. */
const LONGEST_GAME = 2_000

/** A fair number below `count`. */
export function draw(count: number): number {
  const fair = 256 - (256 % count)
  const byte = () => crypto.getRandomValues(new Uint8Array(1))[0]!
  let drawn = byte()
  while (drawn >= fair) drawn = byte()
  return drawn % count
}

/** Chance says who begins and, where it was so agreed, who plays which symbol: then all move one seat on. */
export function opening(
  id: string,
  game: string,
  planned: readonly Planned[],
  options: Options,
  twoSides: boolean,
  previous: string | null,
): Opening {
  const movedOn = twoSides && options.symbols === 'random' && draw(2) === 1
  const seats = movedOn ? [...planned.slice(-1), ...planned.slice(0, -1)] : planned
  const firstRolls: number[] = []
  let first = 1 + draw(seats.length)
  if (options.first === 'first-six') {
    while (firstRolls.at(-1) !== 6) firstRolls.push(1 + draw(6))
    first = ((firstRolls.length - 1) % seats.length) + 1
  } else if (typeof options.first === 'number') {
    first = movedOn ? (options.first % seats.length) + 1 : options.first
  }
  return { id, game, seats, options, first, firstRolls, previous }
}

/** Is the ply between these states one of several decisions made at the same time, and not the last of them? */
function sameAction(before: State, after: State): boolean {
  const deciding = before.awaiting.length
  return deciding > 1 && after.phase === before.phase && after.awaiting.length < deciding
}

export class LocalTable {
  readonly events: Event[] = []
  readonly seats: Seat[]
  next: string | null = null
  #states: State[]
  #plies: Ply[] = []
  /** How many plies were made before the action that is going on. */
  #action = 0
  /** The revision at which that began. */
  #actionRevision = 0
  #turn = 1
  #rolls = 0
  #drawOffered: readonly number[] = []
  #rematch: readonly number[] = []
  #ended: { reason: string; places: readonly number[]; seat: number } | null = null

  constructor(
    readonly opened: Opening,
    rules: Rules,
    readonly facts: Facts,
    events: readonly Event[] = [],
  ) {
    this.#states = [rules.start(opened.game, opened.seats.length, opened.first, this.#chosen)]
    this.seats = opened.seats.map((seat, index) => ({
      face: '',
      ...seat,
      seat: index + 1,
      connected: true,
      left: false,
      failed: false,
    }))
    for (const event of events) this.#apply(event)
  }

  /** What the game itself lets one choose, where it was chosen. */
  get #chosen(): Chosen {
    const all = Object.entries(this.opened.options) as [string, number | string][]
    return Object.fromEntries(all.filter(([name]) => name in this.facts.options || this.facts.words.includes(name)))
  }

  /** What was chosen in a word, where it is not the usual one. */
  get told(): [string, string][] {
    return Object.entries(this.#chosen).flatMap(([name, word]) =>
      typeof word === 'string' && word ? [[name, word]] : [],
    )
  }

  /** Does the game begin as it usually does, but for what is told in words? */
  get usual(): boolean {
    return Object.entries(this.#chosen).every(
      ([name, value]) => typeof value === 'string' || value === this.facts.options[name]![0],
    )
  }

  get state(): State {
    return this.#states.at(-1)!
  }

  /** The position with which the game began. */
  get start(): string {
    return String(this.#states[0])
  }

  get over(): boolean {
    return this.#ended !== null || this.state.outcome !== null
  }

  get awaiting(): readonly number[] {
    if (this.over) return []
    return this.state.awaiting[0] === DICE ? [this.state.active] : this.state.awaiting
  }

  /** The people who decide for themselves. */
  get people(): readonly number[] {
    return this.seats.filter(({ kind, level }) => kind === 'human' && !level).map(({ seat }) => seat)
  }

  get present(): readonly number[] {
    return this.people.filter((seat) => !this.seats[seat - 1]!.left)
  }

  /** A bot that is to decide now, and with what strength. */
  get bot(): { seat: number; level: Level } | null {
    const seat = this.awaiting.find((one) => this.seats[one - 1]!.level !== null)
    return seat === undefined ? null : { seat, level: this.seats[seat - 1]!.level! }
  }

  /** What a seat may play now. */
  choices(seat: number): readonly string[] {
    if (!this.awaiting.includes(seat)) return []
    return this.state.awaiting[0] === DICE ? [ROLL] : this.state.legalMoves(seat)
  }

  whyNot(seat: number, begun: string): Refused['refusal'] | null {
    if (this.over) return refuse(begun, 'game-over')
    if (this.state.awaiting[0] !== DICE) return this.state.whyNot(seat, begun)
    if (seat !== this.state.active) return refuse(begun, 'not-your-turn', { seat, to_move: this.state.active })
    return ROLL.startsWith(begun) ? null : refuse(begun, 'roll-first')
  }

  /** Carries a command out; throws `Refused`. What it brings is among the events afterwards. */
  do(seat: number, command: Command): void {
    const at = Date.now()
    switch (command.type) {
      case 'play':
        return this.#play(seat, command.move, command.turn)
      case 'resign':
        if (this.#side(seat).length * 2 !== this.seats.length) throw refused('cannot-resign')
        return this.#end('resigned', seat)
      case 'offer-draw':
        if (!this.facts.two_sides) throw refused('no-draw')
        return this.#offerDraw(seat)
      case 'decline-draw':
        return this.#apply({ type: 'draw-declined', at, seat })
      case 'ask-takeback':
        return this.#takeBack(seat)
      case 'say':
        return this.#apply({ type: 'said', at, seat, phrase: command.phrase, team: command.team ?? false })
      case 'leave':
        return this.#apply({ type: 'left', at, seat })
      case 'return':
        return this.#apply({ type: 'returned', at, seat })
      case 'replace':
        return this.#apply({ type: 'replaced', at, seat: command.seat, level: command.level ?? 'medium' })
      case 'rematch':
        if (!this.over) throw refused('not-over')
        return this.#apply({ type: 'rematch-wanted', at, seat })
      default:
        throw refused('malformed')
    }
  }

  /** Does everybody who is here want to play again, and is there no next game yet? */
  get again(): boolean {
    return !this.next && this.present.length > 0 && this.present.every((seat) => this.#rematch.includes(seat))
  }

  rematched(table: string): void {
    this.#apply({ type: 'rematched', at: Date.now(), table })
  }

  #play(seat: number, move: string, turn: number): void {
    if (turn !== this.#turn) throw refused('stale-turn')
    const refusal = this.whyNot(seat, move)
    if (refusal) throw new Refused(refusal)
    const rolls = this.state.awaiting[0] === DICE
    const played = rolls ? { seat: DICE, move: this.#roll() } : { seat, move }
    this.#apply({ type: 'moved', at: Date.now(), why: 'chosen', ...played })
    this.#playOn()
  }

  #roll(): string {
    const { inPlay } = this.state
    const due = this.opened.rolls?.[this.#rolls]
    return due ? inPlay.map((there, die) => (there ? due[die] : '.')).join('') : roll(inPlay)
  }

  /** What follows from a move by itself. */
  #playOn(): void {
    while (!this.over) {
      const { facts, state } = this
      const repeated = () => this.#states.filter(({ key }) => key === state.key).length >= REPETITIONS
      if (facts.two_sides && this.opened.options.repetition !== false && repeated()) return this.#end('repetition')
      if (facts.two_sides && this.#plies.length >= LONGEST_GAME) return this.#end('too-long')
      if (state.awaiting[0] === DICE) return
      const seat = state.awaiting.find((one) => state.legalMoves(one).length === 1)
      if (seat === undefined) return
      this.#apply({ type: 'moved', at: Date.now(), seat, move: state.legalMoves(seat)[0]!, why: 'only-move' })
    }
  }

  /** A draw; or, where a seat gives up, its side has lost. */
  #end(reason: 'agreed' | 'resigned' | 'repetition' | 'too-long', seat = 0): void {
    const won = this.seats.map((one) => Number(seat > 0 && !this.#side(seat).includes(one.seat)))
    this.#apply({ type: 'ended', at: Date.now(), reason, places: places(won), seat })
  }

  #side(seat: number): readonly number[] {
    return this.facts.sideOf(seat, this.seats.length)
  }

  #offerDraw(seat: number): void {
    const mine = this.#side(seat)
    const at = Date.now()
    const other = this.seats.find((one) => !mine.includes(one.seat))!.seat
    this.#apply({ type: 'draw-offered', at, seat })
    if (this.#drawOffered.some((one) => !mine.includes(one))) this.#end('agreed')
    // A side of bots alone plays on.
    else if (!this.present.some((one) => !mine.includes(one))) this.#apply({ type: 'draw-declined', at, seat: other })
  }

  /** Whoever sits at one device agrees about it by word of mouth. */
  #takeBack(seat: number): void {
    if (!this.#mayTakeBack(seat)) throw refused('no-takeback')
    const own = this.#lastChosen(seat)
    this.#apply({ type: 'taken-back', at: Date.now(), seat, plies: own, alone: own >= this.#action })
  }

  /** Nothing that was decided before the last roll: what is seen is seen. */
  #mayTakeBack(seat: number): boolean {
    const own = this.#lastChosen(seat)
    return own > this.#plies.findLastIndex((ply) => ply.seat === DICE) && !this.over
  }

  #lastChosen(seat: number): number {
    return this.#plies.findLastIndex((ply) => ply.seat === seat && ply.why === 'chosen')
  }

  #apply(event: Event): void {
    this.events.push(event)
    switch (event.type) {
      case 'moved':
        this.#drawOffered = this.#drawOffered.filter((seat) => this.#side(seat).includes(event.seat))
        return this.#push({ seat: event.seat, move: event.move, why: event.why ?? 'chosen' })
      case 'taken-back': {
        const kept = this.#plies.filter((_, ply) => (event.alone ? ply !== event.plies : ply < event.plies))
        const turn = this.#turn
        ;[this.#states, this.#plies, this.#action, this.#rolls] = [[this.#states[0]!], [], 0, 0]
        kept.forEach((ply) => this.#push(ply))
        this.#turn = turn + 1
        this.#drawOffered = []
        return
      }
      case 'ended':
        this.#ended = { reason: event.reason, places: event.places, seat: event.seat ?? 0 }
        return
      case 'draw-offered':
        this.#drawOffered = [...this.#drawOffered, event.seat]
        return
      case 'draw-declined':
        this.#drawOffered = []
        return
      case 'left':
        this.seats[event.seat - 1]!.left = true
        return
      case 'returned':
        Object.assign(this.seats[event.seat - 1]!, { left: false, level: null })
        return
      case 'replaced':
        this.seats[event.seat - 1]!.level = event.level
        return
      case 'rematch-wanted':
        this.#rematch = [...this.#rematch, event.seat]
        return
      case 'rematched':
        this.next = event.table
    }
  }

  #push(ply: Ply): void {
    const before = this.state
    const after = before.play(ply.seat, ply.move)
    this.#states.push(after)
    this.#plies.push(ply)
    if (ply.seat === DICE) this.#rolls++
    if (sameAction(before, after)) return
    this.#action = this.#plies.length
    this.#actionRevision = this.events.length
    this.#turn++
  }

  /** The decisions, or the roll, that led to the present state. */
  get #last(): readonly Ply[] {
    if (!this.#action) return []
    let begin = this.#action - 1
    while (begin > 0 && sameAction(this.#states[begin - 1]!, this.#states[begin]!)) begin--
    return this.#plies.slice(begin, this.#action)
  }

  /** The table for whoever holds the seats `you`. */
  view(you: readonly number[]): TableView {
    const { state, opened } = this
    const choices = you.flatMap((seat) => (this.awaiting.includes(seat) ? [[seat, this.choices(seat)]] : []))
    const sealed = this.#plies.slice(this.#action).filter(({ seat }) => you.includes(seat))
    const outcome = state.outcome && { ...state.outcome, seat: null }
    const ended = this.#ended && {
      ...this.#ended,
      seat: this.#ended.seat || null,
      scores: [...state.scores],
      lines: [],
    }
    const places = (ended ?? outcome)?.places ?? []
    const view: Record<keyof TableView, unknown> = {
      id: opened.id,
      game: opened.game,
      seats: this.seats.map(({ token: _, ...seat }) => seat),
      options: opened.options,
      first_rolls: opened.firstRolls,
      previous: opened.previous,
      next: this.next,
      series: null,
      revision: this.events.length,
      status: this.over ? 'over' : 'playing',
      position: String(state),
      phase: state.phase,
      active: state.active,
      awaiting: this.awaiting,
      finished: [],
      last: this.#last,
      scores: state.scores,
      plies: this.#plies.length,
      clock: null,
      dice: this.facts.dice
        ? { commitment: '', secret: null, salts: [], shared: null, rolls: this.#rolls, to_tap: null }
        : null,
      draw_offered: this.#drawOffered,
      takeback: null,
      takeback_agreed: [],
      rematch_wanted: this.#rematch,
      hints: this.seats.map(() => 0),
      // Each game here stands by itself; a draw counts for nobody.
      wins: this.seats.map((_, index) => Number(new Set(places).size > 1 && places[index] === 1)),
      changed_at: this.events.at(-1)?.at ?? Date.now(),
      outcome: ended ?? outcome,
      now: Date.now(),
      you,
      turn: this.#turn,
      moves: choices[0]?.[1] ?? [],
      choices: Object.fromEntries(choices),
      sealed: Object.fromEntries(sealed.map(({ seat, move }) => [seat, move])),
      passed_over: sealed.flatMap(({ seat, why }) => (why === 'only-move' ? [seat] : [])),
      ahead: {},
      may_take_back: you.filter((seat) => this.#mayTakeBack(seat)),
      may_unroll: [],
    }
    // A message is text on its way: nobody shares anything with this table.
    return JSON.parse(JSON.stringify(view)) as TableView
  }

  /** The events behind a revision; what another seat has decided and is still sealed is not told. */
  happened(revision: number, you: readonly number[]): Happened[] {
    return this.events.slice(revision).map((event, index) => {
      const number = revision + index + 1
      const sealed = !this.over && number > this.#actionRevision && event.type === 'moved' && !you.includes(event.seat)
      return { revision: number, event: sealed ? { ...event, move: '?', why: 'chosen' } : event }
    })
  }

  /** What was decided at the same time, each with the state before it; without what is still sealed. */
  actions(): { before: State; plies: Ply[] }[] {
    const known = this.over ? this.#plies.length : this.#action
    const made: { before: State; plies: Ply[] }[] = []
    this.#plies.slice(0, known).forEach((ply, number) => {
      const open = number > 0 && sameAction(this.#states[number - 1]!, this.#states[number]!)
      if (open) made.at(-1)!.plies.push(ply)
      else made.push({ before: this.#states[number]!, plies: [ply] })
    })
    return made
  }

  /** Every step of the game so far; what was decided at the same time is one. */
  steps() {
    const steps = this.actions()
    const first = { plies: [] as Ply[], state: this.#states[0]! }
    const known = this.#states[this.over ? this.#plies.length : this.#action]!
    const after = steps.map(({ plies }, number) => ({ plies, state: steps[number + 1]?.before ?? known }))
    return [first, ...after].map(({ plies, state }) => {
      const { phase, active, scores } = state
      return { plies, position: String(state), phase, active, scores: [...scores] }
    })
  }
}

function refused(code: string): Refused {
  return new Refused({ code, facts: {} })
}
