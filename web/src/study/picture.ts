/** A review as a picture: the chart with everybody's mistakes, and how well each of them played. */
import { titleOf } from '../games'
import { factsOf } from '../games/facts.svelte'
import type { Paper } from '../games/room'
import { INKS } from '../generated/inks'
import { current, isolate, t } from '../lib/i18n.svelte'
import { sendPicture } from '../lib/picture'
import { nameOf } from '../lib/players'
import { resultTitle } from '../lib/result'
import type { Reviewed, TableView } from '../lib/wire'
import { percent, sidesOf, type Moment } from './reading'

/** The inks and patterns of lines.css, twice as wide. */
const LINES = [
  { ink: INKS.ink, dash: [] },
  { ink: INKS['blue-ink'], dash: [21, 12] },
  { ink: INKS['green-ink'], dash: [6, 9] },
  { ink: INKS['red-ink'], dash: [27, 9, 6, 9] },
  { ink: INKS['yellow-ink'], dash: [12, 9, 4, 9, 4, 9] },
] as const
const RADIUS = { slip: 8, mistake: 12, blunder: 17 }
const [TOP, HEIGHT] = [270, 370]

export async function shareReview(
  seen: TableView,
  review: Reviewed,
  moments: readonly Moment[],
): Promise<'sent' | 'saved' | 'dropped'> {
  // Others look at it: in it everybody goes by their name.
  const view = { ...seen, you: [] }
  const heading = `${titleOf(view.game)} · ${t('review.title')} · Rowlock`
  return sendPicture(`rowlock-review-${view.id}`, heading, resultTitle(view), (pen, paper) => {
    drawChart(pen, paper, view, moments)
    drawPlayers(pen, paper, view, review)
  })
}

/** From left to right in every language. */
function drawChart(pen: CanvasRenderingContext2D, paper: Paper, view: TableView, moments: readonly Moment[]): void {
  const { size, margin, soft, write, card } = paper
  const [left, right] = [margin + 130, size - margin - 40]
  const x = (index: number) => left + (index / Math.max(1, moments.length - 1)) * (right - left)
  const y = (hope: number) => TOP + 40 + (1 - Math.min(1, Math.max(0, hope))) * (HEIGHT - 80)
  card(margin, TOP, size - 2 * margin, HEIGHT, 28, INKS.sheet)
  pen.direction = 'ltr'
  pen.textAlign = 'right'
  for (const hope of [0, 0.5, 1]) {
    write(percent(hope, 0), left - 20, y(hope) + 11, 400, 30, soft)
    stroke(pen, INKS.line, 2, [], [left, y(hope), right, y(hope)])
  }
  for (const side of sidesOf(view)) {
    const { ink, dash } = LINES[side[0]! - 1]!
    stroke(
      pen,
      ink,
      6,
      dash,
      moments.flatMap(({ hopes }, index) => [x(index), y(hopes[side[0]! - 1]!)]),
    )
  }
  for (const [index, { step, hopes }] of moments.entries()) {
    if (!step?.size) continue
    pen.beginPath()
    pen.arc(x(index), y(hopes[step.seat - 1]!), RADIUS[step.size], 0, 2 * Math.PI)
    pen.fillStyle = step.size === 'blunder' ? INKS['red-ink'] : INKS.sheet
    pen.fill()
    pen.strokeStyle = INKS['red-ink']
    pen.lineWidth = 4
    pen.stroke()
  }
}

function stroke(
  pen: CanvasRenderingContext2D,
  ink: string,
  width: number,
  dash: readonly number[],
  points: readonly number[],
): void {
  pen.strokeStyle = ink
  pen.lineWidth = width
  pen.lineJoin = 'round'
  pen.setLineDash([...dash])
  pen.beginPath()
  for (let at = 0; at < points.length; at += 2) pen.lineTo(points[at]!, points[at + 1]!)
  pen.stroke()
  pen.setLineDash([])
}

/** A line for each: whose line it is, the class of the performance, what was luck. */
function drawPlayers(pen: CanvasRenderingContext2D, paper: Paper, view: TableView, review: Reviewed): void {
  const { size, margin, ink, soft, write } = paper
  const [from, to] = current.rtl ? [size - margin, margin] : [margin, size - margin]
  const inward = current.rtl ? -1 : 1
  const step = Math.min(86, 380 / review.seats.length)
  review.seats.forEach((one, line) => {
    const middle = TOP + HEIGHT + 60 + line * step
    const side = sidesOf(view).find((side) => side.includes(one.seat))!
    const { ink: hue, dash } = LINES[side[0]! - 1]!
    stroke(pen, hue, 6, dash, [from, middle, from + inward * 90, middle])
    pen.direction = current.rtl ? 'rtl' : 'ltr'
    pen.textAlign = 'start'
    const figures = [
      ...(one.called === null || one.accuracy === null
        ? []
        : [t(`performance.${one.called}`), `${t('review.accuracy')} ${isolate(percent(one.accuracy / 100, 0))}`]),
      ...(factsOf(view.game).dice ? [`${t('study.luck')} ${isolate(percent(one.luck, 0, true))}`] : []),
    ]
    write(isolate(nameOf(view, one.seat)), from + inward * 120, middle + 12, 500, 36, ink, 270)
    pen.textAlign = 'end'
    write(figures.join(' · '), to, middle + 12, 400, 30, soft, 510)
  })
  pen.direction = 'ltr'
}
