/** What happens at a table, told: aloud to a screen reader, as a sound, as a bubble beside who said it. */
import { describe } from '../lib/describe'
import { t } from '../lib/i18n.svelte'
import { nameOf } from '../lib/players'
import { parseQwixx } from '../lib/position'
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

export function follow(events: readonly Happened[], before: TableView | null, view: TableView): void {
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
  if (view.turn !== before.turn) told.push(...newTurn(before, view))
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

function newTurn(before: TableView, view: TableView): string[] {
  const told = view.game === 'qwixx' ? qwixxTurn(before, view) : quixoTurn(view)
  if (view.status === 'over' && before.status !== 'over') {
    play('end')
    told.push(t(`outcome.${view.outcome!.reason}`))
  } else if (view.awaiting.some((seat) => view.you.includes(seat))) {
    told.push(t('turn.yours'))
  }
  return told
}

function qwixxTurn(before: TableView, view: TableView): string[] {
  const [was, is] = [parseQwixx(before.position), parseQwixx(view.position)]
  if (before.phase === 'roll' && is.dice.length) {
    play('roll')
    return [t('turn.sum', { sum: is.dice[0]! + is.dice[1]! })]
  }
  const crosses = view.last.filter((ply) => ply.seat > 0 && ply.move !== 'pass' && ply.move !== '?')
  const told = crosses.map((ply) => describe(view, ply))
  if (told.length) play('cross')
  is.sheets.forEach((sheet, index) => {
    if (sheet.penalties > (was.sheets[index]?.penalties ?? 0)) {
      told.push(t('qwixx.takes-penalty', { name: nameOf(view, index + 1) }))
    }
  })
  for (const colour of is.closed.filter((one) => !was.closed.includes(one))) {
    play('lock')
    told.push(note(t('qwixx.row-closes', { colour: t(`colour.${colour}`) })))
  }
  return told
}

function quixoTurn(view: TableView): string[] {
  if (view.last.some((ply) => ply.move !== 'skip')) play('push')
  return view.last.map((ply) => describe(view, ply))
}
