// Keeps the whole page, in all its languages, so that everything that needs no server works without one; and what the
// server has told that stays as it is: puzzles, and the games that were looked at again. Live tables are never kept here.
// The build puts three facts in front of this: VERSION, which changes with every file; FIRST, what the first screen
// needs; and ASSETS, all there is.
/* global VERSION, FIRST, ASSETS */

/** Outlives the versions of the page. */
const TOLD = 'told'
const MOST_TOLD = 150
const STAYS = /^\/api\/(puzzles\/[^/]+|tables\/[^/]+(\/replay|\/review)?)$/

self.addEventListener('install', (event) => {
  event.waitUntil(install().then(() => self.skipWaiting()))
})

/** The names of assets change with their content: what the last version had of the same names need not come again. */
async function install() {
  const cache = await caches.open(VERSION)
  await cache.addAll(FIRST)
  await Promise.all(
    ASSETS.map(async (name) => {
      const found = await caches.match(name)
      if (found) await cache.put(name, found)
    }),
  )
}

// A new version takes over at once, and what the old ones kept goes.
self.addEventListener('activate', (event) => {
  const isOld = (name) => name !== VERSION && name !== TOLD
  const old = caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
  event.waitUntil(old.then(() => self.clients.claim()))
})

// The first screen is there: now all the rest comes, and what the page names of what was told. What fails now, a later
// visit brings.
self.addEventListener('message', (event) => {
  event.waitUntil(
    caches.open(VERSION).then(async (cache) => {
      for (const name of ASSETS) await kept(cache, new Request(name)).catch(() => {})
      for (const url of event.data) if (!(await caches.match(url))) await asked(new Request(url)).catch(() => {})
    }),
  )
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  // Whoever shows a token is told what others may not see.
  if (STAYS.test(url.pathname) && !request.headers.has('authorization')) return event.respondWith(asked(request))
  if (url.pathname.startsWith('/api/')) return
  // Everything but assets is asked for anew.
  const answer = url.pathname.startsWith('/assets/') ? kept : request.mode === 'navigate' ? page : null
  if (answer) event.respondWith(caches.open(VERSION).then((cache) => answer(cache, request)))
})

// A slow game calls back whoever has closed its page.
self.addEventListener('push', (event) => {
  const { title, address, ...told } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { ...told, icon: '/icon-192.png', data: address }))
})

// Somebody was told that it is their turn, and comes.
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const address = new URL(event.notification.data, location.origin).href
  const find = (pages) => pages.find(({ url }) => url === address)?.focus() ?? self.clients.openWindow(address)
  event.waitUntil(self.clients.matchAll({ type: 'window' }).then(find))
})

/** Asked for anew; without a connection, what was told last. */
async function asked(request) {
  const cache = await caches.open(TOLD)
  try {
    const answer = await fetch(request)
    if (answer.status === 200) {
      await cache.put(request, answer.clone())
      const told = await cache.keys()
      await Promise.all(told.slice(0, -MOST_TOLD).map((one) => cache.delete(one)))
    }
    return answer
  } catch (error) {
    const found = await cache.match(request)
    if (found) return found
    throw error
  }
}

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
