/** What was done on a pad, in words. */
import { isolate, t } from '../../../lib/i18n.svelte'
import { lockColour, whiteSum } from '../position'
import { cellName } from '../cells'
import { sheetOf, type Act, type Evening } from './evening'

export function actText(act: Act, evening: Evening): string {
  const { names } = evening
  if (act.do === 'closed') return t('pad.closed', { colour: t(`colour.${lockColour(sheetOf(evening), act.row)}`) })
  const what = done(act)
  return names.length > 1 ? `${isolate(names[act.player]!)}: ${what}` : what
}

function done(act: Exclude<Act, { do: 'closed' }>): string {
  switch (act.do) {
    case 'cross':
      return cellName(act.cell)
    case 'erase':
      return t('pad.erased', { cell: cellName(act.cell) })
    case 'penalty':
      return t('pad.penalty')
    case 'roll':
      return t('pad.rolled', { sum: whiteSum([...act.roll].map(Number)) })
  }
}
