/** What happens at a table, one thing after the other: each has its moment, however fast the news arrive. */
import type { Happened, PlyView, TableView } from '../lib/wire'
import type { Pace } from '../lib/settings.svelte'
import type { Noise } from '../lib/sound'

/** How long each kind of thing is looked at, in ms. */
const MOMENTS = {
  past: 120,
  own: 350,
  roll: 700,
  sum: 700,
  pass: 900,
  unfit: 1900,
  cross: 1000,
  penalty: 1900,
  lock: 2600,
  push: 1100,
  first: 2600,
  end: 1700,
}
export type Moment = keyof typeof MOMENTS | 'none'

const FACTORS: Record<Pace, number> = { calm: 1.7, normal: 1, quick: 0.25 }
/** A push that is cut short is not seen, however quick the game goes; see the board's own three parts. */
const WHOLE_PUSH = 560
/** With so many things still to be shown, somebody was away: they are caught up with. */
const BEHIND = 24

export interface Happening {
  /** One line of words, in the language that the reader has chosen by then; none for what only has its time. */
  text?: () => string
  moment: Moment
  noise?: Noise
  /** The table as it looks in this moment; as it looks after all of it where nothing is said. */
  view?: TableView
  /** Whose doing it is. */
  acts?: readonly number[]
  /** What of the game it is about, such as the cell that is crossed, in the game's own words. */
  about?: string
  /** Something to celebrate, such as a row that closes: its colour. */
  feast?: string
  /** Who begins is found. */
  first?: boolean
}

/** A table as it looks while something is shown: nothing is to be decided, and nothing is over. */
export function held(view: TableView): TableView {
  return { ...view, status: 'playing', outcome: null, awaiting: [], moves: [], choices: {} }
}

/** Everything that was played, also by others while this reader was away. */
export function pliesOf(view: TableView, events: readonly Happened[]): readonly PlyView[] {
  const played = events.flatMap(({ event }) => (event.type === 'moved' ? [{ why: 'chosen' as const, ...event }] : []))
  return played.length ? played : view.last
}

export function lengthOf(moment: Moment, pace: Pace, behind: number, still: boolean): number {
  // Dice that don't tumble have landed.
  if (moment === 'none' || (moment === 'roll' && still)) return 0
  const shortest = moment === 'push' && !still ? WHOLE_PUSH : 0
  const ms = Math.max(shortest, MOMENTS[moment] * FACTORS[pace])
  return behind > BEHIND ? Math.min(ms, MOMENTS.past) : ms
}

interface Shown {
  happening: Happening | null
  view: TableView
}

export interface Theatre {
  /** Shows the table as it looks now, and what happens; null when all has been shown. */
  show: (view: TableView, happening: Happening | null) => void
  /** How long a moment lasts, with so many others waiting behind it. */
  length: (moment: Moment, behind: number) => number
  later: (run: () => void, ms: number) => ReturnType<typeof setTimeout>
}

export class Happenings {
  #queue: Shown[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #busy = false

  constructor(private readonly theatre: Theatre) {}

  /** These things have happened, and have led to this view. */
  add(happenings: readonly Happening[], view: TableView): void {
    for (const happening of happenings) this.#queue.push({ happening, view: happening.view ?? view })
    this.#queue.push({ happening: null, view })
    if (!this.#busy) this.#next()
  }

  /** Somebody has seen enough of this moment. */
  goOn(): void {
    if (!this.#busy) return
    clearTimeout(this.#timer)
    this.#next()
  }

  /** All that still waits has been seen. */
  finish(): void {
    clearTimeout(this.#timer)
    for (const { view, happening } of this.#queue.splice(0)) this.theatre.show(view, happening)
    this.#busy = false
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#queue = []
  }

  #next(): void {
    this.#busy = true
    for (let one = this.#queue.shift(); one; one = this.#queue.shift()) {
      this.theatre.show(one.view, one.happening)
      const ms = one.happening ? this.theatre.length(one.happening.moment, this.#queue.length) : 0
      if (ms > 0) {
        this.#timer = this.theatre.later(() => this.#next(), ms)
        return
      }
    }
    this.#busy = false
  }
}
