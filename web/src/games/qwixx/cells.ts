import { t } from '../../lib/i18n.svelte'

/** A cell such as r5, in words: red 5. */
export function cellName(cell: string): string {
  return t(`cell.${cell[0]}`, { number: cell.slice(1) })
}
