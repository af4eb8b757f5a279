/** Keyboards: when a button goes away, the focus goes on to what can be done next. */
import { tick } from 'svelte'

export async function refocus(selector: string): Promise<void> {
  await tick()
  const lost = document.activeElement === null || document.activeElement === document.body
  if (lost) document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true })
}
