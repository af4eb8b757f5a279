/** What a move is worth, in words. */
import { ltr, current, t } from '../lib/i18n.svelte'
import type { Worth } from '../lib/wire'

export function worthText({ value, plies, points }: Worth): string {
  if (points !== null) {
    const format = new Intl.NumberFormat(`${current.language}-u-nu-latn`, {
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    })
    return t('study.points', { points: ltr(format.format(points)) })
  }
  if (value === null) return t('value.open')
  return plies === null ? t(`value.${value}`) : t(`value.${value}-in`, { count: plies })
}
