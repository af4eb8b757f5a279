/** What was decided, in a short sentence for each. */
import { cellName } from './cells'
import { t } from './i18n.svelte'
import { nameOf } from './players'
import type { PlyView, TableView } from './wire'

export function describe(view: TableView, ply: PlyView): string {
  if (ply.seat === 0) return t('turn.sum', { sum: Number(ply.move[0]) + Number(ply.move[1]) })
  const name = nameOf(view, ply.seat)
  if (ply.move === 'pass') return t('turn.passed', { name })
  if (ply.move === 'skip') return t('turn.skipped', { name })
  if (view.game === 'qwixx') return t('turn.crossed', { name, cell: cellName(ply.move) })
  return t('turn.pushed', { name, from: ply.move.slice(0, 2), to: ply.move.slice(2, 4) })
}
