/** The result as a picture that can be sent around. */
import { roomOf, titleOf } from '../games'
import type { Paper } from '../games/room'
import { row } from '../lib/i18n.svelte'
import { isLocal } from '../lib/mine'
import { sendPicture } from '../lib/picture'
import { properName } from '../lib/players'
import { resultTitle } from '../lib/result'
import type { TableView } from '../lib/wire'

export async function shareResult(seen: TableView): Promise<'sent' | 'saved' | 'dropped'> {
  // Whoever gets the picture is not the one who sends it: in it everybody goes by their name.
  const view = { ...seen, you: [] }
  const room = await (await roomOf(view.game).table()).draw()
  const heading = `${titleOf(view.game)} · Rowlock`
  // Where there is nothing to be seen by others, they may at least play, too.
  const link = `${location.origin}${isLocal(view.id) ? `/play/${view.game}` : `/t/${view.id}/replay`}`
  const draw = (pen: CanvasRenderingContext2D, paper: Paper) => room.draw(pen, view, paper)
  return sendPicture(`rowlock-${view.id}`, heading, resultTitle(view), draw, link)
}

/** A few lines for a messenger, which tell who played and not who won. */
export async function resultText(view: TableView): Promise<string> {
  const { squares } = await roomOf(view.game).table()
  const names = row(view.seats.map(({ seat }) => properName(view, seat)))
  const own = view.you.length === 1 ? view.you[0]! : 1
  const lines = [`Rowlock · ${titleOf(view.game)}`, names]
  if (squares) lines.push(squares(view.position, own))
  if (!isLocal(view.id)) lines.push(`${location.origin}/t/${view.id}/replay`)
  return lines.join('\n')
}
