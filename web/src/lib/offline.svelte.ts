/** Is the network there? And the worker that keeps the page for when it isn't. */

let online = $state(navigator.onLine)

export const network = {
  get online() {
    return online
  },
}

export function watchNetwork(): void {
  addEventListener('online', () => (online = true))
  addEventListener('offline', () => (online = false))
  if ('serviceWorker' in navigator && import.meta.env.PROD) {
    addEventListener('load', () => void navigator.serviceWorker.register('/sw.js'))
    // Whoever was there before the worker loaded its files without it: keep them now.
    void navigator.serviceWorker.ready.then(keepLoaded)
  }
}

async function keepLoaded(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map((entry) => new URL(entry.name))
  const assets = loaded.filter((url) => url.origin === location.origin && url.pathname.startsWith('/assets/'))
  await Promise.all(assets.map((url) => fetch(url)))
}
