/** Calling somebody back who looks elsewhere: can it be done here, and do they want it? */
import { settings } from './settings.svelte'

export const canNotify = () => 'Notification' in window && 'serviceWorker' in navigator
export const mayNotify = () => canNotify() && Notification.permission === 'granted' && settings.calls

/** This device is no longer called, in any game: the push service tells the servers. */
export async function beLeftAlone(): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration()
  const known = await worker?.pushManager?.getSubscription()
  await known?.unsubscribe()
}
