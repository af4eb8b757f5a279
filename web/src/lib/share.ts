import { copy } from './copy'
import { isolate, t } from './i18n.svelte'
import { tell } from './say.svelte'

/** Hands a text to whatever the device shares with, or to the clipboard; then this is told. */
export async function share(text: string, told: string): Promise<void> {
  if (typeof navigator.share === 'function') {
    try {
      return await navigator.share({ text })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return // they thought better of it
    }
  }
  await copied(text, told)
}

/** A link, the same way. */
export async function shareLink(title: string, url: string): Promise<void> {
  if (typeof navigator.share !== 'function') return copyLink(url)
  await navigator.share({ title, url }).catch(() => {
    // Somebody who closes the share sheet has changed their mind; that is all.
  })
}

export async function copyLink(url: string): Promise<void> {
  await copied(url, t('invite.copied'))
}

/** What may not be copied is shown: whoever reads it can copy it by hand. */
async function copied(text: string, told: string): Promise<void> {
  await copy(text).then(
    () => tell(told),
    () => tell(isolate(text)),
  )
}
