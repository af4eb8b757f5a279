/** What the server is asked about a table, answered by this browser for its own. */
import { factsOf } from '../games/facts.svelte'
import { roomOf } from '../games'
import { rollsOf } from '../lib/fair'
import { LOCAL } from '../lib/mine'
import { randomName } from '../lib/random'
import type { NewTable, OpenedTable, Options, Replay, TableView } from '../lib/wire'
import { find, keep, tableOf } from './kept'
import { recordText } from './record'
import { opening, type LocalTable, type Planned } from './table'

async function open(game: string, seats: readonly Planned[], options: Options, previous: string | null) {
  const room = await roomOf(game).local!()
  const made = opening(LOCAL + randomName(), game, seats, options, factsOf(game).two_sides, previous)
  if (options.day) made.rolls = rollsOf(options.day)
  keep(tableOf(made, room.rules))
  return made
}

export async function openTable({ game, seats, options = {} }: NewTable): Promise<OpenedTable> {
  const planned = seats.map(({ kind, name = '', level = 'medium', face = '' }, index): Planned => {
    const bot = kind === 'bot'
    return {
      kind: bot ? 'bot' : 'human',
      name: bot ? '' : name,
      face: bot ? '' : face,
      level: bot ? level : null,
      token: bot ? '' : `local-${index}`,
    }
  })
  const made = await open(game, planned, options, null)
  const held = made.seats.flatMap(({ token }, index) => (token ? [{ seat: index + 1, token }] : []))
  return { id: made.id, seats: held, token: held[0]?.token ?? null }
}

/** The same people in the same seats once more. */
export async function openNext({ opened }: LocalTable): Promise<string> {
  const { game, seats, options, id } = opened
  return (await open(game, seats, options, id)).id
}

export async function look(id: string, token?: string): Promise<TableView | null> {
  const table = (await find(id))?.table
  return table?.view(table.seats.filter((seat) => token && seat.token === token).map(({ seat }) => seat)) ?? null
}

export async function replayOf(id: string): Promise<Replay | null> {
  const table = (await find(id))?.table
  return table ? ({ id, game: table.opened.game, steps: table.steps() } as Replay) : null
}

export async function recordOf(id: string): Promise<string> {
  const table = (await find(id))?.table
  return table ? recordText(table) : ''
}
