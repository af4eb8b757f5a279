/** What happens at a table, shown in its order: as words that stay, aloud, as a sound, as a bubble beside who said it. */
import type { Words } from '../games/room'
import { hurries } from '../lib/clock'
import { t } from '../lib/i18n.svelte'
import { aroundFrom, nameOf, properName } from '../lib/players'
import { isDraw, reasonText, winners } from '../lib/result'
import { announce, tell } from '../lib/say.svelte'
import { settings } from '../lib/settings.svelte'
import { play, type Noise } from '../lib/sound'
import { isStill } from '../lib/still'
import type { Happened, TableView } from '../lib/wire'
import { Happenings, held, lengthOf, type Happening, type Moment } from './happenings'

const BUBBLE_MS = 4500
const LONGEST_LOG = 200
/** Who was away for so long, and missed more than one thing, gets an account of it instead of watching it all. */
const ABSENCE_MS = 30_000

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
  #line = $state.raw<() => string>()
  log = $state.raw<readonly (() => string)[]>([])
  /** What happened while this reader was away, until it is read. */
  missed = $state.raw<readonly (() => string)[]>([])
  #yours = ''
  /** Since when nobody looks at this page, and what was told since. */
  #hidden = Date.now()
  #unseen: (() => string)[] = []
  #happenings = new Happenings({
    show: (view, happening) => this.#show(view, happening),
    length: (moment, behind) => this.length(moment, behind),
    later: (run, ms) => setTimeout(run, ms),
  })

  get line(): string {
    return this.#line?.() ?? ''
  }

  /** How long a moment is looked at here; nobody loses time on a clock for it. */
  length(moment: Moment, behind = 0): number {
    return lengthOf(moment, this.view && hurries(this.view) ? 'quick' : settings.pace, behind, isStill())
  }

  follow(words: Words, events: readonly Happened[], before: TableView | null, view: TableView, returned = false): void {
    const opening = words.opening?.(view) ?? []
    const fresh = opening.length > 0 && !this.log.length
    if ((!before || !events.length) && !fresh) {
      // Whoever has just come, or come again, reads what happened last.
      if (!this.log.length) this.log = view.last.map((ply) => () => words.ply(view, ply))
      this.#line ??= this.log.at(-1)
    }
    if (!before) {
      this.#happenings.add([...firstSix(view, opening), ...(fresh ? opening : [])], view)
      return
    }
    // Whoever has decided here meanwhile has seen what led to it.
    if (events.some(({ event }) => event.type === 'moved' && event.why === 'chosen' && view.you.includes(event.seat)))
      this.#happenings.finish()
    const told = [...aside(view, events), ...(before.status === 'waiting' ? firstSix(view, opening) : [])]
    if (view.turn !== before.turn || view.plies !== before.plies || view.status !== before.status)
      told.push(...words.happenings(before, view, events))
    if (view.status === 'over' && before.status !== 'over') {
      // The last thing that was done has its moment, and then it is over.
      const last = told.pop()
      if (last) told.push({ ...last, moment: 'end', view: last.view ?? held(view) })
      told.push({ text: () => reasonText(view), moment: 'none', noise: ending(view) })
    } else if (view.turn !== before.turn && view.awaiting.some((seat) => view.you.includes(seat))) {
      const [seat] = aroundFrom(view, view.active).filter(
        (one) => view.awaiting.includes(one) && view.you.includes(one),
      )
      this.#yours = (view.you.length > 1 ? `${properName(view, seat!)}: ` : '') + words.yours(view)
      told.push({ moment: 'none', acts: [] })
    }
    const texts = told.flatMap(({ text }) => (text ? [text] : []))
    const away = returned && view.you.length > 0 && view.now - before.now > ABSENCE_MS && texts.length > 1
    if (away) {
      this.#happenings.finish()
      this.missed = [...this.missed, ...texts]
    }
    if (document.hidden) this.#unseen.push(...texts)
    const shown = told.map((one): Happening => {
      if (away) return { text: one.text, acts: one.acts, moment: 'none' }
      // Nobody looks: whoever comes back is caught up with.
      return document.hidden && one.moment !== 'none' ? { ...one, moment: 'past' } : one
    })
    this.#happenings.add(shown, view)
  }

  /** Somebody looks at this page, or does no more. */
  look(): void {
    if (document.hidden) this.#hidden = Date.now()
    else if (this.view?.you.length && Date.now() - this.#hidden > ABSENCE_MS && this.#unseen.length > 1)
      this.missed = [...this.missed, ...this.#unseen]
    this.#unseen = []
  }

  goOn(): void {
    this.#happenings.goOn()
  }

  close(): void {
    this.#happenings.close()
  }

  #show(view: TableView, happening: Happening | null): void {
    this.view = view
    this.now = happening
    if (!happening) return
    if (happening.noise) play(happening.noise)
    if (happening.text) {
      this.#line = happening.text
      this.log = [...this.log, happening.text].slice(-LONGEST_LOG)
      announce(happening.text())
    } else if (happening.acts) announce(`${this.line} ${this.#yours}`.trim())
  }
}

/** How it was found who begins, before anything else; seen also where a bot has begun meanwhile. */
function firstSix(view: TableView, [before]: readonly Happening[]): Happening[] {
  if (!view.first_rolls.length || (view.dice?.rolls ?? 0) > 1 || view.status !== 'playing') return []
  const seat = ((view.first_rolls.length - 1) % view.seats.length) + 1
  const mine = view.you.length === 1 && view.you[0] === seat
  const text = () => (mine ? t('first.six-you') : t('first.six', { name: nameOf(view, seat) }))
  return [{ text, moment: 'first', noise: 'roll', first: true, view: before?.view ?? held(view) }]
}

function ending(view: TableView): Noise {
  if (isDraw(view)) return 'draw'
  return !view.you.length || winners(view).some((seat) => view.you.includes(seat)) ? 'won' : 'lost'
}

/** What people do at the table beside the game. */
function aside(view: TableView, events: readonly Happened[]): Happening[] {
  const told = events.flatMap(({ event }) => {
    const { type } = event
    switch (type) {
      case 'said':
        return sayPhrase(view, event.seat, event.phrase)
      case 'sat':
      case 'left':
      case 'returned':
        return view.you.includes(event.seat) ? [] : () => t(`event.${type}`, { name: nameOf(view, event.seat) })
      case 'replaced':
        return () => t('event.replaced', { name: properName(view, event.seat) })
      case 'draw-declined':
      case 'takeback-declined':
      case 'unrolled':
      case 'resumed':
        return note(() => t(`event.${type}`))
      case 'taken-back':
        return event.alone ? [] : note(() => t('event.taken-back', { name: nameOf(view, event.seat) }))
      case 'bot-failed':
        return () => t('event.bot-failed', { name: nameOf(view, event.seat) })
      default:
        return []
    }
  })
  return told.map((text) => ({ text, moment: 'none' }))
}

function note(text: () => string): () => string {
  tell(text())
  return text
}

function sayPhrase(view: TableView, seat: number, phrase: string): () => string {
  bubbles[seat] = phrase
  setTimeout(() => {
    if (bubbles[seat] === phrase) delete bubbles[seat]
  }, BUBBLE_MS)
  return () => t('event.said', { name: nameOf(view, seat), phrase: t(`phrase.${phrase}`) })
}
