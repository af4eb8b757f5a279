/** What the page says: aloud to a screen reader, and as a note that goes away by itself. */
import { untrack } from 'svelte'
import { CallFailed } from './api'
import { current, known, setLanguage, t, type Language } from './i18n.svelte'
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

/** Changes to the language that is chosen in a list, or says why not. */
export async function speak(list: HTMLSelectElement): Promise<void> {
  await setLanguage(list.value as Language).catch(() => {
    // Its texts were never here, and there is no connection.
    tell(t('page.not-here'))
    list.value = current.language
  })
}

export function tellRefusal(refused: Refused): void {
  tell(refusalText(refused))
}

/** Does something for which the server is asked; if it says no, or can't be reached, the reader is told. */
export async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    tellRefusal(error.refused)
  }
}
