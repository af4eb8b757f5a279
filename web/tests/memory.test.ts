import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memory, type Memory } from '../src/lib/memory'
import { forget, keepSeats, myGame, myGames } from '../src/lib/mine'

const blocked = (): Memory => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

describe('a memory', () => {
  it('keeps what may not be stored, until the page is left', () => {
    const kept = memory(blocked)
    expect(kept.getItem('name')).toBeNull()
    kept.setItem('name', 'Ada')
    expect(kept.getItem('name')).toBe('Ada')
    kept.removeItem('name')
    expect(kept.getItem('name')).toBeNull()
  })

  it('keeps what has no room any more, and stores it when there is some again', () => {
    const stored = new Map([['name', 'Ada']])
    let full = true
    const kept = memory(() => ({
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => {
        if (full) throw new DOMException('', 'QuotaExceededError')
        stored.set(key, value)
      },
      removeItem: (key) => void stored.delete(key),
    }))
    kept.setItem('name', 'Boris')
    expect([kept.getItem('name'), stored.get('name')]).toEqual(['Boris', 'Ada'])
    full = false
    kept.setItem('name', 'Nina')
    expect([kept.getItem('name'), stored.get('name')]).toEqual(['Nina', 'Nina'])
    // Another tab of the same browser may change it, too.
    stored.set('name', 'Clara')
    expect(kept.getItem('name')).toBe('Clara')
  })
})

describe('my games', () => {
  const good = { id: 'T', game: 'quixo', seats: [{ seat: 1, token: 'secret' }], at: 5 }
  const stored = new Map<string, string>()

  beforeEach(() => {
    stored.clear()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    '{oops',
    'null',
    '[null]',
    '{}',
    '5',
    '""',
    '[[]]',
    '[{"id":5}]',
    '[{"id":"T","game":5,"seats":[],"at":5}]',
  ])('are none where %s was stored', (text) => {
    stored.set('rowlock.games', text)
    expect(myGames()).toEqual([])
    keepSeats('N', 'qwixx', [{ seat: 2, token: 'mine' }])
    expect(myGames().map((game) => game.id)).toEqual(['N'])
  })

  it.each([
    { id: null },
    { game: null },
    { seats: null },
    { seats: [null] },
    { seats: [{ seat: 1 }] },
    { at: 'today' },
  ])('leave out one with %o, and keep the others', (fault) => {
    stored.set('rowlock.games', JSON.stringify([{ ...good, id: 'B', ...fault }, good, good]))
    expect(myGames()).toEqual([good])
    expect(myGame('T')).toEqual(good)
  })

  it('are forgotten one by one', () => {
    stored.set('rowlock.games', JSON.stringify([good, { ...good, id: 'U' }]))
    forget('T')
    expect(myGames().map((game) => game.id)).toEqual(['U'])
  })
})
