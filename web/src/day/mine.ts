/** What this browser keeps of days: those it has fetched, and how its player did. */
import { device, isRecord, recall } from '../lib/memory'
import type { DayView } from '../lib/wire'

export interface MyDay {
  /** The first table that was opened for it: that game counts. */
  table?: string
  /** Where the server keeps it, if it was played without a connection and the server has been told of it since. */
  told?: string
  /** Was it begun on its day? */
  inTime?: boolean
  /** When it is over. */
  score?: number
  /** The final sheet in a line of small squares. */
  squares?: string
  /** In the table of the day. */
  entered?: boolean
  puzzle?: 'found' | 'missed'
}

const MINE = 'rowlock.days'
const FETCHED = 'rowlock.days.fetched'
const MOST_FETCHED = 14
const LENGTH = 24 * 60 * 60 * 1000

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)
const isDays = (found: unknown): found is Record<string, MyDay> =>
  isRecord(found) && Object.entries(found).every(([date, day]) => isDate(date) && isRecord(day))
const isView = (found: unknown): found is DayView =>
  isRecord(found) && typeof found.date === 'string' && isRecord(found.puzzle) && typeof found.ends === 'number'
const isViews = (found: unknown): found is DayView[] => Array.isArray(found) && found.every(isView)

/** The date in UTC, which is the day everywhere. */
export function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

export function before(date: string, days = 1): string {
  return dateOf(Date.parse(date) - days * LENGTH)
}

export function myDays(): Record<string, MyDay> {
  return recall(device, MINE, isDays) ?? {}
}

export function myDay(date: string): MyDay {
  return myDays()[date] ?? {}
}

export function keepMine(date: string, change: Partial<MyDay>): MyDay {
  const days = myDays()
  const day = { ...days[date], ...change }
  device.setItem(MINE, JSON.stringify({ ...days, [date]: day }))
  return day
}

export function fetched(): DayView[] {
  return recall(device, FETCHED, isViews) ?? []
}

export function keepFetched(view: DayView): void {
  const others = fetched().filter(({ date }) => date !== view.date)
  const kept = [view, ...others].sort((a, b) => b.date.localeCompare(a.date))
  device.setItem(FETCHED, JSON.stringify(kept.slice(0, MOST_FETCHED)))
}

/** On how many days in a row, up to today or yesterday, a game was begun and finished. */
export function streak(today: string, days = myDays()): number {
  const played = (date: string) => days[date]?.inTime === true && days[date].score !== undefined
  let count = 0
  for (let date = played(today) ? today : before(today); played(date); date = before(date)) count += 1
  return count
}
