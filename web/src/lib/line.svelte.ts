/** A line to the server that is kept open: it says hello, notices when it is cut, and comes back. */

/** As much of a socket as is used here. */
export interface Line {
  readonly readyState: number
  onopen: (() => void) | null
  onmessage: ((message: { data: string }) => void) | null
  onclose: ((event: { code: number }) => void) | null
  send: (text: string) => void
  close: () => void
}

export interface Ends {
  /** The path below `/api/`. */
  path: string
  /** The first word, whenever the line is new. */
  hello: () => unknown
  take: (message: never) => void
  /** What was asked is not answered any more; for good, if the server says that coming back would not help. */
  lost?: (final: boolean) => void
}

export type Connection = 'connecting' | 'live' | 'away' | 'unknown' | 'forbidden' | 'later'

/** Of a socket, as `WebSocket.CONNECTING` and `WebSocket.OPEN`. */
const [CONNECTING, OPEN] = [0, 1]
const SHORTEST_WAIT = 300
const LONGEST_WAIT = 8000
const PULSE = 20_000
/** Whatever is sent is answered at once. Where nothing at all is heard for so long, the line seems cut, and this is said;
 * then it is given up for a new one. */
const NOTICED = 1500
const GIVEN_UP = 4000
/** Whoever opens a new one may wait a little longer: for a phone that looks for its network. */
const LONGEST_OPENING = 15_000
/** Close codes of the server after which coming back would not help. */
const UNKNOWN = 4404
const FORBIDDEN = 4403
const ROUND_OPEN = 4409
const FINAL = new Map<number, 'unknown' | 'forbidden' | 'later'>([
  [UNKNOWN, 'unknown'],
  [FORBIDDEN, 'forbidden'],
  [ROUND_OPEN, 'later'],
])

export class KeptLine {
  connection = $state<Connection>('connecting')

  #socket: Line | null = null
  #tries = 0
  #closed = false
  /** How many messages have come. */
  #heard = 0
  #openedAt = 0

  constructor(
    private readonly ends: Ends,
    private readonly open: (address: string) => Line = (address) => new WebSocket(address) as Line,
    private readonly later: (run: () => void, ms: number) => unknown = (run, ms) => setTimeout(run, ms),
  ) {}

  connect(): void {
    if (this.#closed) return
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    const socket = this.open(`${scheme}://${location.host}/api/${this.ends.path}`)
    this.#socket = socket
    this.#openedAt = Date.now()
    socket.onopen = () => {
      this.send(this.ends.hello())
      this.#pulse(socket)
    }
    socket.onmessage = (message) => {
      if (socket !== this.#socket) return
      this.#heard += 1
      this.ends.take(JSON.parse(message.data) as never)
      this.#tries = 0
      this.connection = 'live'
    }
    socket.onclose = (event) => this.#lost(socket, event.code)
    this.later(() => {
      if (socket.readyState === CONNECTING) this.#giveUp(socket)
    }, LONGEST_OPENING)
  }

  /** Asks for a ping now and then: a phone that slept may hold a socket that is long dead. */
  #pulse(socket: Line): void {
    this.later(() => {
      if (socket !== this.#socket || this.#closed) return
      this.send({ type: 'ping' })
      this.expectAnswer()
      this.#pulse(socket)
    }, PULSE)
  }

  /** Something was sent, and is answered. */
  expectAnswer(): void {
    const before = this.#heard
    const socket = this.#socket
    const silent = () => socket !== null && socket === this.#socket && this.#heard === before && !this.#closed
    this.later(() => {
      if (silent()) this.connection = 'away'
    }, NOTICED)
    this.later(() => {
      if (silent()) this.#giveUp(socket!)
    }, GIVEN_UP)
  }

  /** A line that is cut may take minutes to say so. */
  #giveUp(socket: Line): void {
    if (socket !== this.#socket) return
    this.#lost(socket, 0)
    socket.close()
  }

  #lost(socket: Line, code: number): void {
    if (socket !== this.#socket || this.#closed) return
    this.#socket = null
    const final = FINAL.get(code)
    this.ends.lost?.(final !== undefined)
    if (final) {
      this.connection = final
      return
    }
    this.connection = 'away'
    const wait = Math.min(LONGEST_WAIT, SHORTEST_WAIT * 2 ** this.#tries++)
    this.later(() => {
      if (!this.#socket) this.connect()
    }, wait)
  }

  /** The network or the tab is back: try at once instead of waiting. */
  hurry(): void {
    if (this.connection !== 'away') return
    const opening = this.#socket?.readyState === CONNECTING && Date.now() - this.#openedAt > GIVEN_UP
    if (opening) this.#giveUp(this.#socket!)
    if (!this.#socket) this.connect()
  }

  close(): void {
    this.#closed = true
    this.#socket?.close()
  }

  /** What can't be sent now is lost. */
  send(message: unknown): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message))
  }
}
