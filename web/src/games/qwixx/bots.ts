/** Who plays Qwixx in the page itself: it crosses where the fewest numbers are skipped, if those are bearable, or to avoid
 * a penalty; and now and then it overlooks a cross. `python -m bench page_bots` measures how strong
 * that is. */
import type { Bots, Chance } from '../room'
import type { State } from '../rules'
import { Qwixx } from './rules'

interface Habits {
  /** How many numbers it skips for a cross that it need not make, and how many to avoid a penalty. */
  bearable: number
  dread: number
  overlook: number
}

const HABITS: Record<'easy' | 'medium', Habits> = {
  easy: { bearable: 3, dread: 9, overlook: 0.2 },
  medium: { bearable: 1, dread: 6, overlook: 0.1 },
}

/** How many numbers each cross skips that is not overlooked. A lock is worth any. */
function skips(state: Qwixx, seat: number, overlook: number, chance: Chance): Map<string, number> {
  const crosses = state.legalMoves(seat).filter((move) => move !== 'pass' && chance() >= overlook)
  return new Map(
    crosses.map((move) => {
      const cell = state.layout.named.get(move)!
      const crossed = state.sheets[seat - 1]!.rows[cell.row]!
      return [move, cell.last ? -1 : Math.clz32(crossed) - Math.clz32(cell.bit) - 1]
    }),
  )
}

function decide({ bearable, dread, overlook }: Habits): Bots['easy'] {
  return (state: State, seat, chance) => {
    const now = state as Qwixx
    const seen = skips(now, seat, overlook, chance)
    if (!seen.size) return 'pass'
    const [move, skipped] = [...seen].reduce((best, one) => (one[1] < best[1] ? one : best))
    let most = bearable
    if (now.phase === 'colour') most = Math.max(most, dread - 1)
    else if (now.phase === 'white' && seat === now.active) {
      // What may still come in this turn, if nobody's white decision closes a row.
      const coloured = new Qwixx(now.sheets, now.active, 'colour', now.dice, [], now.layout)
      most = Math.max(most, Math.min(...skips(coloured, seat, overlook, chance).values(), dread) - 1)
    }
    return skipped <= most ? move : 'pass'
  }
}

export const bots: Bots = { easy: decide(HABITS.easy), medium: decide(HABITS.medium) }
