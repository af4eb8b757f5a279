import { copy } from './copy'

/** Hands the text to whatever the device shares with, or to the clipboard. */
export async function share(text: string): Promise<'shared' | 'copied'> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ text })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'shared' // they thought better of it
    }
  }
  await copy(text)
  return 'copied'
}
