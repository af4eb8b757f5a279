/** Sheets by name: the small twin of `rowlock.rules.layouts`. Which cell of which row has which colour and number is data. */
import { QWIXX } from '../../generated/qwixx'
import { hex } from '../../lib/random'
import { sha256 } from '../../lib/sha256'

export interface Cell {
  /** As it is played: its colour's letter and its number. */
  name: string
  row: number
  bit: number
  last: boolean
}

/** The rows from top to bottom, each with its cells from left to right and a lock at its end. */
export interface Layout {
  /** By which it is written down; empty for the classic one. */
  name: string
  rows: readonly (readonly Cell[])[]
  named: ReadonlyMap<string, Cell>
}

/** A layout from the cells' names, one text a row. */
function made(name: string, texts: readonly string[]): Layout {
  const rows = texts.map((text, row) =>
    text
      .split(' ')
      .map((cell, place, cells) => ({ name: cell, row, bit: 1 << place, last: place === cells.length - 1 })),
  )
  return { name, rows, named: new Map(rows.flat().map((cell) => [cell.name, cell])) }
}

export const CLASSIC = made('', QWIXX.layout)
export const RANDOM = 'random-'

const known = new Map<string, Layout>([
  ['', CLASSIC],
  ['classic', CLASSIC],
  ...Object.entries(QWIXX.layouts).map(([name, rows]): [string, Layout] => [name, made(name, rows)]),
])

/** The layout that is named, or written out: cells with commas, rows with semicolons between them. */
export function layoutOf(name: string): Layout {
  const there = known.get(name)
  if (there) return there
  const layout = name.startsWith(RANDOM)
    ? made(name, randomRows(name.slice(RANDOM.length)))
    : made(
        name,
        name.split(';').map((row) => row.replaceAll(',', ' ')),
      )
  known.set(name, layout)
  return layout
}

/** What may stand behind `random-`, made of what somebody has written. */
export const codeOf = (word: string) =>
  word
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .slice(0, 20) || '1'

/** Is it the name of a sheet, or are these the cells of one? */
export function isLayout(name: string): boolean {
  if (known.has(name)) return true
  if (name.startsWith(RANDOM)) return codeOf(name.slice(RANDOM.length)) === name.slice(RANDOM.length)
  const rows = name.split(';').map((row) => row.split(','))
  const cells = new Set(rows.flat())
  const lasts = new Set(rows.map((row) => row.at(-1)![0]))
  return (
    [rows.length, lasts.size].every((count) => count === CLASSIC.rows.length) &&
    cells.size === CLASSIC.named.size &&
    [...cells].every((cell) => CLASSIC.named.has(cell)) &&
    rows.every((row) => new Set(row.map((cell) => cell.slice(1))).size === CLASSIC.rows[0]!.length)
  )
}

function randomRows(code: string): readonly string[] {
  for (let deal = 0; ; deal++) {
    const rows = fairRows(`${code} ${deal}`)
    if (rows) return rows.map((row) => row.join(' '))
  }
}

/** Each number's four colours dealt to the rows, and each row in a fair order; null if none is found. */
function fairRows(seed: string): string[][] | null {
  const { attempts } = QWIXX.random
  const numbers = Object.keys(QWIXX.random.often)
  const dealt = numbers.map((number) =>
    drawn(
      seed,
      QWIXX.colours.map((colour) => colour + number),
    ),
  )
  const rows: string[][] = []
  for (let place = 0; place < QWIXX.colours.length; place++) {
    const cells = dealt.map((column) => column[place]!)
    const taken = rows.map((row) => row.at(-1)![0])
    let order: string[] | null = null
    for (let attempt = 0; attempt < attempts && !order; attempt++) {
      const tried = drawn(`${seed} ${place} ${attempt}`, cells)
      if (!taken.includes(tried.at(-1)![0]) && isFair(tried)) order = tried
    }
    if (!order) return null
    rows.push(order)
  }
  return rows
}

function drawn(seed: string, things: readonly string[]): string[] {
  const digests = new Map(things.map((thing) => [thing, hex(sha256(new TextEncoder().encode(`${seed} ${thing}`)))]))
  return [...things].sort((a, b) => (digests.get(a)! < digests.get(b)! ? -1 : 1))
}

/** Is the last number a rare one, and do the frequent ones stand about in the middle? */
function isFair(row: readonly string[]): boolean {
  const { middle, leeway, rare } = QWIXX.random
  const often: Readonly<Record<string, number>> = QWIXX.random.often
  const counts = row.map((cell) => often[cell.slice(1)]!)
  const weight = counts.reduce((sum, count, place) => sum + (place + 1) * count, 0)
  return counts.at(-1)! <= rare && Math.abs(weight - middle) <= leeway
}
