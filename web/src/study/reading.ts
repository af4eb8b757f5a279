/** A review, read for drawing: moments, lines and sums. Nothing here judges anything. */
import { sideOf } from '../games/facts.svelte'
import { current } from '../lib/i18n.svelte'
import type { Reckoning, Replay, Reviewed, ReviewStep, Step, TableView } from '../lib/wire'

/** A point of the chart: the beginning, a ply, or the end where that was not a ply. */
export interface Moment {
  hopes: readonly number[]
  /** Null at the beginning and at the end. */
  step: ReviewStep | null
  /** The step of the replay that led here, and its number. */
  after: Step
  number: number
  /** The position in which it was decided. */
  before: Step
}

export function momentsOf(review: Reviewed, replay: Replay): Moment[] {
  /** For each ply the step of the replay that it is part of. */
  const parts = replay.steps.flatMap((step, number) => step.plies.map(() => number))
  const at = (number: number) => ({
    number,
    after: replay.steps[number]!,
    before: replay.steps[Math.max(0, number - 1)]!,
  })
  const moments: Moment[] = [{ hopes: review.seats.map((one) => one.start), step: null, ...at(0) }]
  for (const step of review.steps) moments.push({ hopes: step.hopes, step, ...at(parts[step.ply - 1]!) })
  const results = review.seats.map((one) => one.result)
  const played = moments.at(-1)!.hopes
  if (results.some((result, index) => Math.abs(result - played[index]!) > 0.001)) {
    moments.push({ hopes: results, step: null, ...at(replay.steps.length - 1) })
  }
  return moments
}

/** Who shares a line of the chart, because they win and lose together. */
export function sidesOf(view: TableView): number[][] {
  const sides = view.seats.map(({ seat }) => sideOf(view, seat))
  return sides.filter((side, index) => side[0] === index + 1).map((side) => [...side])
}

/** The decisions of a seat that are worth going through again, in the order of the game. */
export function lessonsOf(review: Reviewed, seat: number): ReviewStep[] {
  return review.steps.filter((step) => step.seat === seat && step.size !== null)
}

export const PARTS = ['start', 'luck', 'decisions', 'others', 'correction', 'result'] as const

export interface Bar {
  part: (typeof PARTS)[number]
  from: number
  to: number
}

/** The way from the start to the result, in thousandths, so rounded that what is shown adds up. */
export function waterfall(one: Reckoning): Bar[] {
  let exact = 0
  return PARTS.map((part) => {
    if (part === 'result') return { part, from: 0, to: Math.round(1000 * one.result) }
    const from = Math.round(1000 * exact)
    exact += one[part]
    return { part, from, to: Math.round(1000 * exact) }
  })
}

/** Points, which may be a mean of many games. */
export function points(number: number, signed = false): string {
  const format = new Intl.NumberFormat(`${current.language}-u-nu-latn`, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: signed ? 'exceptZero' : 'negative',
  })
  return format.format(number).replace('-', '−')
}

/** 0.123 as the reader's language writes 12.3 %; in every language from left to right and with the same digits. */
export function percent(share: number, digits = 1, signed = false): string {
  const style = { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits } as const
  const format = new Intl.NumberFormat(`${current.language}-u-nu-latn`, {
    ...style,
    signDisplay: signed ? 'exceptZero' : 'negative',
  })
  return format.format(share).replace('-', '−')
}
