/** How a game ended, in a few words. */
import { factsOf } from '../games/facts.svelte'
import { isolate, known, list, t } from './i18n.svelte'
import { nameOf, names } from './players'
import type { TableView } from './wire'

export function winners(view: TableView): number[] {
  return view.seats.map((seat) => seat.seat).filter((seat) => view.outcome?.places[seat - 1] === 1)
}

export function isDraw(view: TableView): boolean {
  return factsOf(view.game).two_sides && winners(view).length === view.seats.length
}

export function resultTitle(view: TableView): string {
  if (!view.outcome) return ''
  if (view.seats.length === 1) return t('play.points', { count: view.outcome.scores[0]! })
  if (isDraw(view)) return t('result.draw')
  const best = winners(view)
  const facts = { names: names(view, best), count: best.length }
  if (!factsOf(view.game).two_sides && best.length > 1) return t('result.shared', facts)
  if (view.you.length !== 1 || !best.includes(view.you[0]!)) return t('result.won', facts)
  return best.length > 1 ? t('result.team-won') : t('result.you-won')
}

/** How a row of rematches stands, such as "Ada 2 : 1 Boris"; with more than two sides "Ada 2, Boris 1, Cleo 0". */
export function runningScore(view: TableView): string {
  const sides = factsOf(view.game).sides[view.seats.length] ?? []
  const own = view.you[0] ?? 1
  const order = view.seats.map((_, place) => ((own - 1 + place) % view.seats.length) + 1)
  const first = order.filter((seat, place) => order.findIndex((other) => sides[seat - 1]?.includes(other)) === place)
  const told = first.map((seat) => ({ who: names(view, sides[seat - 1]!), won: view.wins[seat - 1] ?? 0 }))
  if (told.length !== 2) return list(told.map(({ who, won }) => `${who} ${won}`))
  const [one, other] = told
  return `${isolate(one!.who)} ${one!.won} : ${other!.won} ${isolate(other!.who)}`
}

/** Why it is over; a game from outside has reasons that this page has no words for. */
export function reasonText(view: TableView): string {
  const code = view.outcome!.reason
  const by = view.outcome!.seat
  if (by !== null && (code === 'resigned' || code === 'time')) {
    if (view.you.length === 1 && by === view.you[0]) return t(`result.you-${code}`)
    return t(`result.${code}`, { name: nameOf(view, by) })
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
