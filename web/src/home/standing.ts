/** How one of my games stands, in words. */
import { timeLeft } from '../lib/clock'
import { time, row, t } from '../lib/i18n.svelte'
import { properName } from '../lib/players'
import { resultTitle } from '../lib/result'
import { isSlow } from '../table/slow'
import { waitsForMe, type Standing } from './mygames.svelte'
import type { TableView } from '../lib/wire'

/** Own seats first, then as they sit. */
function seatsOf(view: TableView): number[] {
  const all = view.seats.map(({ seat }) => seat)
  return [...view.you, ...all.filter((seat) => !view.you.includes(seat))]
}

function whoIs(view: TableView, seat: number): string {
  const { kind, level } = view.seats[seat - 1]!
  return kind === 'bot' && level ? t(`level.${level}`) : properName(view, seat)
}

/** "34 : 28", nothing in a game without points. */
export function pointsOf(view: TableView): string {
  const scores = view.outcome?.scores ?? view.scores
  return scores.length > 1
    ? seatsOf(view)
        .map((seat) => scores[seat - 1])
        .join(' : ')
    : ''
}

/** "against Ada and Boris"; the names alone where nobody of them is oneself, or all are. */
export function companyOf(view: TableView): string {
  const others = seatsOf(view).filter((seat) => !view.you.includes(seat))
  if (view.you.length !== 1 || !others.length) return row(seatsOf(view).map((seat) => whoIs(view, seat)))
  return t('mine.against', { names: row(others.map((seat) => whoIs(view, seat))) })
}

/** "2 d 5 h left" in a game of days, for whoever is asked: oneself first. */
export function leftOf(view: TableView): string {
  if (!view.clock || !isSlow(view)) return ''
  const running = view.clock.running
  const seat = running.find((one) => view.you.includes(one)) ?? running[0]
  return seat ? t('mine.left', { time: timeLeft(view.clock.left[seat - 1]!) }) : ''
}

export function stateOf(standing: Standing): string {
  const { mine, view } = standing
  if (!view) return time(mine.at)
  if (view.status === 'waiting') return t('mine.open')
  if (view.status === 'over') return resultTitle(view)
  return waitsForMe(standing) ? t('mine.your-turn') : t('mine.playing')
}
