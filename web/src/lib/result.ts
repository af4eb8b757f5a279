/** How a game ended, in a few words. */
import { factsOf } from '../games/facts.svelte'
import { known, t } from './i18n.svelte'
import { names } from './players'
import type { TableView } from './wire'

export function winners(view: TableView): number[] {
  return view.seats.map((seat) => seat.seat).filter((seat) => view.outcome?.places[seat - 1] === 1)
}

export function isDraw(view: TableView): boolean {
  return factsOf(view.game).two_sides && winners(view).length === view.seats.length
}

export function resultTitle(view: TableView): string {
  if (!view.outcome) return ''
  if (isDraw(view)) return t('result.draw')
  const best = winners(view)
  const facts = { names: names(view, best), count: best.length }
  if (!factsOf(view.game).two_sides && best.length > 1) return t('result.shared', facts)
  if (view.you.length !== 1 || !best.includes(view.you[0]!)) return t('result.won', facts)
  return best.length > 1 ? t('result.team-won') : t('result.you-won')
}

/** Why it is over; a game from outside has reasons that this page has no words for. */
export function reasonText(view: TableView): string {
  const code = view.outcome!.reason
  if (code === 'resigned') {
    const best = winners(view)
    const losers = view.seats.map(({ seat }) => seat).filter((seat) => !best.includes(seat))
    if (view.you.length === 1 && losers.length === 1 && losers[0] === view.you[0]) return t('result.you-gave-up')
    return t('result.gave-up', { names: names(view, losers) })
  }
  return known(`outcome.${code}`) ? t(`outcome.${code}`) : t('outcome.any', { code })
}

/** What stands on a player's card when the game is over. */
export function placeText(view: TableView, seat: number): string {
  const place = view.outcome!.places[seat - 1]!
  if (!factsOf(view.game).two_sides) return t('place', { place })
  if (isDraw(view)) return t('result.draw')
  return place === 1 ? t('status.won') : t('status.lost')
}
