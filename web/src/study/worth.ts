/** What a move is worth, in words. */
import { ltr, t } from '../lib/i18n.svelte'
import type { ReviewStep } from '../lib/wire'
import { percent } from './reading'

export function worth({ value, plies, hope }: ReviewStep['options'][number], exact: boolean): string[] {
  if (!value) return [t('study.chance', { chance: ltr(percent(hope)) })]
  const known = plies !== null && value !== 'draw'
  return [known ? t(`value.${value}-in`, { count: plies }) : t(`value.${value}`), ...(exact ? [t('study.exact')] : [])]
}
