/** The games that this browser has a seat at, or has looked at; and the name its player goes by. */
import { device, isRecord, recallList } from './memory'
import type { HeldSeat } from './wire'

export interface MyGame {
  id: string
  game: string
  seats: HeldSeat[]
  at: number
}

const GAMES = 'rowlock.games'
const NAME = 'rowlock.name'
const MOST = 40

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
  device.setItem(GAMES, JSON.stringify([mine, ...others].slice(0, MOST)))
}

export function forget(id: string): void {
  device.setItem(GAMES, JSON.stringify(myGames().filter((game) => game.id !== id)))
}

export function myName(): string {
  return device.getItem(NAME) ?? ''
}

export function keepName(name: string): void {
  device.setItem(NAME, name.trim())
}
