/** Decisions for the next white sum, made before it is rolled: "if it comes to a 7, cross red". */
import { CallFailed, mayAhead } from '../../lib/api'
import { isLocal, myGame } from '../../lib/mine'
import { presence } from '../../lib/presence.svelte'
import type { TableClient } from '../../lib/table.svelte'
import type { TableView } from '../../lib/wire'
import { waitsForOthers } from '../../table/turn.svelte'
import { decidedAhead } from './happenings'
import { isCell } from './position'

const PASS = 'pass'

export class Ahead {
  /** Is it being decided now? */
  open = $state(false)
  /** What may be decided. */
  possible = $state.raw<readonly string[]>([])

  readonly #here = presence()

  constructor(
    private readonly client: () => TableClient,
    private readonly view: () => TableView,
  ) {}

  /** Whose decision it would be: who waits at a device of their own for somebody far away to roll. */
  get seat(): number | null {
    const view = this.view()
    const [seat] = view.you
    const alone = view.you.length === 1 && !isLocal(view.id) && view.options.dice === 'server'
    const waits = view.phase === 'roll' && view.active !== seat && waitsForOthers(view)
    return alone && waits ? seat! : null
  }

  /** As it was sent last, whether or not the table has it already. */
  get moves(): readonly string[] {
    const seat = this.view().you[0]
    const sent = this.client().waiting.findLast(({ command }) => command.type === 'decide-ahead')?.command
    if (sent?.type === 'decide-ahead') return sent.moves
    return seat === undefined ? [] : decidedAhead(this.view(), seat)
  }

  get cells(): readonly string[] {
    return this.moves.filter(isCell)
  }

  get passes(): boolean {
    return this.moves.includes(PASS)
  }

  async begin(): Promise<void> {
    const { id } = this.view()
    const seat = this.seat
    const token = myGame(id)?.seats.find((held) => held.seat === seat)?.token
    if (seat === null || !token) return
    try {
      this.possible = (await mayAhead(id, seat, token)).moves
      this.open = !this.#here.gone && this.seat === seat
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error // without a connection nothing can be decided ahead
    }
  }

  /** One cell for each number; a second tap takes it away again. */
  toggle(cell: string): void {
    if (!this.possible.includes(cell)) return
    const others = this.cells.filter((other) => other.slice(1) !== cell.slice(1))
    this.#send(this.cells.includes(cell) ? others : [...others, cell], this.passes)
  }

  togglePass(): void {
    this.#send(this.cells, !this.passes)
  }

  #send(cells: readonly string[], passes: boolean): void {
    const seat = this.seat
    if (seat === null) return
    this.client().do(seat, { type: 'decide-ahead', moves: passes ? [...cells, PASS] : [...cells] })
  }
}
