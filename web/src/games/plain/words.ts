/** What happens in any game, in words: the moves as they are written. */
import { t } from '../../lib/i18n.svelte'
import { properName } from '../../lib/players'
import { refusalText, type Note } from '../../lib/say.svelte'
import { play } from '../../lib/sound'
import type { PlyView, Refused, TableView } from '../../lib/wire'
import type { Words } from '../room'

function ply(view: TableView, { seat, move }: PlyView): string {
  return seat === 0 ? t('plain.rolled', { move }) : t('plain.played', { name: properName(view, seat), move })
}

function turn(_: TableView, view: TableView): string[] {
  play(view.last.some(({ seat }) => seat === 0) ? 'roll' : 'push')
  return view.last.map((one) => ply(view, one))
}

function refusal(refused: Refused): Note {
  return { text: refusalText(refused) }
}

export const words: Words = { ply, turn, refusal }
