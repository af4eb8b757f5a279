/** What happens at Qwixx, in words. */
import { t } from '../../lib/i18n.svelte'
import { nameOf } from '../../lib/players'
import { refusalText, type Note } from '../../lib/say.svelte'
import { play } from '../../lib/sound'
import type { PlyView, Refused, TableView } from '../../lib/wire'
import type { Words } from '../room'
import { cellName } from './cells'
import { isCell, parseQwixx, whiteSum } from './position'

function ply(view: TableView, { seat, move }: PlyView): string {
  if (seat === 0) return t('turn.sum', { sum: whiteSum([...move].map(Number)) })
  const name = nameOf(view, seat)
  return isCell(move) ? t('turn.crossed', { name, cell: cellName(move) }) : t('turn.passed', { name })
}

function turn(before: TableView, view: TableView): string[] {
  const [was, is] = [parseQwixx(before.position), parseQwixx(view.position)]
  if (before.phase === 'roll' && is.dice.length) {
    play('roll')
    return [t('turn.sum', { sum: whiteSum(is.dice) })]
  }
  const crosses = view.last.filter(({ seat, move }) => seat > 0 && isCell(move))
  const told = crosses.map((one) => ply(view, one))
  if (told.length) play('cross')
  is.sheets.forEach((sheet, index) => {
    if (sheet.penalties > (was.sheets[index]?.penalties ?? 0)) {
      told.push(t('qwixx.takes-penalty', { name: nameOf(view, index + 1) }))
    }
  })
  for (const colour of is.closed.filter((one) => !was.closed.includes(one))) {
    play('lock')
    told.push(t('qwixx.row-closes', { colour: t(`colour.${colour}`) }))
  }
  return told
}

/** The colour of a cell is shown beside the text, its number in it. */
export function refusal(refused: Refused): Note {
  const cell = refused.facts?.cell
  if (typeof cell !== 'string') return { text: refusalText(refused) }
  const [colour, text] = [cell[0]!, cell.slice(1)]
  return { text: refusalText({ ...refused, facts: { ...refused.facts, cell: text } }), chip: { colour, text } }
}

export const words: Words = { ply, turn, refusal }
