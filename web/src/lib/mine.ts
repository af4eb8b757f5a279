/** The games that this browser has a seat at, or has looked at; and the name its player goes by. */
import type { Game, HeldSeat } from './wire'

export interface MyGame {
  id: string
  game: Game
  seats: HeldSeat[]
  at: number
}

const GAMES = 'rowlock.games'
const NAME = 'rowlock.name'
const MOST = 40

export function myGames(): MyGame[] {
  return JSON.parse(localStorage.getItem(GAMES) ?? '[]') as MyGame[]
}

export function myGame(id: string): MyGame | undefined {
  return myGames().find((game) => game.id === id)
}

/** Keeps seats that were gained; those already held at the same table stay. */
export function keepSeats(id: string, game: Game, seats: readonly HeldSeat[]): void {
  const others = myGames().filter((one) => one.id !== id)
  const held = myGame(id)?.seats.filter((old) => !seats.some((seat) => seat.seat === old.seat)) ?? []
  const mine = { id, game, seats: [...held, ...seats].sort((a, b) => a.seat - b.seat), at: Date.now() }
  localStorage.setItem(GAMES, JSON.stringify([mine, ...others].slice(0, MOST)))
}

export function forget(id: string): void {
  localStorage.setItem(GAMES, JSON.stringify(myGames().filter((game) => game.id !== id)))
}

export function myName(): string {
  return localStorage.getItem(NAME) ?? ''
}

export function keepName(name: string): void {
  localStorage.setItem(NAME, name.trim())
}
