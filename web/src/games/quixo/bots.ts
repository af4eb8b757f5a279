/** Who plays Quixo in the page itself, alone or in a team: it wins if it can, doesn't lose if it can help it, now or by the
 * answer, and else makes its lines longer; and now and then it looks at its own lines only. `python -m bench
 * page_bots` measures how strong that is. */
import type { Bots, Chance } from '../room'
import type { State } from '../rules'
import { Quixo4, type Quixo } from './rules'

interface Habits {
  /** It plays any of so many pushes that look best. */
  among: number
  overlook: number
}

const HABITS: Record<'easy' | 'medium', Habits> = {
  easy: { among: 8, overlook: 0.25 },
  medium: { among: 2, overlook: 0.05 },
}

type Boards = Quixo | Quixo4

/** Each line counts, and the more cubes of one symbol are in it, the more. */
function lengths(state: Boards, seat: number): number {
  const cubes = state.side(seat)
  const inLine = (line: number) => {
    let count = 0
    for (let left = cubes & line; left; left &= left - 1) count++
    return count
  }
  return state.board.lines.reduce((sum, line) => sum + 4 ** inLine(line), 0)
}

const wins = (state: Boards, seat: number) => state.outcome?.places[seat - 1] === 1

/** Has the next player a move that wins against this seat? */
function canBeBeaten(state: Boards, seat: number): boolean {
  const other = state.active
  return state.legalMoves(other).some((answer) => {
    const after = state.play(other, answer)
    return after.over && !wins(after, seat)
  })
}

function anyOf<Item>(items: readonly Item[], chance: Chance): Item {
  return items[Math.floor(chance() * items.length)]!
}

function shuffled<Item>(items: readonly Item[], chance: Chance): Item[] {
  return items
    .map((item) => ({ item, at: chance() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

/** Who looks at its own lines only. Nobody is so blind as to complete a line of the other side. */
function ownLines(after: ReadonlyMap<string, Boards>, seat: number): string[] {
  const moves = [...after.keys()]
  const winning = moves.filter((move) => wins(after.get(move)!, seat))
  const harmless = moves.filter((move) => !after.get(move)!.over)
  const among = [winning, harmless, moves].find((some) => some.length)!
  const longest = Math.max(...among.map((move) => lengths(after.get(move)!, seat)))
  return among.filter((move) => lengths(after.get(move)!, seat) === longest)
}

function decide({ among, overlook }: Habits): Bots['easy'] {
  return (state: State, seat, chance) => {
    const now = state as Boards
    const moves = shuffled(now.legalMoves(seat), chance)
    const after = new Map<string, Boards>(moves.map((move) => [move, now.play(seat, move)]))
    if (chance() < overlook) return anyOf(ownLines(after, seat), chance)
    const winning = moves.find((move) => wins(after.get(move)!, seat))
    if (winning) return winning
    const other = (seat % now.seats) + 1
    const best = moves
      .filter((move) => !after.get(move)!.over)
      .map((move) => ({ move, promise: lengths(after.get(move)!, seat) - lengths(after.get(move)!, other) }))
      .sort((one, two) => two.promise - one.promise)
      .map(({ move }) => move)
    const count = now instanceof Quixo4 && among > 1 ? 2 * among : among // with either arrow
    const safe: string[] = []
    for (const move of best) {
      if (safe.length === count) break
      if (!canBeBeaten(after.get(move)!, seat)) safe.push(move)
    }
    return anyOf(
      [safe, best.slice(0, count), moves].find((some) => some.length)!,
      chance,
    )
  }
}

export const bots: Bots = { easy: decide(HABITS.easy), medium: decide(HABITS.medium) }
