/** A sheet from a small file: four lines, a row each, with the cells' names from left to right; what follows a # is a
 * comment. The small twin of `rowlock.rules.layouts.parse_layout`. */
import type { Facts } from '../../lib/i18n.svelte'
import { CLASSIC } from './layouts'

/** Why it can't be played: the last part of a text's key, `layout.KEY`, and its facts. */
export interface Fault {
  key: string
  facts: Facts
}

const ROWS = CLASSIC.rows.length
const CELLS = CLASSIC.rows[0]!.length

/** The sheet as it is named, empty for the classic one; or what is wrong with it. */
export function readLayout(text: string): string | Fault {
  const rows: string[][] = []
  const seen = new Map<string, number>()
  const lasts = new Set<string>()
  for (const [index, content] of text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = index + 1
    const names = content.replace(/#.*/, '').split(/\s+/).filter(Boolean)
    if (!names.length) continue
    if (rows.length === ROWS) return { key: 'rows', facts: { count: ROWS } }
    for (const cell of names) {
      if (!CLASSIC.named.has(cell)) return { key: 'cell', facts: { line, cell: cell.slice(0, 20) } }
      if (seen.has(cell)) return { key: 'twice', facts: { line, cell, other: seen.get(cell)! } }
      seen.set(cell, line)
    }
    if (names.length !== CELLS) return { key: 'cells', facts: { line, count: CELLS, found: names.length } }
    const numbers = names.map((name) => name.slice(1))
    const number = numbers.find((one) => numbers.filter((other) => other === one).length > 1)
    if (number) return { key: 'number', facts: { line, number } }
    const last = names.at(-1)!
    if (lasts.has(last[0]!)) return { key: 'last', facts: { line, cell: last } }
    lasts.add(last[0]!)
    rows.push(names)
  }
  if (rows.length !== ROWS) return { key: 'rows', facts: { count: ROWS } }
  const classic = rows.every((row, at) => row.every((name, place) => CLASSIC.rows[at]![place]!.name === name))
  return classic ? '' : rows.map((row) => row.join(',')).join(';')
}
