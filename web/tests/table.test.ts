import { beforeEach, describe, expect, it, vi } from 'vitest'
import { TableClient, type Surroundings } from '../src/lib/table.svelte'
import type { FromClient, FromServer, Refused, TableView } from '../src/lib/wire'

class FakeSocket {
  static made: FakeSocket[] = []
  readyState = 0
  sent: FromClient[] = []
  onopen = () => {}
  onmessage: (message: { data: string }) => void = () => {}
  onclose: (event: { code: number }) => void = () => {}
  constructor() {
    FakeSocket.made.push(this)
  }
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.drop(1000)
  }
  open() {
    this.readyState = 1
    this.onopen()
  }
  say(message: FromServer) {
    this.onmessage({ data: JSON.stringify(message) })
  }
  drop(code = 1006) {
    this.readyState = 3
    this.onclose({ code })
  }
}

const view = (revision: number, turn = 1) =>
  ({ id: 'T', revision, turn, now: Date.now(), seats: [], you: [1], choices: { 1: ['roll'] } }) as unknown as TableView
const welcome = (revision: number): FromServer => ({ type: 'welcome', version: 1, missed: [], table: view(revision) })

let kept: Map<string, string>
let seen: Map<string, string>
let waits: { run: () => void; ms: number }[]
let around: Surroundings

beforeEach(() => {
  vi.stubGlobal('location', { protocol: 'http:', host: 'here' })
  FakeSocket.made = []
  kept = new Map()
  seen = new Map()
  waits = []
  around = {
    open: () => new FakeSocket(),
    storage: memory(kept),
    tab: memory(seen),
    later: (run, ms) => waits.push({ run, ms }),
  }
})

function memory(map: Map<string, string>): Surroundings['storage'] {
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
  }
}

function live(): { client: TableClient; socket: FakeSocket } {
  const client = new TableClient('T', ['token'], around)
  client.connect()
  const socket = FakeSocket.made.at(-1)!
  socket.open()
  socket.say(welcome(5))
  return { client, socket }
}

/** How long an answer is waited for. */
const ANSWERS = [1500, 4000]
const reconnects = () => waits.filter(({ ms }) => ms < 10_000 && !ANSWERS.includes(ms))

describe('a table', () => {
  it('says who it is, and shows what it is told', () => {
    const { client, socket } = live()
    expect(socket.sent[0]).toEqual({ type: 'hello', version: 1, tokens: ['token'] })
    expect(client.connection).toBe('live')
    expect(client.view?.revision).toBe(5)
  })

  it('comes back with the last revision it has, waiting longer each time', () => {
    const { client, socket } = live()
    socket.drop()
    expect(client.connection).toBe('away')
    reconnects()[0]!.run()
    FakeSocket.made.at(-1)!.drop()
    expect(reconnects()[1]!.ms).toBeGreaterThan(reconnects()[0]!.ms)
    reconnects()[1]!.run()
    const again = FakeSocket.made.at(-1)!
    again.open()
    expect(again.sent[0]).toMatchObject({ type: 'hello', since: 5 })
    again.say(welcome(6))
    expect(client.connection).toBe('live')
  })

  it('sends a command again with the same id until it is answered', () => {
    const { client, socket } = live()
    const id = client.do(1, { type: 'play', move: 'roll', turn: 1 })
    socket.drop()
    reconnects()[0]!.run()
    const again = FakeSocket.made.at(-1)!
    again.open()
    again.say(welcome(6))
    const sent = again.sent.filter((message) => message.type === 'do')
    expect(sent.map((message) => message.command.id)).toEqual([id])
    again.say({ type: 'done', id, revision: 6 })
    expect(client.waiting).toEqual([])
    expect(kept.size).toBe(0)
  })

  it('shows what is done as waiting until the change is there, and does not send it again', () => {
    const { client, socket } = live()
    const id = client.do(1, { type: 'play', move: 'roll', turn: 1 })
    socket.say({ type: 'done', id, revision: 6 })
    expect(client.waiting.map(({ command }) => command.id)).toEqual([id])
    expect(kept.size).toBe(0)
    socket.say({ type: 'changed', revision: 6, events: [], table: view(6, 2) })
    expect(client.waiting).toEqual([])
  })

  it('keeps a pending command over a reload', () => {
    const { client } = live()
    const id = client.do(1, { type: 'play', move: 'roll', turn: 1 })
    const reloaded = live()
    expect(reloaded.socket.sent[1]).toMatchObject({ type: 'do', seat: 1, command: { id } })
  })

  it('shows the table as it was, and what waits to be sent, after a reload without a server', () => {
    const { client } = live()
    client.do(1, { type: 'play', move: 'roll', turn: 1 })
    const reloaded = new TableClient('T', ['token'], around)
    reloaded.connect()
    FakeSocket.made.at(-1)!.drop()
    expect(reloaded.connection).toBe('away')
    expect(reloaded.view?.revision).toBe(5)
    expect(reloaded.waiting.map(({ command }) => command.type)).toEqual(['play'])
  })

  it.each(['{oops', 'null', '[null]', '{}', '[{"seat":1}]', '{"id":"T"}', '{"id":"U","seats":[],"revision":5}'])(
    'begins anew where %s was stored',
    (text) => {
      kept.set('rowlock.pending.T', text)
      seen.set('rowlock.seen.T', text)
      const client = new TableClient('T', ['token'], around)
      expect(client.waiting).toEqual([])
      expect(client.view).toBeNull()
    },
  )

  it('notices within two seconds that nothing is answered, and sends the move over a new line', () => {
    const { client, socket } = live()
    const id = client.do(1, { type: 'play', move: 'roll', turn: 1 })
    const [noticed, givenUp] = waits.slice(-2)
    expect([noticed!.ms, givenUp!.ms]).toEqual(ANSWERS)
    noticed!.run()
    expect(client.connection).toBe('away')
    expect(client.waiting.map(({ command }) => command.id)).toEqual([id])
    givenUp!.run()
    expect(socket.readyState).toBe(3)
    waits.at(-1)!.run()
    const again = FakeSocket.made.at(-1)!
    expect(again).not.toBe(socket)
    again.open()
    again.say(welcome(5))
    expect(again.sent.at(-1)).toMatchObject({ type: 'do', command: { id } })
    socket.drop() // the old line says at last that it is cut
    expect(client.connection).toBe('live')
  })

  it('goes on over a line that was only slow', () => {
    const { client, socket } = live()
    const id = client.do(1, { type: 'play', move: 'roll', turn: 1 })
    const [noticed, givenUp] = waits.slice(-2)
    noticed!.run()
    socket.say({ type: 'done', id, revision: 5 })
    expect(client.connection).toBe('live')
    givenUp!.run()
    expect(FakeSocket.made).toHaveLength(1)
  })

  it('asks in a tab of its own for what happened since somebody played here', () => {
    const { client, socket } = live()
    const playing = { ...view(6), status: 'playing' as const }
    socket.say({ type: 'changed', revision: 6, events: [], table: playing })
    client.close()
    seen.clear()
    const later = new TableClient('T', ['token'], around)
    const told = vi.fn()
    later.onevents = told
    later.connect()
    const again = FakeSocket.made.at(-1)!
    again.open()
    expect(again.sent[0]).toMatchObject({ type: 'hello', since: 6 })
    again.say({ ...welcome(7), table: { ...view(7), status: 'over' } } as FromServer)
    expect(told).toHaveBeenCalledWith([], playing, true)
    expect(kept.size).toBe(0)
  })

  it('says why a command was refused', () => {
    const { client, socket } = live()
    const refused: Refused = { code: 'stale-turn', message: 'too late', facts: {} }
    const heard = vi.fn()
    client.onrefused = heard
    const id = client.do(1, { type: 'play', move: 'roll', turn: 1 })
    socket.say({ type: 'refused', id, refused })
    expect(heard).toHaveBeenCalledOnce()
    expect(client.waiting).toEqual([])
  })

  it('asks why something may not be played, and plays nothing', async () => {
    const { client, socket } = live()
    const refused: Refused = { code: 'roll-first', message: 'roll first', facts: {} }
    const why = client.whyNot(1, 'r5')
    const ask = socket.sent.at(-1)!
    expect(ask).toMatchObject({ type: 'ask', seat: 1, move: 'r5' })
    socket.say({ type: 'answer', id: (ask as { id: string }).id, refused })
    expect(await why).toEqual(refused)
    expect(socket.sent.some((message) => message.type === 'do')).toBe(false)
  })

  it('does not wait for an answer that the connection took along', async () => {
    const { client, socket } = live()
    const why = client.whyNot(1, 'r5')
    socket.drop()
    expect(await why).toBeNull()
  })

  it('ignores a change that it has already', () => {
    const { client, socket } = live()
    socket.say({ type: 'changed', revision: 5, events: [], table: view(5, 9) })
    expect(client.view?.turn).toBe(1)
  })

  it('does not come back to a table that is not there', () => {
    const { client, socket } = live()
    socket.drop(4404)
    expect(client.connection).toBe('unknown')
    expect(reconnects()).toEqual([])
    expect(seen.size).toBe(0)
  })
})
