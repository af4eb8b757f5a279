/** The finished games of this browser's player, one line each: kept here, and carried elsewhere as a text. */
import { LEVELS } from '../generated/levels'
import { device, isRecord, recallList } from './memory'
import type { Level, TableView } from './wire'

export interface Result {
  /** The table. */
  id: string
  game: string
  at: number
  place: number
  seats: number
  /** The points, where the game has them. */
  score: number | null
  /** The strongest bot; null among people alone. */
  level: Level | null
}

const KEY = 'rowlock.results'
const MOST = 500

function isResult(found: unknown): found is Result {
  if (!isRecord(found)) return false
  const { id, game, at, place, seats, score, level } = found
  const whole = [at, place, seats].every(Number.isSafeInteger) && (score === null || Number.isSafeInteger(score))
  const known = level === null || LEVELS.includes(level as Level)
  return whole && known && typeof id === 'string' && id.length <= 32 && typeof game === 'string' && game.length <= 20
}

export function myResults(): Result[] {
  return recallList(device, KEY, isResult)
}

/** Adds results that are not there yet, oldest first; how many they were. */
export function addResults(results: readonly Result[]): number {
  const kept = myResults()
  const fresh = results.filter(({ id }) => !kept.some((one) => one.id === id))
  const all = [...kept, ...fresh].sort((one, other) => one.at - other.at).slice(-MOST)
  if (fresh.length) device.setItem(KEY, JSON.stringify(all))
  return fresh.length
}

/** What a finished game was for the one person who played it in this browser; null for several, or none. */
export function resultOf(view: TableView): Result | null {
  const [seat, ...others] = view.you
  if (seat === undefined || others.length || !view.outcome || view.seats.length < 2) return null
  const bots = view.seats.flatMap(({ kind, level }) => (kind === 'bot' && level ? [LEVELS.indexOf(level)] : []))
  return {
    id: view.id,
    game: view.game,
    at: view.now,
    place: view.outcome.places[seat - 1]!,
    seats: view.seats.length,
    score: view.outcome.scores[seat - 1] ?? null,
    level: bots.length ? LEVELS[Math.max(...bots)]! : null,
  }
}

export interface Summary {
  games: number
  best: number | null
  /** Games won in a row, up to the last. */
  streak: number
  /** Of each kind of opponents that was met. */
  against: { level: Level | null; won: number; games: number }[]
}

export function summary(results: readonly Result[]): Summary {
  const won = results.filter(({ place }) => place === 1)
  const scores = results.flatMap(({ score }) => (score === null ? [] : [score]))
  const lost = results.findLastIndex(({ place }) => place !== 1)
  const against = [...LEVELS, null].map((level) => ({
    level,
    won: won.filter((one) => one.level === level).length,
    games: results.filter((one) => one.level === level).length,
  }))
  return {
    games: results.length,
    best: scores.length ? Math.max(...scores) : null,
    streak: results.length - 1 - lost,
    against: against.filter(({ games }) => games),
  }
}

const FORMAT = 'rowlock-results'

/** All results as a file's text; `read` is the way back. */
export function written(results: readonly Result[]): string {
  return JSON.stringify({ format: FORMAT, version: 1, results })
}

/** The results of a text; null where it is none of ours. */
export function read(text: string): Result[] | null {
  try {
    const found: unknown = JSON.parse(text)
    if (!isRecord(found) || found.format !== FORMAT || !Array.isArray(found.results)) return null
    return found.results.filter(isResult)
  } catch {
    return null
  }
}

/** A link that brings results to another device; the newest that a code a camera can read has room for. */
export function carried(results: readonly Result[], origin: string, most = 1200): string {
  for (let from = 0; from < results.length; from++) {
    const lines = results
      .slice(from)
      .map(({ id, game, at, place, seats, score, level }) =>
        [id, game, at.toString(36), place, seats, score ?? '', level ?? ''].join('.'),
      )
    const link = `${origin}/#results=${lines.join('~')}`
    if (link.length <= most) return link
  }
  return ''
}

export function fromLink(hash: string): Result[] {
  const lines = /^#results=([\w.~-]+)$/.exec(hash)?.[1]?.split('~') ?? []
  const results = lines.map((line) => {
    const [id, game, at, place, seats, score, level] = line.split('.')
    const points = score === '' ? null : Number(score)
    return {
      id,
      game,
      at: parseInt(at ?? '', 36),
      place: Number(place),
      seats: Number(seats),
      score: points,
      level: level || null,
    }
  })
  return results.filter(isResult)
}
