/** What the page says: aloud to a screen reader, and as a note that goes away by itself. */
import { untrack } from 'svelte'
import { known, t } from './i18n.svelte'
import type { Refused } from './wire'

export interface Note {
  text: string
  /** What the note is about, shown beside it: a number on a patch of its colour. */
  chip?: { colour: string; text: string }
}

const NOTE_MS = 5000

let spoken = $state('')
let note = $state.raw<Note | null>(null)
let timer: ReturnType<typeof setTimeout> | undefined

export const said = {
  get spoken() {
    return spoken
  },
  get note() {
    return note
  },
}

export function announce(text: string): void {
  // A no-break space at the end makes a repeated sentence a new one for the screen reader.
  spoken = untrack(() => spoken) === text ? `${text}\u00a0` : text
}

export function tell(told: string | Note): void {
  clearTimeout(timer)
  note = typeof told === 'string' ? { text: told } : told
  timer = setTimeout(hush, NOTE_MS)
}

export function hush(): void {
  note = null
}

/** A refusal in the reader's words. */
export function refusalText({ code, facts }: Refused): string {
  if (known(`reason.${code}`)) return t(`reason.${code}`, facts)
  return facts?.move === undefined ? t('reason.unknown') : t('reason.any', { ...facts, code })
}

export function tellRefusal(refused: Refused): void {
  tell(refusalText(refused))
}
