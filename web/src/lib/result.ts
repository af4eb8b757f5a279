/** How a game ended, in a few words. */
import { t } from './i18n.svelte'
import { names } from './players'
import type { TableView } from './wire'

export function winners(view: TableView): number[] {
  return view.seats.map((seat) => seat.seat).filter((seat) => view.outcome?.places[seat - 1] === 1)
}

export function isDraw(view: TableView): boolean {
  return winners(view).length === view.seats.length
}

export function resultTitle(view: TableView): string {
  if (!view.outcome) return ''
  const best = winners(view)
  if (isDraw(view)) return t('result.draw')
  if (view.you.length === 1 && best.includes(view.you[0]!)) return t('result.you-won')
  return t('result.won', { names: names(view, best), count: best.length })
}

/** What stands on a player's card when the game is over. */
export function placeText(view: TableView, seat: number): string {
  const place = view.outcome!.places[seat - 1]!
  if (view.game === 'qwixx') return t('place', { place })
  if (isDraw(view)) return t('result.draw')
  return place === 1 ? t('status.won') : t('status.lost')
}
