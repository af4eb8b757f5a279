/** What happens at a table, told: aloud to a screen reader, as a sound, as a bubble beside who said it. */
import type { Words } from '../games/room'
import { t } from '../lib/i18n.svelte'
import { nameOf } from '../lib/players'
import { reasonText } from '../lib/result'
import { announce, tell } from '../lib/say.svelte'
import { play } from '../lib/sound'
import type { Happened, TableView } from '../lib/wire'

const BUBBLE_MS = 4500

let bubbles = $state<Record<number, string>>({})
export const phrases = {
  get said() {
    return bubbles
  },
}

export function follow(words: Words, events: readonly Happened[], before: TableView | null, view: TableView): void {
  if (!before) return
  const told = events.flatMap(({ event }) => {
    switch (event.type) {
      case 'said':
        return sayPhrase(view, event.seat, event.phrase)
      case 'sat':
        return t('event.sat', { name: nameOf(view, event.seat) })
      case 'left':
        return t('event.left', { name: nameOf(view, event.seat) })
      case 'returned':
        return t('event.returned', { name: nameOf(view, event.seat) })
      case 'replaced':
        return t('event.replaced', { name: nameOf(view, event.seat) })
      case 'draw-declined':
        return note(t('event.draw-declined'))
      case 'takeback-declined':
        return note(t('event.takeback-declined'))
      case 'taken-back':
        return event.alone ? [] : note(t('event.taken-back', { name: nameOf(view, event.seat) }))
      case 'unrolled':
        return note(t('event.unrolled'))
      case 'bot-failed':
        return t('event.bot-failed', { name: nameOf(view, event.seat) })
      case 'resumed':
        return note(t('event.resumed'))
      default:
        return []
    }
  })
  if (view.turn !== before.turn) told.push(...newTurn(words, before, view))
  if (told.length) announce(told.join(' '))
}

function note(text: string): string {
  tell(text)
  return text
}

function sayPhrase(view: TableView, seat: number, phrase: string): string {
  bubbles[seat] = phrase
  setTimeout(() => {
    if (bubbles[seat] === phrase) delete bubbles[seat]
  }, BUBBLE_MS)
  return t('event.said', { name: nameOf(view, seat), phrase: t(`phrase.${phrase}`) })
}

function newTurn(words: Words, before: TableView, view: TableView): string[] {
  const told = words.turn(before, view)
  if (view.status === 'over' && before.status !== 'over') {
    play('end')
    told.push(reasonText(view))
  } else if (view.awaiting.some((seat) => view.you.includes(seat))) {
    told.push(t('turn.yours'))
  }
  return told
}
