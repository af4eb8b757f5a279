/** One table, live: says hello, takes every change in order, comes back after a break, and loses no command. */
import { device, isRecord, recall, recallList, tab, type Memory } from './memory'
import { randomName } from './random'
import type { Command, FromClient, FromServer, Happened, Refused, TableView, Wish } from './wire'

interface Pending {
  seat: number
  command: Command
  /** It is on disk at this revision, which is still to be shown. */
  done?: number
}

export interface Surroundings {
  open: (address: string) => WebSocket
  storage: Memory
  /** Forgets when the tab is closed. */
  tab: Memory
  later: (run: () => void, ms: number) => unknown
}

const BROWSER: Surroundings = {
  open: (address) => new WebSocket(address),
  storage: device,
  tab,
  later: (run, ms) => setTimeout(run, ms),
}

const SHORTEST_WAIT = 300
const LONGEST_WAIT = 8000
const PULSE = 20_000
/** Close codes of the server after which coming back would not help. */
const UNKNOWN_TABLE = 4404
const FORBIDDEN = 4403

function isPending(found: unknown): found is Pending {
  return (
    isRecord(found) && Number.isInteger(found.seat) && isRecord(found.command) && typeof found.command.id === 'string'
  )
}

function isViewOf(id: string, found: unknown): found is TableView {
  return isRecord(found) && found.id === id && Array.isArray(found.seats) && typeof found.revision === 'number'
}

export class TableClient {
  view = $state.raw<TableView | null>(null)
  connection = $state<'connecting' | 'live' | 'away' | 'unknown' | 'forbidden'>('connecting')
  spectators = $state(0)
  connected = $state.raw<number[]>([])
  /** Moves that are sent and not yet part of what is shown. */
  waiting = $state.raw<Pending[]>([])
  /** What the server's clock is ahead of ours, in ms. */
  skew = 0

  onevents: (events: Happened[], before: TableView | null) => void = () => {}
  onrefused: (refused: Refused, command: Command) => void = () => {}

  #socket: WebSocket | null = null
  #answers = new Map<string, (refused: Refused | null) => void>()
  #tries = 0
  #closed = false
  #heard = 0

  constructor(
    readonly id: string,
    readonly tokens: readonly string[],
    private readonly around: Surroundings = BROWSER,
  ) {
    this.waiting = recallList(around.storage, this.#key, isPending)
    // After a reload without a server the table is shown as it was, with what still waits to be sent.
    this.view = recall(around.tab, this.#seenKey, (found): found is TableView => isViewOf(id, found))
  }

  get #key(): string {
    return `rowlock.pending.${this.id}`
  }

  get #seenKey(): string {
    return `rowlock.seen.${this.id}`
  }

  connect(): void {
    if (this.#closed) return
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = this.around.open(`${scheme}://${location.host}/api/tables/${this.id}/live`)
    this.#socket = socket
    socket.onopen = () => {
      // Revisions before the first view are history, not news.
      const since = this.view?.revision
      this.#send({ type: 'hello', version: 1, tokens: [...this.tokens], ...(since === undefined ? {} : { since }) })
      this.#heard = Date.now()
      this.#pulse(socket)
    }
    socket.onmessage = (message) => {
      this.#heard = Date.now()
      this.#take(JSON.parse(message.data as string) as FromServer)
    }
    socket.onclose = (event) => this.#lost(socket, event.code)
  }

  /** Asks for a ping now and then: a phone that slept may hold a socket that is long dead. */
  #pulse(socket: WebSocket): void {
    this.around.later(() => {
      if (socket !== this.#socket || this.#closed) return
      if (Date.now() - this.#heard > 2.5 * PULSE) return void socket.close()
      this.#send({ type: 'ping' })
      this.#pulse(socket)
    }, PULSE)
  }

  #lost(socket: WebSocket, code: number): void {
    if (socket !== this.#socket || this.#closed) return
    this.#socket = null
    for (const answer of this.#answers.values()) answer(null)
    this.#answers.clear()
    if (code === UNKNOWN_TABLE || code === FORBIDDEN) {
      this.connection = code === FORBIDDEN ? 'forbidden' : 'unknown'
      this.around.tab.removeItem(this.#seenKey)
      return
    }
    this.connection = 'away'
    const wait = Math.min(LONGEST_WAIT, SHORTEST_WAIT * 2 ** this.#tries++)
    this.around.later(() => {
      if (!this.#socket) this.connect()
    }, wait)
  }

  /** The network or the tab is back: try at once instead of waiting. */
  hurry(): void {
    if (!this.#socket && this.connection === 'away') this.connect()
  }

  close(): void {
    this.#closed = true
    this.#socket?.close()
  }

  #take(message: FromServer): void {
    switch (message.type) {
      case 'welcome': {
        const before = this.view
        this.#show(message.table)
        this.#tries = 0
        this.connection = 'live'
        this.onevents(message.missed, before)
        for (const { seat, command } of this.waiting) this.#send({ type: 'do', seat, command })
        break
      }
      case 'changed': {
        const before = this.view
        if (before && message.revision <= before.revision) return
        this.#show(message.table)
        this.onevents(message.events, before)
        break
      }
      case 'presence':
        this.connected = message.connected
        this.spectators = message.spectators
        break
      case 'done':
        this.#done(message.id, message.revision)
        break
      case 'refused':
        this.#answered(message.id, message.refused)
        break
      case 'answer':
        this.#answers.get(message.id)?.(message.refused)
        this.#answers.delete(message.id)
        break
    }
  }

  #show(view: TableView): void {
    this.skew = view.now - Date.now()
    this.connected = view.seats.filter((seat) => seat.connected).map((seat) => seat.seat)
    this.view = view
    this.#remember(this.waiting.filter(({ done }) => done === undefined || done > view.revision))
    this.around.tab.setItem(this.#seenKey, JSON.stringify(view))
  }

  /** The answer comes before the change: until that is here, what was done is shown as what waits is. */
  #done(id: string, revision: number): void {
    const pending = this.waiting.find((one) => one.command.id === id)
    if (!pending || (this.view && this.view.revision >= revision)) return this.#answered(id, null)
    this.#remember(this.waiting.map((one) => (one === pending ? { ...one, done: revision } : one)))
  }

  #answered(id: string, refused: Refused | null): void {
    const pending = this.waiting.find((one) => one.command.id === id)
    if (pending) {
      this.#remember(this.waiting.filter((one) => one !== pending))
      if (refused) this.onrefused(refused, pending.command)
    }
  }

  #remember(waiting: Pending[]): void {
    this.waiting = waiting
    const unanswered = waiting.filter(({ done }) => done === undefined)
    if (unanswered.length) this.around.storage.setItem(this.#key, JSON.stringify(unanswered))
    else this.around.storage.removeItem(this.#key)
  }

  /** Carries a command out, even over a reload or a break of the connection; a refusal goes to `onrefused`. */
  do(seat: number, wish: Wish): string {
    const pending = { seat, command: { ...wish, id: randomName() } as Command }
    this.#remember([...this.waiting, pending])
    this.#send({ type: 'do', ...pending })
    return pending.command.id!
  }

  /** Why a move, or any that begins so, may not be played; nothing happens to the table. */
  whyNot(seat: number, move: string): Promise<Refused | null> {
    const view = this.view
    if (!view || this.connection !== 'live') return Promise.resolve(null)
    const id = randomName()
    return new Promise((resolve) => {
      this.#answers.set(id, resolve)
      this.#send({ type: 'ask', id, seat, move })
    })
  }

  #send(message: FromClient): void {
    if (this.#socket?.readyState === 1) this.#socket.send(JSON.stringify(message))
  }
}
