/** What happens in any game, in words: the moves as they are written. */
import { t } from '../../lib/i18n.svelte'
import { properName } from '../../lib/players'
import { refusalText, type Note } from '../../lib/say.svelte'
import type { PlyView, Refused, TableView } from '../../lib/wire'
import type { Happening } from '../../table/happenings'
import type { Words } from '../room'

function ply(view: TableView, { seat, move }: PlyView): string {
  return seat === 0 ? t('plain.rolled', { move }) : t('plain.played', { name: properName(view, seat), move })
}

const move = (text: string) => text

function happenings(before: TableView, view: TableView): Happening[] {
  if (view.plies <= before.plies) return []
  return view.last.map((one) => ({
    text: ply(view, one),
    moment: view.you.includes(one.seat) ? 'own' : 'cross',
    noise: one.seat === 0 ? 'roll' : 'push',
    acts: [one.seat],
  }))
}

function refusal(refused: Refused): Note {
  return { text: refusalText(refused) }
}

export const words: Words = { ply, move, happenings, yours: () => t('turn.yours'), refusal }
