/** What each move is worth, as it is drawn in its place: a colour, a sign, and as few letters as possible. */
import type { Mark } from '../games/room'
import type { MoveWorth } from '../lib/wire'
import { hopeOf, worthWords } from './worth'

/** What is nearly as good as the best: chances, and points. */
const NEARLY = { chance: 0.01, points: 0.5 }
const AS_GOOD = 0.0005
const SIGNS = { win: '✓', draw: '=', loss: '✕' } as const
const TONES = { win: 'good', draw: 'even', loss: 'bad' } as const

export function decimal(number: number, digits = 1): string {
  const text = number.toFixed(digits).replace('-', '−')
  return number > 0 && Number(number.toFixed(digits)) ? `+${text}` : text
}

function markOf(one: MoveWorth, best: MoveWorth): Mark | null {
  const label = worthWords(one).join(', ')
  if (one.value)
    return {
      tone: TONES[one.value],
      sign: SIGNS[one.value],
      text: one.plies === null || one.value === 'draw' ? '' : String(one.plies),
      label,
    }
  if (one.score !== null) {
    const hope = hopeOf(one.score)
    return { tone: 'open', sign: '', text: `${Math.round(100 * hope)}%`, label, share: hope }
  }
  const by = one.chance !== null ? 'chance' : 'points'
  if (one[by] === null || best[by] === null) return null
  const less = best[by] - one[by]
  const text = less <= AS_GOOD ? '' : decimal(-less * (by === 'chance' ? 100 : 1))
  if (less <= AS_GOOD) return { tone: 'good', sign: '✓', text, label }
  return less <= NEARLY[by] ? { tone: 'even', sign: '', text, label } : { tone: 'bad', sign: '', text, label }
}

/** By move, best first; a move of which nothing is known has none. */
export function marksOf(moves: readonly MoveWorth[]): Map<string, Mark> {
  const marks = new Map<string, Mark>()
  for (const one of moves) {
    const mark = markOf(one, moves[0]!)
    if (mark) marks.set(one.move, mark)
  }
  return marks
}
