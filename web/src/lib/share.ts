import { copy } from './copy'
import { isolate, t } from './i18n.svelte'
import { tell } from './say.svelte'

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

/** A link, the same way. */
export async function shareLink(title: string, url: string): Promise<void> {
  if (typeof navigator.share !== 'function') return copyLink(url)
  await navigator.share({ title, url }).catch(() => {
    // Somebody who closes the share sheet has changed their mind; that is all.
  })
}

/** Where nothing may be copied, the link is shown. */
export async function copyLink(url: string): Promise<void> {
  await copy(url).then(
    () => tell(t('invite.copied')),
    () => tell(isolate(url)),
  )
}
