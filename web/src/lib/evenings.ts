/** The series that this browser leads through or takes part in. */
import { device, isRecord, recallList } from './memory'

export interface Evening {
  id: string
  name: string
  game: string
  at: number
  /** The token of whoever leads. */
  host?: string
  /** The token of whoever takes part, also for the seats at all tables. */
  token?: string
}

const KEY = 'rowlock.evenings'
const MOST = 10
/** Evenings after which nobody is reminded of one any more. */
const LONG = 36 * 60 * 60 * 1000

function isEvening(found: unknown): found is Evening {
  return (
    isRecord(found) &&
    typeof found.id === 'string' &&
    typeof found.name === 'string' &&
    typeof found.game === 'string' &&
    typeof found.at === 'number'
  )
}

const all = () => recallList(device, KEY, isEvening)

export function evening(id: string): Evening | undefined {
  return all().find((one) => one.id === id)
}

/** Those of today, the newest first. */
export function evenings(): Evening[] {
  return all().filter((one) => Date.now() - one.at < LONG)
}

/** Keeps what was gained; what was known of the same evening stays. */
export function keepEvening(gained: Omit<Evening, 'at'>): Evening {
  const kept = { ...evening(gained.id), ...gained, at: Date.now() }
  const others = all().filter((one) => one.id !== gained.id)
  device.setItem(KEY, JSON.stringify([kept, ...others].slice(0, MOST)))
  return kept
}
