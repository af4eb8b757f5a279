import { describe, expect, it } from 'vitest'
import { OWN_GAMES, roomOf, titleOf } from '../src/games'
import { factsOf, isKnown, partnerOf, sameSide } from '../src/games/facts.svelte'
import { plain } from '../src/games/plain'
import type { TableView } from '../src/lib/wire'

const table = (game: string, seats: number) =>
  ({ game, seats: Array.from({ length: seats }, (_, i) => ({ seat: i + 1 })) }) as unknown as TableView

describe('the games', () => {
  it('each have a room, and every other one the plain table', () => {
    expect(OWN_GAMES.map(roomOf)).not.toContain(plain)
    for (const game of ['pig', 'toString', '']) expect(roomOf(game)).toBe(plain)
  })

  it('are called by their name where there is no other', () => {
    expect(titleOf('pig')).toBe('Pig')
  })

  it('are for as many as the rules say', () => {
    expect(OWN_GAMES.map((game) => factsOf(game).seat_counts)).toEqual([[2, 3, 4, 5], [2], [4]])
    expect(isKnown('toString')).toBe(false)
  })

  it('know who plays together', () => {
    expect(partnerOf(table('quixo4', 4), 2)).toBe(4)
    expect(partnerOf(table('quixo', 2), 1)).toBeNull()
    expect(sameSide(table('qwixx', 5), 1, 3)).toBe(false)
    expect(partnerOf(table('pig', 3), 1)).toBeNull()
  })
})
