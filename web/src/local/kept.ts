/** The tables of this browser, kept over reloads for as long as they stand among its games. */
import type { Rules } from '../games/rules'
import { roomOf } from '../games'
import { factsOf } from '../games/facts.svelte'
import { isRecord, device, recall } from '../lib/memory'
import { tableKey } from '../lib/mine'
import type { LocalRoom } from '../games/room'
import { LocalTable, type Event, type Opening } from './table'

interface Kept {
  opening: Opening
  events: Event[]
}

function isKept(found: unknown): found is Kept {
  return isRecord(found) && isRecord(found.opening) && Array.isArray(found.events)
}

export interface Found {
  table: LocalTable
  room: LocalRoom
}

/** A table as it is kept; null where there is none, or one that this page can't read any more. */
export async function find(id: string): Promise<Found | null> {
  const kept = recall(device, tableKey(id), isKept)
  const room = kept && (await roomOf(kept.opening.game).local?.())
  if (!room) return null
  return { table: tableOf(kept.opening, room.rules, kept.events), room }
}

/** How many events are kept: another tab may have added some. */
export function keptEvents(id: string): number {
  return recall(device, tableKey(id), isKept)?.events.length ?? 0
}

export function tableOf(opening: Opening, rules: Rules, events: readonly Event[] = []): LocalTable {
  const { dice, two_sides, options, words, sides } = factsOf(opening.game)
  const sideOf = (seat: number, seats: number) => sides[seats]?.[seat - 1] ?? [seat]
  return new LocalTable(opening, rules, { dice, two_sides, options, words, sideOf }, events)
}

export function keep({ opened, events }: LocalTable): void {
  device.setItem(tableKey(opened.id), JSON.stringify({ opening: opened, events } satisfies Kept))
}
