/** What happens in any game, in words: the moves as they are written. */
import { t } from '../../lib/i18n.svelte'
import { properName, type Party } from '../../lib/players'
import { refusalText, type Note } from '../../lib/say.svelte'
import type { Happened, PlyView, Refused, TableView } from '../../lib/wire'
import { pliesOf, type Happening } from '../../table/happenings'
import type { Words } from '../room'

function ply(view: Party, { seat, move }: PlyView): string {
  return seat === 0 ? t('plain.rolled', { move }) : t('plain.played', { name: properName(view, seat), move })
}

const move = (text: string) => text

function happenings(before: TableView, view: TableView, events: readonly Happened[]): Happening[] {
  if (view.plies <= before.plies) return []
  const plies = pliesOf(view, events)
  return plies.map((one, index) => ({
    text: () => ply(view, one),
    moment: index < plies.length - 1 ? 'past' : view.you.includes(one.seat) ? 'own' : 'cross',
    noise: one.seat === 0 ? 'roll' : 'push',
    acts: [one.seat],
  }))
}

function refusal(refused: Refused): Note {
  return { text: refusalText(refused) }
}

export const words: Words = { ply, move, happenings, yours: () => t('turn.yours'), refusal }
