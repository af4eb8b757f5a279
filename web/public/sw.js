// Keeps the page itself, so that it opens without a connection. Games are never kept here: they live at their table.
const PAGE = 'page-1'

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(PAGE)
      .then((cache) => cache.addAll(['/', '/icon.svg', '/manifest.json']))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return
  // The names of assets change with their content, so what is kept is never old; everything else is asked for anew.
  if (url.pathname.startsWith('/assets/')) event.respondWith(kept(request))
  else if (request.mode === 'navigate') event.respondWith(fresh(request, '/'))
  else if (['/icon.svg', '/manifest.json'].includes(url.pathname)) event.respondWith(fresh(request, request))
})

async function kept(request) {
  const cache = await caches.open(PAGE)
  const found = await cache.match(request)
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok) await cache.put(request, answer.clone())
  return answer
}

async function fresh(request, name) {
  const cache = await caches.open(PAGE)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(name, answer.clone())
    return answer
  } catch (error) {
    const found = await cache.match(name)
    if (found) return found
    throw error
  }
}
