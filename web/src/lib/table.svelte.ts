/** One table, live: says hello, takes every change in order, comes back after a break, and loses no command. */
import { KeptLine, type Connection, type Line } from './line.svelte'
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
  open: (address: string) => Line
  storage: Memory
  /** Forgets when the tab is closed. */
  tab: Memory
  later: (run: () => void, ms: number) => unknown
}

export const BROWSER: Surroundings = {
  open: (address) => new WebSocket(address) as Line,
  storage: device,
  tab,
  later: (run, ms) => setTimeout(run, ms),
}

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
  spectators = $state(0)
  connected = $state.raw<number[]>([])
  /** Moves that are sent and not yet part of what is shown. */
  waiting = $state.raw<Pending[]>([])
  /** What the server's clock is ahead of ours, in ms. */
  skew = 0

  /** What happened; `missed` while nobody looked from here. */
  onevents: (events: Happened[], before: TableView | null, missed: boolean) => void = () => {}
  onrefused: (refused: Refused, command: Command) => void = () => {}

  #line: KeptLine
  #answers = new Map<string, (refused: Refused | null) => void>()

  constructor(
    readonly id: string,
    readonly tokens: readonly string[],
    private readonly around: Surroundings = BROWSER,
  ) {
    this.waiting = recallList(around.storage, this.#key, isPending)
    // After a reload without a server the table is shown as it was, with what still waits to be sent.
    const fits = (found: unknown): found is TableView => isViewOf(id, found)
    this.view = recall(around.tab, this.#seenKey, fits) ?? recall(around.storage, this.#lastKey, fits)
    const ends = {
      path: `tables/${id}/live`,
      hello: () => this.#hello(),
      take: (message: FromServer) => this.#take(message),
      lost: (final: boolean) => this.#lost(final),
    }
    this.#line = new KeptLine(ends, around.open, around.later)
  }

  get connection(): Connection {
    return this.#line.connection
  }

  get #key(): string {
    return `rowlock.pending.${this.id}`
  }

  get #seenKey(): string {
    return `rowlock.seen.${this.id}`
  }

  /** The game of somebody who plays as they last saw it, also in a tab that is long closed: what happened since is told. */
  get #lastKey(): string {
    return `rowlock.last.${this.id}`
  }

  connect(): void {
    this.#line.connect()
  }

  /** The network or the tab is back: try at once instead of waiting. */
  hurry(): void {
    this.#line.hurry()
  }

  close(): void {
    this.#line.close()
  }

  #hello(): FromClient {
    // Revisions before the first view are history, not news.
    const since = this.view?.revision
    return { type: 'hello', version: 1, tokens: [...this.tokens], ...(since === undefined ? {} : { since }) }
  }

  #lost(final: boolean): void {
    for (const answer of this.#answers.values()) answer(null)
    this.#answers.clear()
    if (!final) return
    this.around.tab.removeItem(this.#seenKey)
    this.around.storage.removeItem(this.#lastKey)
  }

  #take(message: FromServer): void {
    switch (message.type) {
      case 'welcome': {
        const before = this.view
        this.#show(message.table)
        this.onevents(message.missed, before, true)
        for (const { seat, command } of this.waiting) this.#send({ type: 'do', seat, command })
        if (this.waiting.length) this.#line.expectAnswer()
        break
      }
      case 'changed': {
        const before = this.view
        if (before && message.revision <= before.revision) return
        this.#show(message.table)
        this.onevents(message.events, before, false)
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
    if (view.status !== 'playing') this.around.storage.removeItem(this.#lastKey)
    else if (view.you.length) this.around.storage.setItem(this.#lastKey, JSON.stringify(view))
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
    this.#line.expectAnswer()
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
    this.#line.send(message)
  }
}
