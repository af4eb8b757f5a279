/** What a move is worth, in words, the most important first. */
import { ltr, t } from '../lib/i18n.svelte'
import type { MoveWorth, ReviewStep } from '../lib/wire'
import { percent, points as pointsSaid } from './reading'

/** A score counts as a chance: a hundred times its logit. */
export function hopeOf(score: number): number {
  return 1 / (1 + Math.exp(-score / 100))
}

/** Of an analysis or a hint, where what isn't known is null. */
export function worthWords({ value, plies, score, chance, points, exact }: MoveWorth): string[] {
  if (value) return valueWords(value, plies, exact)
  const said: string[] = []
  if (score !== null) said.push(t('analyse.hope', { hope: ltr(percent(hopeOf(score), 0)) }))
  if (chance !== null) said.push(t('study.chance', { chance: ltr(percent(chance)) }))
  if (points !== null) said.push(t('study.points', { points: ltr(pointsSaid(points)) }))
  return said
}

/** Of a review. */
export function worth({ value, plies, hope }: ReviewStep['options'][number], exact: boolean): string[] {
  return value ? valueWords(value, plies, exact) : [t('study.chance', { chance: ltr(percent(hope)) })]
}

function valueWords(value: NonNullable<MoveWorth['value']>, plies: number | null, exact: boolean): string[] {
  const known = plies !== null && value !== 'draw'
  return [known ? t(`value.${value}-in`, { count: plies }) : t(`value.${value}`), ...(exact ? [t('study.exact')] : [])]
}
