import type { TableView } from '../lib/wire'

/** Seconds for a move from which on nobody sits and waits for it; as the server has it. */
const SLOW = 3600

export function isSlow(view: TableView): boolean {
  return (view.options.clock?.per_move ?? 0) >= SLOW
}
