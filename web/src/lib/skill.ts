/** How well this browser's player has played, by the reviews that were opened here. Nobody else hears of it. */
import { device, isRecord, recallList } from './memory'

export interface Performed {
  /** Of the table. */
  id: string
  game: string
  seats: number
  /** Thousandths lost at each decision that was not forced. */
  performance: number
}

const PERFORMANCES = 'rowlock.performances'
const MOST = 100
/** Who plays better by now shall not be held back by old games. */
const RECENT = 20

function isPerformed(found: unknown): found is Performed {
  return (
    isRecord(found) &&
    typeof found.id === 'string' &&
    typeof found.game === 'string' &&
    Number.isInteger(found.seats) &&
    typeof found.performance === 'number' &&
    found.performance >= 0
  )
}

const all = () => recallList(device, PERFORMANCES, isPerformed)

/** The last games, the newest first. */
export function performances(game: string): Performed[] {
  return all()
    .filter((one) => one.game === game)
    .slice(0, RECENT)
}

/** The games that something is known of. */
export function performedGames(): string[] {
  return [...new Set(all().map((one) => one.game))]
}

/** A game counts once, however often its review is opened. */
export function keepPerformance(performed: Performed): void {
  const others = all().filter((one) => one.id !== performed.id)
  device.setItem(PERFORMANCES, JSON.stringify([performed, ...others].slice(0, MOST)))
}
