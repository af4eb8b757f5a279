/** What a hint says: words that the catalogues know, put together by the server and said in the reader's language. */
import { ltr, t, type Facts } from '../lib/i18n.svelte'
import type { HintWords } from '../lib/wire'
import { points } from './reading'

/** Why one move is better than another, without how much; nothing if the words are for the other one. */
export function reason(words: HintWords, best: string, move: (text: string) => string): string {
  if (words.facts.move !== best) return ''
  if (!words.key.startsWith('better.')) return say(words, move)
  const { because, although } = words.facts
  if (typeof because !== 'object') return ''
  return typeof although === 'object'
    ? t('hint.because.although', { because: say(because, move), although: say(although, move) })
    : t('hint.because', { because: say(because, move) })
}

/** Moves are said as the game says them. */
export function say({ key, facts }: HintWords, move: (text: string) => string): string {
  const said: Facts = {}
  for (const [name, fact] of Object.entries(facts)) {
    if (typeof fact === 'object') said[name] = say(fact, move)
    else if (name === 'chance') said[name] = ltr(points(100 * Number(fact)))
    else if (name === 'points') said[name] = ltr(points(Number(fact)))
    else if (name === 'move' || name === 'other') said[name] = move(String(fact))
    else said[name] = fact
  }
  return t(`hint.${key}`, said)
}
