/** Does the server answer? And the worker that keeps the page for when it doesn't. */

import { tab } from './memory'

const PATIENCE = 10_000
const ONCE = 60_000
const RELOADED = 'rowlock.reloaded'

let online = $state(true)

export const network = {
  get online() {
    return online
  },
}

export function watchNetwork(): void {
  addEventListener('online', check)
  addEventListener('offline', check)
  void check()
  addEventListener('vite:preloadError', reloadOnce)
  if ('serviceWorker' in navigator && import.meta.env.PROD) {
    // Where nothing may be stored, the page works without it as long as there is a server.
    addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}))
    // What was asked for before this worker was there, it keeps now; some of it is still on its way.
    const worker = navigator.serviceWorker
    const keep = (entries: PerformanceEntryList) => worker.controller?.postMessage(assets(entries))
    worker.addEventListener('controllerchange', () => keep(performance.getEntriesByType('resource')))
    new PerformanceObserver((list) => keep(list.getEntries())).observe({ type: 'resource' })
  }
}

/** Asks the server itself: a network without it is of no use, and a browser may not notice. */
async function check(): Promise<void> {
  online = await fetch('/api/health', { cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  )
  if (!online) setTimeout(check, PATIENCE)
}

/** A part of an old version is gone because there is a new one: begin anew with that, but never in circles. */
function reloadOnce(): void {
  if (!online || Date.now() - Number(tab.getItem(RELOADED)) < ONCE) return
  tab.setItem(RELOADED, String(Date.now()))
  location.reload()
}

function assets(entries: PerformanceEntryList): string[] {
  const urls = entries.map((entry) => new URL(entry.name))
  return urls
    .filter((url) => url.origin === location.origin && url.pathname.startsWith('/assets/'))
    .map((url) => url.href)
}
