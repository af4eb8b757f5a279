import { t } from './i18n.svelte'

/** A cell such as r5, in words: red 5. */
export function cellName(cell: string): string {
  return `${t(`colour.${cell[0]}`)} ${cell.slice(1)}`
}
