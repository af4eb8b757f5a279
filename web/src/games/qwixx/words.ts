/** What happens at Qwixx, in words. */
import { t } from '../../lib/i18n.svelte'
import { nameOf, type Party } from '../../lib/players'
import { refusalText, type Note } from '../../lib/say.svelte'
import type { PlyView, Refused } from '../../lib/wire'
import type { Words } from '../room'
import { cellName } from './cells'
import { happenings as withDice, opening } from './happenings'
import { isCell, whiteSum } from './position'
import { happenings as byHand, moveText } from './together/words'

function ply(view: Party, { seat, move }: PlyView): string {
  if (seat === 0) return t('turn.sum', { sum: whiteSum([...move].map(Number)) })
  const onSheet = moveText(view, seat, move)
  if (onSheet) return onSheet
  const name = nameOf(view, seat)
  return isCell(move) ? t('turn.crossed', { name, cell: cellName(move) }) : t('turn.passed', { name })
}

function move(text: string): string {
  return isCell(text) ? cellName(text) : t('review.pass')
}

/** The colour of a cell is shown beside the text, its number in it. */
export function refusal(refused: Refused): Note {
  const cell = refused.facts?.cell
  if (typeof cell !== 'string') return { text: refusalText(refused) }
  const [colour, text] = [cell[0]!, cell.slice(1)]
  return { text: refusalText({ ...refused, facts: { ...refused.facts, cell: text } }), chip: { colour, text } }
}

const happenings: Words['happenings'] = (before, view, events) =>
  (view.options.dice === 'none' ? byHand : withDice)(before, view, events)

export const words: Words = { ply, move, happenings, opening, yours: () => t('turn.yours'), refusal }
