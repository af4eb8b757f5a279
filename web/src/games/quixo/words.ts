/** What happens at Quixo, in words. */
import { t } from '../../lib/i18n.svelte'
import { nameOf } from '../../lib/players'
import { refusalText, type Note } from '../../lib/say.svelte'
import { play } from '../../lib/sound'
import type { PlyView, Refused, TableView } from '../../lib/wire'
import type { Words } from '../room'
import { readPush } from './position'

function ply(view: TableView, { seat, move }: PlyView): string {
  const [name, push] = [nameOf(view, seat), readPush(move)]
  return push ? t('turn.pushed', { name, from: push.from, to: push.to }) : t('turn.skipped', { name })
}

function turn(_: TableView, view: TableView): string[] {
  if (view.last.some(({ move }) => readPush(move))) play('push')
  return view.last.map((one) => ply(view, one))
}

export function refusal(refused: Refused): Note {
  return { text: refusalText(refused) }
}

export const words: Words = { ply, turn, refusal }
