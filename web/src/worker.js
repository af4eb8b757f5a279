// Keeps the page itself, so that it opens without a connection. Games are never kept here: they live at their table.
// The build puts three facts in front of this: VERSION, which changes with every file; FIRST, what the first screen
// needs; and ASSETS, all there is.
/* global VERSION, FIRST, ASSETS */

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(VERSION)
      .then((cache) => cache.addAll(FIRST))
      .then(() => self.skipWaiting()),
  )
})

// A new version takes over at once, and what the old ones kept goes.
self.addEventListener('activate', (event) => {
  const old = caches
    .keys()
    .then((names) => Promise.all(names.filter((name) => name !== VERSION).map((name) => caches.delete(name))))
  event.waitUntil(old.then(() => self.clients.claim()))
})

// What a page has loaded before this worker was there.
self.addEventListener('message', (event) => {
  event.waitUntil(
    caches.open(VERSION).then((cache) => Promise.allSettled(event.data.map((url) => kept(cache, new Request(url))))),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return
  // The names of assets change with their content, so what is kept is never old; everything else is asked for anew.
  const answer = url.pathname.startsWith('/assets/') ? kept : request.mode === 'navigate' ? page : null
  if (answer) event.respondWith(caches.open(VERSION).then((cache) => answer(cache, request)))
})

async function kept(cache, request) {
  const found = await cache.match(request)
  if (found) return found
  const answer = await fetch(request)
  if (answer.ok && ASSETS.includes(new URL(request.url).pathname)) await cache.put(request, answer.clone())
  return answer
}

/** The page is one file under all addresses; without a connection, the one that was kept with this version's files. */
function page(cache, request) {
  return fetch(request).catch(async (error) => {
    const found = await cache.match('/')
    if (found) return found
    throw error
  })
}
