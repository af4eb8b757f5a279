/** The line to a table in this browser: it says what the server's would say. */
import { Refused } from '../games/rules'
import { chance } from '../lib/random'
import type { FromClient, FromServer, Happened } from '../lib/wire'
import { openNext } from './desk'
import { find, keep, keptEvents, type Found } from './kept'

/** Long enough to be seen to think. */
const BOT_MS = 250
const [OPEN, CLOSED] = [1, 3]
const UNKNOWN_TABLE = 4404

export class LocalSocket {
  readyState = 0
  onopen: (() => void) | null = null
  onmessage: ((message: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  #found: Found | null = null
  #you: number[] = []
  #shown = 0
  #bots: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly id: string) {
    void this.#open()
    addEventListener('storage', this.#elsewhere)
  }

  async #open(): Promise<void> {
    this.#found = await find(this.id)
    if (this.readyState === CLOSED) return
    this.readyState = OPEN
    if (this.#found) this.onopen?.()
    else this.#hangUp(UNKNOWN_TABLE)
  }

  /** Another tab shows the same table, and somebody has played there. */
  #elsewhere = async (): Promise<void> => {
    const shown = this.#shown
    if (!this.#found || keptEvents(this.id) <= this.#found.table.events.length) return
    this.#found = await find(this.id)
    if (this.#shown === shown) this.#tell()
  }

  send(text: string): void {
    const message = JSON.parse(text) as FromClient
    // Answers come after the call that asked for them, as they do on a line.
    queueMicrotask(() => this.#take(message))
  }

  close(): void {
    this.#hangUp(1000)
  }

  #hangUp(code: number): void {
    if (this.readyState === CLOSED) return
    this.readyState = CLOSED
    clearTimeout(this.#bots)
    removeEventListener('storage', this.#elsewhere)
    this.onclose?.({ code })
  }

  #say(message: FromServer): void {
    if (this.readyState === OPEN) this.onmessage?.({ data: JSON.stringify(message) })
  }

  #take(message: FromClient): void {
    const table = this.#found?.table
    if (!table) return
    switch (message.type) {
      case 'hello': {
        const tokens = message.tokens ?? []
        this.#you = table.seats.filter(({ token }) => token && tokens.includes(token)).map(({ seat }) => seat)
        const since = message.since ?? table.events.length
        this.#shown = table.events.length
        this.#say({ type: 'welcome', version: 1, table: table.view(this.#you), missed: this.#news(since) })
        return this.#wakeBots()
      }
      case 'ping':
        return this.#say({ type: 'pong' })
      case 'ask': {
        const refusal = table.whyNot(message.seat, message.move)
        return this.#say({ type: 'answer', id: message.id ?? '', refused: refusal && { ...refusal, message: '' } })
      }
      case 'do':
        return void this.#do(message.seat, message.command)
    }
  }

  async #do(seat: number, command: Extract<FromClient, { type: 'do' }>['command']): Promise<void> {
    const table = this.#found!.table
    const id = command.id ?? ''
    try {
      table.do(seat, command)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      this.#say({ type: 'refused', id, refused: { ...error.refusal, message: '' } })
      return
    }
    if (table.again) table.rematched(await openNext(table))
    keep(table)
    this.#say({ type: 'done', id, revision: table.events.length })
    this.#tell()
  }

  #news(since: number): Happened[] {
    return this.#found!.table.happened(since, this.#you)
  }

  #tell(): void {
    const { table } = this.#found!
    const events = this.#news(this.#shown)
    this.#shown = table.events.length
    this.#say({ type: 'changed', revision: this.#shown, events, table: table.view(this.#you) })
    this.#wakeBots()
  }

  /** Each bot decides by itself, one after the other; it is told what its seat may see, and no more. */
  #wakeBots(): void {
    clearTimeout(this.#bots)
    this.#bots = setTimeout(() => {
      const { table, room } = this.#found!
      const bot = table.bot
      if (!bot || this.readyState !== OPEN) return
      const choices = table.choices(bot.seat)
      const level = bot.level === 'easy' ? 'easy' : 'medium'
      const seen = room.rules.parse(String(table.state))
      const move = choices.length === 1 ? choices[0]! : room.bots[level](seen, bot.seat, chance)
      table.do(bot.seat, { type: 'play', move, turn: table.view([]).turn, id: '' })
      keep(table)
      this.#tell()
    }, BOT_MS)
  }
}
