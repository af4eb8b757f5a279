/** Tables of this browser: whole games by themselves, which the Python rules read again; and what people do beside. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { OWN_GAMES } from '../src/games'
import { Refused } from '../src/games/rules'
import { CallFailed, look, openLocalTable, recordOf, replayOf } from '../src/lib/api'
import { checkRolls } from '../src/lib/fair'
import { keepSeats } from '../src/lib/mine'
import { TableClient } from '../src/lib/table.svelte'
import type { Happened, NewTable, SeatPlan, TableView } from '../src/lib/wire'
import { find } from '../src/local/kept'
import { LocalSocket } from '../src/local/socket'
import type { LocalTable } from '../src/local/table'
import { readAgain } from './read-again'

const ME: SeatPlan = { kind: 'human', name: 'Ada' }
const BOT: SeatPlan = { kind: 'bot', level: 'easy' }

let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})

async function opened(game: string, seats: SeatPlan[], options: NewTable['options'] = { first: 1 }) {
  const { id, seats: held } = await openLocalTable({ game, seats, options } as NewTable)
  keepSeats(id, game, held)
  return { id, tokens: held.map(({ token }) => token) }
}

async function tableOf(id: string): Promise<LocalTable> {
  return (await find(id))!.table
}

/** Comes to a table as a page does. */
async function come(id: string, tokens: string[]) {
  const told: Happened[] = []
  const client = new TableClient(id, tokens, {
    open: () => new LocalSocket(id),
    storage: localStorage,
    tab: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
    later: () => {},
  })
  client.onevents = (events) => void told.push(...events)
  client.connect()
  await vi.waitUntil(() => client.connection !== 'connecting')
  return { client, told }
}

/** Plays on until somebody's game is over; people play the first move that they may. */
async function playOut(client: TableClient): Promise<TableView> {
  while (client.view!.status === 'playing') {
    const view = client.view!
    const seat = view.awaiting.find((one) => view.you.includes(one))
    if (seat === undefined) await vi.advanceTimersByTimeAsync(300)
    else client.do(seat, { type: 'play', move: view.choices[seat]![0]!, turn: view.turn })
    await vi.advanceTimersByTimeAsync(1)
  }
  return client.view!
}

describe('a table in this browser', () => {
  it('plays whole games with bots, as the Python rules would have it', { timeout: 60_000 }, async () => {
    const games = OWN_GAMES.flatMap((game) => (game === 'quixo4' ? [game] : [game, game]))
    const ended = []
    for (const [number, game] of games.entries()) {
      const bots = Array.from({ length: game === 'quixo4' ? 3 : game === 'quixo' ? 1 : 2 }, () => BOT)
      const special = game === 'quixo' ? { size: 4, symbols: 'random' as const } : { layout: 'mixed-colours' }
      const options = { first: 1, ...(games[number - 1] === game ? special : { repetition: true }) }
      const { id, tokens } = await opened(game, [ME, ...bots], options)
      const { client } = await come(id, tokens)
      const over = await playOut(client)
      const steps = (await replayOf(id)).steps
      expect(steps.at(-1)!.position).toBe(over.position)
      ended.push({ text: await recordOf(id), position: over.position, places: over.outcome!.places })
    }
    expect(readAgain(ended.map(({ text }) => text))).toEqual(ended)
  })

  it('plays the game of a day, with its dice', async () => {
    const { id, tokens } = await opened('qwixx', [ME], { first: 1, day: '2026-11-03' })
    const { client } = await come(id, tokens)
    const over = await playOut(client)
    const text = await recordOf(id)
    expect(over.dice!.rolls).toBeGreaterThan(4)
    expect(checkRolls(text)).toEqual({ rolls: over.dice!.rolls, wrong: null })
    expect(text).toContain('[DiceDay "2026-11-03"]')
    expect(readAgain([text])).toEqual([{ text, position: over.position, places: [1] }])
  })

  it('is there again after a reload, in the middle of a turn', async () => {
    const { id, tokens } = await opened('qwixx', [ME, { ...ME, name: 'Boris' }, BOT])
    const { client } = await come(id, tokens)
    client.do(1, { type: 'play', move: 'roll', turn: client.view!.turn })
    await vi.advanceTimersByTimeAsync(1)
    const before = client.view!
    client.do(1, { type: 'play', move: before.choices[1]![0]!, turn: before.turn })
    await vi.advanceTimersByTimeAsync(1)
    client.close()
    const { client: again } = await come(id, tokens)
    const { now: _, ...seen } = again.view!
    const { now: __, ...was } = client.view!
    expect(seen).toEqual(was)
    expect(again.view!.sealed).toHaveProperty('1')
    expect(await look(id)).toMatchObject({ you: [], sealed: {}, position: seen.position })
  })

  it('tells nobody what a bot has decided before all have', async () => {
    const { id, tokens } = await opened('qwixx', [ME, BOT, BOT])
    const { client, told } = await come(id, tokens)
    for (let rolls = 0; rolls < 8; rolls++) {
      while (client.view!.phase !== 'roll' || !client.view!.awaiting.includes(1)) {
        if (client.view!.awaiting.includes(1)) {
          const { turn, choices } = client.view!
          client.do(1, { type: 'play', move: choices[1]!.at(-1)!, turn })
        }
        await vi.advanceTimersByTimeAsync(300)
        if (client.view!.status === 'over') break
      }
      if (client.view!.status === 'over') break
      told.length = 0
      client.do(1, { type: 'play', move: 'roll', turn: client.view!.turn })
      await vi.advanceTimersByTimeAsync(1000) // the bots have decided, and I have not
      if (client.view!.phase !== 'white' || !client.view!.awaiting.includes(1)) continue
      const moves = told.flatMap(({ event }) => (event.type === 'moved' && event.seat > 1 ? [event.move] : []))
      expect(moves.length).toBe(2)
      expect(new Set(moves)).toEqual(new Set(['?']))
      expect(client.view!.awaiting).toEqual([1])
    }
  })

  it('gives a decision back, and keeps to the rules', async () => {
    const { id } = await opened('quixo', [ME, { ...ME, name: 'Boris' }])
    const table = await tableOf(id)
    const code = (act: () => void): string => {
      try {
        act()
      } catch (error) {
        if (error instanceof Refused) return error.refusal.code
        throw error
      }
      return ''
    }
    const play = (seat: number, move: string, turn = table.view([]).turn) =>
      table.do(seat, { type: 'play', move, turn, id: '' })
    play(1, 'a1a5')
    expect(code(() => play(1, 'a1a5'))).toBe('not-your-turn')
    expect(code(() => play(2, 'c3c1'))).toBe('not-on-border')
    expect(code(() => play(2, 'b1b5', 1))).toBe('stale-turn')
    table.do(1, { type: 'ask-takeback', id: '' })
    expect(table.view([1]).position).toBe('quixo ...../...../...../...../..... x')
    expect(code(() => table.do(1, { type: 'ask-takeback', id: '' }))).toBe('no-takeback')
    play(1, 'a1a5')
    table.do(2, { type: 'offer-draw', id: '' })
    expect(table.view([1]).draw_offered).toEqual([2])
    table.do(1, { type: 'offer-draw', id: '' })
    expect(table.view([1]).outcome).toMatchObject({ reason: 'agreed', places: [1, 1] })
  })

  it('ends where somebody gives up, where a position comes for the third time, and goes on with the same people', async () => {
    const { id, tokens } = await opened('quixo', [ME, BOT], { first: 2 })
    const { client } = await come(id, tokens)
    client.do(1, { type: 'resign' })
    await vi.advanceTimersByTimeAsync(1)
    expect(client.view!.outcome).toMatchObject({ reason: 'resigned', places: [2, 1] })
    client.do(1, { type: 'rematch' })
    await vi.waitUntil(() => client.view!.next)
    const next = await tableOf(client.view!.next!)
    expect(next.opened).toMatchObject({ previous: id, seats: [{ name: 'Ada', token: tokens[0] }, { kind: 'bot' }] })

    const again = await tableOf((await opened('quixo', [ME, ME])).id)
    const cycle = ['a1a5', 'e1e5', 'a5a1', 'e5e1']
    const moves = [...cycle, ...cycle, ...cycle]
    for (const move of moves) {
      if (again.over) break
      again.do(again.awaiting[0]!, { type: 'play', move, turn: again.view([]).turn, id: '' })
    }
    expect(again.view([]).outcome?.reason).toBe('repetition')
  })

  it('says so where there is none', async () => {
    const { client } = await come('local-gone', [])
    expect(client.connection).toBe('unknown')
    await expect(look('local-gone')).rejects.toThrow(CallFailed)
  })
})
