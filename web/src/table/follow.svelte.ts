/** What happens at a table, shown in its order: as words that stay, aloud, as a sound, as a bubble beside who said it. */
import type { Words } from '../games/room'
import { t } from '../lib/i18n.svelte'
import { nameOf } from '../lib/players'
import { isDraw, reasonText, winners } from '../lib/result'
import { announce, tell } from '../lib/say.svelte'
import { settings } from '../lib/settings.svelte'
import { play, type Noise } from '../lib/sound'
import type { Happened, TableView } from '../lib/wire'
import { Happenings, lengthOf, type Happening, type Moment } from './happenings'

const BUBBLE_MS = 4500
const LONGEST_LOG = 200

let bubbles = $state<Record<number, string>>({})
export const phrases = {
  get said() {
    return bubbles
  },
}

/** The table as it is shown, which may be a few moments behind what is known of it. */
export class Stage {
  view = $state.raw<TableView | null>(null)
  /** What happens just now. */
  now = $state.raw<Happening | null>(null)
  /** What happened last, in words. */
  line = $state('')
  log = $state.raw<readonly string[]>([])
  /** Is the last roll one that nobody has decided about, and who rolled it? Real dice can then still be corrected. */
  roll = $state.raw<{ by: number } | null>(null)
  /** Who had nothing to decide about a roll: `rolls:seat`. */
  passedOver: ReadonlySet<string> = new Set()
  #yours = ''
  #happenings = new Happenings({
    show: (view, happening) => this.#show(view, happening),
    length: (moment, behind) => this.length(moment, behind),
    later: (run, ms) => setTimeout(run, ms),
  })

  /** How long a moment is looked at here; nobody loses time on a clock for it. */
  length(moment: Moment, behind = 0): number {
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches
    return lengthOf(moment, this.view?.clock ? 'quick' : settings.pace, behind, still)
  }

  follow(words: Words, events: readonly Happened[], before: TableView | null, view: TableView): void {
    if (!before) {
      this.#happenings.add([], view)
      return
    }
    this.#keepDice(events, before)
    // Whoever has decided here meanwhile has seen what led to it.
    if (events.some(({ event }) => event.type === 'moved' && event.why === 'chosen' && view.you.includes(event.seat)))
      this.#happenings.finish()
    const told = [...aside(view, events)]
    if (view.turn !== before.turn || view.plies !== before.plies || view.status !== before.status)
      told.push(...words.happenings(before, view, events))
    if (view.status === 'over' && before.status !== 'over') {
      if (told.length) told.push({ ...told.pop()!, moment: 'end' })
      told.push({ text: reasonText(view), moment: 'none', noise: ending(view) })
    } else if (view.turn !== before.turn && view.awaiting.some((seat) => view.you.includes(seat))) {
      this.#yours = words.yours(view)
      told.push({ text: '', moment: 'none', acts: [] })
    }
    this.#happenings.add(told, view)
  }

  goOn(): void {
    this.#happenings.goOn()
  }

  close(): void {
    this.#happenings.close()
  }

  #keepDice(events: readonly Happened[], before: TableView): void {
    for (const { event } of events) {
      if (event.type === 'unrolled' || event.type === 'taken-back') this.roll = null
      if (event.type !== 'moved') continue
      if (event.seat === 0) this.roll = { by: before.active }
      else if (event.why === 'only-move')
        this.passedOver = new Set([...this.passedOver, `${this.rolls(before, events)}:${event.seat}`])
      else this.roll = null
    }
  }

  /** The number of the roll that these events are about. */
  private rolls(before: TableView, events: readonly Happened[]): number {
    return (before.dice?.rolls ?? 0) + events.filter(({ event }) => event.type === 'moved' && event.seat === 0).length
  }

  #show(view: TableView, happening: Happening | null): void {
    this.view = view
    this.now = happening
    if (!happening) return
    if (happening.noise) play(happening.noise)
    if (happening.text) {
      this.line = happening.text
      this.log = [...this.log, happening.text].slice(-LONGEST_LOG)
      announce(happening.text)
    } else if (happening.acts) announce(`${this.line} ${this.#yours}`.trim())
  }
}

function ending(view: TableView): Noise {
  if (isDraw(view)) return 'draw'
  return !view.you.length || winners(view).some((seat) => view.you.includes(seat)) ? 'won' : 'lost'
}

/** What people do at the table beside the game. */
function aside(view: TableView, events: readonly Happened[]): Happening[] {
  const told = events.flatMap(({ event }) => {
    switch (event.type) {
      case 'said':
        return sayPhrase(view, event.seat, event.phrase)
      case 'sat':
        return t('event.sat', { name: nameOf(view, event.seat) })
      case 'left':
        return view.you.includes(event.seat) ? [] : t('event.left', { name: nameOf(view, event.seat) })
      case 'returned':
        return view.you.includes(event.seat) ? [] : t('event.returned', { name: nameOf(view, event.seat) })
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
  return told.map((text) => ({ text, moment: 'none' }))
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
