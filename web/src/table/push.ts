/** Slow games call people back whose page is closed, through the push service of their browser. */
import { callMe, pushKey } from '../lib/api'
import { current } from '../lib/i18n.svelte'

/** From now on this browser is called for these seats. Where that can't be done, everything works without it. */
export async function beCalled(id: string, tokens: readonly string[]): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration()
  if (!worker?.pushManager) return
  try {
    const { key } = await pushKey()
    if (key === null) return
    const subscription = await subscribed(worker.pushManager, key)
    const { endpoint, keys } = subscription.toJSON()
    const where = { endpoint: endpoint!, p256dh: keys!.p256dh!, auth: keys!.auth!, language: current.language }
    await Promise.all(tokens.map((token) => callMe(id, token, where)))
  } catch {
    // Without a connection, or a push service: it is tried again the next time that somebody comes to the table.
  }
}

/** A subscription holds for one server's key. */
async function subscribed(manager: PushManager, key: string): Promise<PushSubscription> {
  const known = await manager.getSubscription()
  if (known && textOf(known.options.applicationServerKey) === key) return known
  await known?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

function textOf(bytes: ArrayBuffer | null): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
