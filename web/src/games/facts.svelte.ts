/** What the rules say about each game: for how many it is, who plays together, what may be chosen. */
import { GAMES } from '../generated/games'
import { games } from '../lib/api'
import type { GameFacts, TableView } from '../lib/wire'

const OWN = new Map<string, GameFacts>(Object.entries(GAMES) as unknown as [string, GameFacts][])
const NOTHING: GameFacts = {
  name: '',
  seat_counts: [],
  sides: {},
  dice: false,
  two_sides: false,
  at_once: false,
  options: {},
  words: [],
  review: false,
  start: '',
  puzzles: [],
  pads: [],
  layouts: [],
}

let outside = $state.raw(new Map<string, GameFacts>())

/** Games that this server offers beside those that the page was built with. */
export const others = {
  get names() {
    return [...outside.keys()]
  },
}

export function factsOf(game: string): GameFacts {
  return OWN.get(game) ?? outside.get(game) ?? NOTHING
}

export function isKnown(game: string): boolean {
  return factsOf(game) !== NOTHING
}

/** Asks the server which games it has. */
export async function meetOthers(): Promise<void> {
  const found = (await games()).filter((game) => !OWN.has(game.name))
  outside = new Map(found.map((game) => [game.name, game]))
}

/** The seats that win and lose together with one, itself included. */
export function sideOf(view: TableView, seat: number): readonly number[] {
  return factsOf(view.game).sides[view.seats.length]?.[seat - 1] ?? [seat]
}

export function sameSide(view: TableView, one: number, other: number): boolean {
  return sideOf(view, one).includes(other)
}

export function partnerOf(view: TableView, seat: number): number | null {
  return sideOf(view, seat).find((other) => other !== seat) ?? null
}
