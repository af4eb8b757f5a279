/** The games that this browser has a seat at, or has looked at; and the name its player goes by. */
import { device, isRecord, recallList } from './memory'
import { randomName } from './random'
import { isFace } from './settings.svelte'
import type { HeldSeat } from './wire'

export interface MyGame {
  id: string
  game: string
  seats: HeldSeat[]
  at: number
  /** It has been seen to be over. */
  over?: boolean
  /** Put aside until somebody comes to the table again. */
  parked?: boolean
}

const GAMES = 'rowlock.games'
const KEY = 'rowlock.key'
const NAME = 'rowlock.name'
const COMPANY = 'rowlock.company'
const MOST = 40
/** So begin the ids of tables that live in this browser, without a server. */
export const LOCAL = 'local-'
export const isLocal = (id: string) => id.startsWith(LOCAL)
/** Where such a table is kept. */
export const tableKey = (id: string) => `rowlock.table.${id}`

function isHeldSeat(found: unknown): found is HeldSeat {
  return isRecord(found) && Number.isInteger(found.seat) && typeof found.token === 'string'
}

function isMyGame(found: unknown): found is MyGame {
  return (
    isRecord(found) &&
    typeof found.id === 'string' &&
    typeof found.game === 'string' &&
    Array.isArray(found.seats) &&
    found.seats.every(isHeldSeat) &&
    typeof found.at === 'number'
  )
}

export function myGames(): MyGame[] {
  const games = recallList(device, GAMES, isMyGame)
  return games.filter((game, place) => games.findIndex((one) => one.id === game.id) === place)
}

export function myGame(id: string): MyGame | undefined {
  return myGames().find((game) => game.id === id)
}

/** Keeps seats that were gained; those already held at the same table stay. */
export function keepSeats(id: string, game: string, seats: readonly HeldSeat[]): void {
  const others = myGames().filter((one) => one.id !== id)
  const held = myGame(id)?.seats.filter((old) => !seats.some((seat) => seat.seat === old.seat)) ?? []
  const mine = { id, game, seats: [...held, ...seats].sort((a, b) => a.seat - b.seat), at: Date.now() }
  keepList([mine, ...others])
}

/** A table of this browser that has fallen off the list is not needed any more. */
function keepList(games: readonly MyGame[]): void {
  games.slice(MOST).forEach(({ id }) => device.removeItem(tableKey(id)))
  device.setItem(GAMES, JSON.stringify(games.slice(0, MOST)))
}

export function forget(id: string): void {
  device.setItem(GAMES, JSON.stringify(myGames().filter((game) => game.id !== id)))
}

export function keepOver(id: string): void {
  change(id, { over: true })
}

export function park(id: string, parked: boolean): void {
  if (Boolean(myGame(id)?.parked) !== parked) change(id, { parked })
}

function change(id: string, fields: Partial<MyGame>): void {
  const games = myGames().map((game) => (game.id === id ? { ...game, ...fields } : game))
  device.setItem(GAMES, JSON.stringify(games))
}

export function myName(): string {
  return device.getItem(NAME) ?? ''
}

export function keepName(name: string): void {
  device.setItem(NAME, name.trim())
}

/** Somebody who plays at this device besides its owner. */
export interface Companion {
  name: string
  face: string
}

const isCompanion = (found: unknown): found is Companion =>
  isRecord(found) && typeof found.name === 'string' && isFace(found.face)

/** Those who played at this device last, in the order of their seats. */
export const myCompany = () => recallList(device, COMPANY, isCompanion)

export function keepCompany(people: readonly Companion[]): void {
  device.setItem(COMPANY, JSON.stringify(people))
}

/** By which this browser is known at rated tables; empty as long as it is not. */
export function keptKey(): string {
  return device.getItem(KEY) ?? ''
}

/** The same, made where there is none. Nobody else can have it. */
export function myKey(): string {
  if (!keptKey()) device.setItem(KEY, randomName() + randomName())
  return keptKey()
}

export function forgetKey(): void {
  device.removeItem(KEY)
}
