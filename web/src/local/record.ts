/** A game of this browser as text, as the program reads and writes it. */
import { DICE } from '../games/rules'
import type { LocalTable } from './table'

const quoted = (text: string) => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
const listed = (name: string) => name.replaceAll('\\', '\\\\').replaceAll(';', '\\;')

export function recordText(table: LocalTable): string {
  const { opened, seats } = table
  const names = seats.map(({ kind, level, name, seat }) => (kind === 'bot' ? `bot ${level}` : name || `Player ${seat}`))
  const actions = table.actions()
  const { outcome } = table.view([])
  const tags = [
    ['Game', opened.game],
    ['Seats', names.map(listed).join('; ')],
    ...(table.usual
      ? [
          ...table.told.map(([name, word]) => [name[0]!.toUpperCase() + name.slice(1), word]),
          ['First', String(opened.first)],
        ]
      : [['Start', table.start]]),
    ...(typeof opened.options.first === 'number' ? [] : [['FirstBy', opened.options.first ?? 'random']]),
    ...(table.facts.two_sides && opened.options.repetition === false ? [['Repetition', 'no']] : []),
    ...(opened.options.day ? [['DiceDay', opened.options.day]] : []),
    ...(outcome ? [['Result', [...outcome.places, outcome.reason].join(' ')]] : []),
  ]
  const lines: string[][] = []
  for (const { before, plies } of actions) {
    const fresh = table.facts.dice ? before.awaiting[0] === DICE : lines.at(-1)?.length === seats.length
    if (fresh || !lines.length) lines.push([])
    const inOrder = [...plies].sort((one, other) => one.seat - other.seat)
    lines.at(-1)!.push(inOrder.map(({ move }) => move).join(' '))
  }
  const bar = table.facts.dice ? ' | ' : ' '
  const told = tags.map(([name, value]) => `[${name} ${quoted(value!)}]\n`)
  return `${told.join('')}\n${lines.map((line, index) => `${index + 1}. ${line.join(bar)}\n`).join('')}`
}
