/** When a puzzle that was missed comes back: FSRS plans it, so that it is seen again just before it would be forgotten. */
import { createEmptyCard, fsrs, Rating, type CardInput } from 'ts-fsrs'
import type { Card } from './progress'

/** First after ten minutes, then after days. */
const plan = fsrs({ enable_fuzz: false, learning_steps: ['10m'], relearning_steps: ['10m'] })
/** What would come back only after so many days is known. */
const KNOWN = 60

/** The plan after an answer. None for a puzzle that needn't come back. */
export function planned(card: Card | undefined, right: boolean, now: Date): Card | null {
  if (!card && right) return null
  const before = card ? (card as unknown as CardInput) : createEmptyCard(now)
  const { card: after } = plan.next(before, now, right ? Rating.Good : Rating.Again)
  return after.scheduled_days > KNOWN ? null : { ...after, due: after.due.toISOString() }
}
