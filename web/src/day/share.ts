/** A day in a few lines for friends, which tell nothing of the dice or the answer. */
import { titleOf } from '../games'
import { dayName, t } from '../lib/i18n.svelte'
import { printed } from '../lib/number'
import type { DayView } from '../lib/wire'
import type { MyDay } from './mine'

export function dayText(view: DayView, mine: MyDay, best: number | null, days: number): string {
  const lines = [`Rowlock · ${t('day.title')} · ${dayName(view.date)}`]
  if (mine.score !== undefined) {
    const facts = { game: titleOf(view.game), score: printed(mine.score), best: best === null ? '…' : printed(best) }
    lines.push(t('day.text.score', facts))
    if (mine.squares) lines.push(mine.squares)
  }
  if (mine.puzzle) lines.push(t(`day.text.${mine.puzzle}`))
  if (days > 1) lines.push(t('day.streak', { count: days }))
  return [...lines, `${location.origin}/day`].join('\n')
}
