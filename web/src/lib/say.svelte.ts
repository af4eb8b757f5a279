/** What the page says: aloud to a screen reader, and as a note that goes away by itself. */
import { untrack } from 'svelte'
import { known, t } from './i18n.svelte'
import type { Refused } from './wire'

export interface Note {
  text: string
  /** A cell that the note is about, such as r5. */
  cell: string
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

export function tell(text: string, cell = ''): void {
  clearTimeout(timer)
  note = { text, cell }
  timer = setTimeout(hush, NOTE_MS)
}

export function hush(): void {
  note = null
}

/** A refusal in the reader's words. The colour of a cell is shown beside the text, its number in it. */
export function refusalText(refused: Refused): string {
  const facts = { ...(refused.facts ?? {}) }
  if (typeof facts.cell === 'string') facts.cell = facts.cell.slice(1)
  return known(`reason.${refused.code}`) ? t(`reason.${refused.code}`, facts) : t('reason.unknown')
}

export function tellRefusal(refused: Refused): void {
  const cell = refused.facts?.cell
  tell(refusalText(refused), typeof cell === 'string' ? cell : '')
}
