/** Does the server answer? And the worker that keeps the page for when it doesn't. */

/** As the worker calls it. */
const PAGE_CACHE = 'page-1'

const PATIENCE = 10_000

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
  if ('serviceWorker' in navigator && import.meta.env.PROD) {
    addEventListener('load', () => void navigator.serviceWorker.register('/sw.js'))
    // Whoever was there before the worker loaded its files without it: keep them now.
    void navigator.serviceWorker.ready.then(keepLoaded)
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

async function keepLoaded(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map((entry) => new URL(entry.name))
  const assets = loaded.filter((url) => url.origin === location.origin && url.pathname.startsWith('/assets/'))
  const cache = await caches.open(PAGE_CACHE)
  await cache.addAll([...new Set(assets.map((url) => url.href))])
}
