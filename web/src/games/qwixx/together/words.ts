/** What people do on their own sheets around one table, in words. */
import { t } from '../../../lib/i18n.svelte'
import { nameOf, properName, type Party } from '../../../lib/players'
import type { Happened, TableView } from '../../../lib/wire'
import type { Happening } from '../../../table/happenings'
import { cellName } from '../cells'
import { isCell, parseQwixx } from '../position'

const UNDO = 'undo-'

/** The step that a move takes back; none for any other move. */
export const takenBack = (move: string): string | null => (move.startsWith(UNDO) ? move.slice(UNDO.length) : null)

/** The cell that a move rubs out. */
export const erased = (move: string): string | null => (isCell(move.slice(1)) && move[0] === '-' ? move.slice(1) : null)

/** A step, as short as it can be said. */
export function stepText(step: string): string {
  if (isCell(step)) return cellName(step)
  const cell = erased(step)
  if (cell) return t('pad.erased', { cell: cellName(cell) })
  if (step === 'penalty') return t('pad.penalty')
  return step === 'closed' ? t('together.row-closed') : t('together.down')
}

/** A move on a sheet of one's own in a short sentence; null for what only a table with dice knows. */
export function moveText(view: Party, seat: number, move: string): string | null {
  const name = nameOf(view, seat)
  const back = takenBack(move)
  if (back === 'done') return t('together.is-up', { name: properName(view, seat) })
  if (back) return t('together.takes-back', { name, what: stepText(back) })
  const cell = erased(move)
  if (cell) return `${name}: ${t('pad.erased', { cell: cellName(cell) })}`
  switch (move) {
    case 'penalty':
      return t('qwixx.takes-penalty', { name })
    case 'closed':
      return `${name}: ${t('together.row-closed')}`
    case 'done':
      return t('together.is-down', { name: properName(view, seat) })
    case 'count':
      return t('together.counts', { name: properName(view, seat) })
  }
  return null
}

/** Each step is told; only a row that closes is worth a moment, for those who did not do it themselves. */
export function happenings(before: TableView, view: TableView, events: readonly Happened[]): Happening[] {
  const was = parseQwixx(before.position).closed
  const { closed, sheets } = parseQwixx(view.position)
  const closes = closed.filter((colour) => !was.includes(colour))
  return events.flatMap(({ event }): Happening[] => {
    if (event.type !== 'moved') return []
    const { seat, move } = event
    const mine = view.you.includes(seat)
    const row = sheets[seat - 1]!.rows.find(({ cells }) => cells.at(-1) === move)
    const colour = row && closes.find((one) => one === row.colour)
    if (!colour) {
      const text = () =>
        moveText(view, seat, move) ?? t('turn.crossed', { name: nameOf(view, seat), cell: cellName(move) })
      return [{ text, moment: 'none', acts: [seat], about: move }]
    }
    const text = () => t('together.locked', { names: nameOf(view, seat), colour: t(`colour.${colour}`) })
    return [{ text, moment: mine ? 'none' : 'lock', noise: 'lock', acts: [seat], about: move, feast: colour }]
  })
}
