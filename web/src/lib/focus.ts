/** Where the focus goes when what had it goes away. Only a keyboard asks for it: on a touched screen a ring around
 * something would read as advice. */
import { tick } from 'svelte'

let byKeyboard = false

export function watchInput(): void {
  addEventListener('keydown', () => (byKeyboard = true), true)
  addEventListener('pointerdown', () => (byKeyboard = false), true)
}

/** Moves a focus that is lost, or rests on what can't be chosen any more, to the first of these that is there. */
export async function refocus(...selectors: string[]): Promise<void> {
  await tick()
  const at = document.activeElement
  const lost = at === null || at === document.body || at.matches('[data-spent]')
  if (byKeyboard && lost)
    focusOn(selectors.map((one) => document.querySelector<HTMLElement>(one)).find((found) => found !== null))
}

/** Puts what comes next under the fingers of whoever plays by keyboard. */
export function focusOn(element: HTMLElement | null | undefined): void {
  if (byKeyboard) element?.focus({ preventScroll: true })
}

/** Is this a key for the table, and not for a dialog, a text field or the browser? */
export function isForTable(event: KeyboardEvent): boolean {
  const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat && !event.defaultPrevented
  const typing = event.target instanceof Element && event.target.closest('input, select, textarea, dialog')
  return plain && !typing && !document.querySelector('dialog[open]')
}
