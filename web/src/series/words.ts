/** People, teams and numbers of a series in the reader's words. */
import { current, list, t } from '../lib/i18n.svelte'
import type { SeriesView } from '../lib/wire'

export type RoundView = SeriesView['rounds'][number]
export type MeetingView = RoundView['meetings'][number]

/** The people of a team; 0 is a bot. */
export function teamName(view: SeriesView, team: number): string {
  const people = view.people.filter((person) => person.team === team)
  return people.length ? list(people.map(({ name }) => name)) : t('series.bot')
}

export function number(value: number): string {
  return new Intl.NumberFormat(current.language, { maximumFractionDigits: 2 }).format(value).replace('-', '−')
}

/** What a team has to show for a game that is over: its points in it or, where there are none, in the evening. */
export function shown(meeting: MeetingView, place: number): string {
  if (meeting.scores.length) return number(meeting.scores[place]!)
  const own = meeting.places[place]!
  const behind = meeting.places.filter((other) => other > own).length
  const level = meeting.places.filter((other) => other === own).length - 1
  return number((behind + level / 2) / (meeting.places.length - 1))
}
