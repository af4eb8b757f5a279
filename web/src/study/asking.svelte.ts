/** Asks what a position is worth: first what may be played, then with more and more time what that is worth. */
import { analyse, CallFailed } from '../lib/api'
import type { Analysed, Refused } from '../lib/wire'

/** Who walks through a game quickly asks about the place where they stop. */
const PAUSE = 70
const SECONDS = [0, 0.2, 1, 2.5, 5]
const AGAIN = 700
const LATER = ['busy', 'too-fast', 'offline', 'store-unavailable']

interface Asked {
  position: string
  moves: string[]
  /** Whose decision is meant, where several may be asked. */
  wish: number | null
  seconds: number[]
}

export function question(position: string, moves: string[], wish: number | null, seconds = SECONDS): string {
  return JSON.stringify({ position, moves, wish, seconds } satisfies Asked)
}

const wait = (ms: number) => new Promise((go) => setTimeout(go, ms))

export class Asking {
  found = $state.raw<Analysed | null>(null)
  /** The question that it answers. */
  about = $state('')
  /** Is it still worth waiting for more? */
  thinking = $state(false)
  /** What is wrong with the position. */
  problem = $state.raw<Refused | null>(null)
  #number = 0

  /** Tells what is found as it comes, until something else is asked. */
  async ask(about: string): Promise<void> {
    const number = ++this.#number
    const { position, moves, wish, seconds } = JSON.parse(about) as Asked
    let seat: number | null = null
    this.thinking = true
    await wait(PAUSE)
    for (let i = 0; i < seconds.length && number === this.#number;) {
      try {
        const found: Analysed = await analyse({ position, moves, seat, seconds: seconds[i]! })
        if (number !== this.#number) return
        const free = wish !== null && (found.awaiting.includes(wish) || (found.to_tap && wish <= found.seats))
        seat = free ? wish : found.seat
        this.problem = null
        this.found = seconds[i] || seat === found.seat ? found : { ...found, seat, moves: [] }
        this.about = about
        // Where nobody had to search, everything is known.
        if (seat === null || (seconds[i] && found.depth === null)) break
        i += 1
      } catch (error) {
        if (!(error instanceof CallFailed)) throw error
        if (number !== this.#number) return
        if (!LATER.includes(error.refused.code)) {
          this.problem = error.refused
          break
        }
        await wait(AGAIN)
      }
    }
    if (number === this.#number) this.thinking = false
  }

  leave(): void {
    this.#number += 1
    this.thinking = false
  }
}
