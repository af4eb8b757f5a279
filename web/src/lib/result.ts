/** How a game ended, in a few words. */
import { t } from './i18n.svelte'
import { names } from './players'
import type { TableView } from './wire'

export function winners(view: TableView): number[] {
  return view.seats.map((seat) => seat.seat).filter((seat) => view.outcome?.places[seat - 1] === 1)
}

export function isDraw(view: TableView): boolean {
  return view.game !== 'qwixx' && winners(view).length === view.seats.length
}

export function resultTitle(view: TableView): string {
  if (!view.outcome) return ''
  if (isDraw(view)) return t('result.draw')
  const best = winners(view)
  const facts = { names: names(view, best), count: best.length }
  if (view.game === 'qwixx' && best.length > 1) return t('result.shared', facts)
  if (view.you.length !== 1 || !best.includes(view.you[0]!)) return t('result.won', facts)
  return best.length > 1 ? t('result.team-won') : t('result.you-won')
}

/** What stands on a player's card when the game is over. */
export function placeText(view: TableView, seat: number): string {
  const place = view.outcome!.places[seat - 1]!
  if (view.game === 'qwixx') return t('place', { place })
  if (isDraw(view)) return t('result.draw')
  return place === 1 ? t('status.won') : t('status.lost')
}
