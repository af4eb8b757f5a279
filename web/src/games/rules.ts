/** A game as the page plays it by itself, where there is no server. It is the small twin of the Python rules: games that
 * those have played are played again here at test time, and both say the same at every step. */

/** Why a move may not be played: a code that the page puts into words, and its facts. */
export interface Refusal {
  code: string
  facts: Record<string, string | number>
}

export interface Outcome {
  reason: string
  places: readonly number[]
  scores: readonly number[]
  lines: readonly (readonly string[])[]
}

/** One moment of a game. Never changes; `String` of it is the position as text. */
export interface State {
  readonly seats: number
  readonly active: number
  /** The seats that owe a decision now: `[DICE]` before a roll, nobody when the game is over. */
  readonly awaiting: readonly number[]
  readonly phase: string
  /** Equal for two states exactly when they are the same position with the same player to move. */
  readonly key: string
  readonly scores: readonly number[]
  readonly outcome: Outcome | null
  /** Which dice are rolled, where the dice are awaited. */
  readonly inPlay: readonly boolean[]
  /** What a player may play now; empty for a seat that owes no decision. */
  legalMoves(seat: number): readonly string[]
  /** Why the seat may not play a move, nor any that begins so; null if it may. */
  whyNot(seat: number, begun: string): Refusal | null
  /** The state after the seat's decision or, in seat `DICE`, after the roll. Throws `Refused`. */
  play(seat: number, move: string): State
}

/** What the game itself lets one choose: numbers, and words. */
export type Chosen = Readonly<Record<string, number | string>>

export interface Rules {
  start: (game: string, seats: number, first: number, options: Chosen) => State
  parse: (position: string) => State
}

export const DICE = 0

export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.code)
  }
}

export function refuse(move: string, code: string, facts: Refusal['facts'] = {}): Refusal {
  return { code, facts: { move, ...facts } }
}

/** Equal results share a place, and the next place is skipped. */
export function places(results: readonly number[]): number[] {
  return results.map((result) => 1 + results.filter((other) => other > result).length)
}

/** Why a text is no roll of these dice, nor the beginning of one. */
export function whyNoRoll(inPlay: readonly boolean[], begun: string): string | null {
  const faces = [...begun]
  if (faces.length > inPlay.length || faces.some((face) => !'123456.'.includes(face))) return 'not-a-roll'
  for (const [die, face] of faces.entries()) {
    if (inPlay[die] !== (face !== '.')) return inPlay[die] ? 'die-missing' : 'die-has-left'
  }
  return null
}

/** A fair roll: each face comes from as many of the random bytes as every other. */
export function roll(inPlay: readonly boolean[]): string {
  const fair = 252
  const byte = () => crypto.getRandomValues(new Uint8Array(1))[0]!
  const face = () => {
    let drawn = byte()
    while (drawn >= fair) drawn = byte()
    return 1 + (drawn % 6)
  }
  return inPlay.map((there) => (there ? face() : '.')).join('')
}
