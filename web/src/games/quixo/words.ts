/** What happens at Quixo, in words. */
import { ltr, t } from '../../lib/i18n.svelte'
import { nameOf } from '../../lib/players'
import { refusalText, type Note } from '../../lib/say.svelte'
import type { PlyView, Refused, TableView } from '../../lib/wire'
import type { Happening } from '../../table/happenings'
import type { Words } from '../room'
import { letterOf, readPush, symbolOf } from './position'

/** Where a cube's arrow points, as on the cube itself. */
const ARROWS: Record<string, string> = { n: '▲', e: '▶', s: '▼', w: '◀' }

function ply(view: TableView, { seat, move }: PlyView): string {
  const [name, push] = [nameOf(view, seat), readPush(move)]
  return push ? t('turn.pushed', { name, from: push.from, to: push.to }) : t('turn.skipped', { name })
}

function move(text: string): string {
  const push = readPush(text)
  if (!push) return text
  return ltr(`${push.from} → ${push.to} ${ARROWS[push.arrow] ?? ''}`.trim())
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

function yours(view: TableView): string {
  const [me, ...others] = view.you
  if (others.length) return t('turn.yours')
  return `${t('turn.yours')} ${t('turn.your-sign', { symbol: t(`cube.${symbolOf(letterOf(view.game, me!))}`) })}`
}

export function refusal(refused: Refused): Note {
  return { text: refusalText(refused) }
}

export const words: Words = { ply, move, happenings, yours, refusal }
