/** What happens at Quixo, in words. */
import { t } from '../../lib/i18n.svelte'
import { nameOf } from '../../lib/players'
import { refusalText, type Note } from '../../lib/say.svelte'
import type { PlyView, Refused, TableView } from '../../lib/wire'
import type { Happening } from '../../table/happenings'
import type { Words } from '../room'
import { readPush } from './position'

function ply(view: TableView, { seat, move }: PlyView): string {
  const [name, push] = [nameOf(view, seat), readPush(move)]
  return push ? t('turn.pushed', { name, from: push.from, to: push.to }) : t('turn.skipped', { name })
}

function happenings(before: TableView, view: TableView): Happening[] {
  if (view.plies <= before.plies) return []
  return view.last.map((one) => ({
    text: ply(view, one),
    moment: view.you.includes(one.seat) ? 'own' : 'cross',
    noise: readPush(one.move) ? 'push' : undefined,
    acts: [one.seat],
  }))
}

export function refusal(refused: Refused): Note {
  return { text: refusalText(refused) }
}

export const words: Words = { ply, happenings, refusal }
