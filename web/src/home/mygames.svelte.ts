/** The games of this browser's people, and how each of them stands. */
import { lookAs, CallFailed } from '../lib/api'
import { forget, keepOver, myGames, park, type MyGame } from '../lib/mine'
import { atOwnPace, isThere } from '../table/here'
import type { TableView } from '../lib/wire'

/** Nobody has done anything at the table for so long: it is put aside. */
const ABANDONED_MS = 3 * 24 * 60 * 60_000
/** Games that are over are looked at only as far as they are shown. */
const SHOWN = 8

export interface Standing {
  mine: MyGame
  /** Unknown without a connection. */
  view: TableView | null
}

export function waitsForMe({ view }: Standing): boolean {
  return view?.status === 'playing' && !atOwnPace(view) && view.awaiting.some((seat) => view.you.includes(seat))
}

export function isAside({ mine, view }: Standing): boolean {
  if (!view || view.status === 'over') return false
  const left = view.you.length > 0 && !view.you.some((seat) => isThere(view, seat))
  return mine.parked || left || (!view.clock && view.now - view.changed_at > ABANDONED_MS)
}

export class MyGames {
  all = $state.raw<Standing[]>([])
  /** Begun and not put aside: first where somebody here is asked, then what was touched last. */
  readonly running = $derived(
    this.all
      .filter((one) => one.view && one.view.status !== 'over' && !isAside(one))
      .sort((a, b) => Number(waitsForMe(b)) - Number(waitsForMe(a)) || b.view!.changed_at - a.view!.changed_at),
  )
  readonly aside = $derived(this.all.filter(isAside))
  readonly over = $derived(this.all.filter(({ view }) => !view || view.status === 'over').slice(0, SHOWN))

  constructor() {
    const kept = myGames()
    const over = kept.filter((mine) => mine.over)
    for (const mine of kept) if (!mine.over || over.indexOf(mine) < SHOWN) void this.#look(mine)
  }

  putAside(mine: MyGame): void {
    park(mine.id, true)
    this.all = this.all.map((one) => (one.mine.id === mine.id ? { ...one, mine: { ...mine, parked: true } } : one))
  }

  async #look(mine: MyGame): Promise<void> {
    let view: TableView | null = null
    try {
      view = await lookAs(
        mine.id,
        mine.seats.map(({ token }) => token),
      )
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      // A table that nobody ever came to is swept away. What can't be seen now is still listed, without its state.
      if (error.refused.code === 'no-such-table') return forget(mine.id)
    }
    if (view?.status === 'over' && !mine.over) keepOver(mine.id)
    this.all = [...this.all, { mine, view }].sort((a, b) => b.mine.at - a.mine.at)
  }
}
