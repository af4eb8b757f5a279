/** Does the server answer? And the worker that keeps the page for when it doesn't. */

import { GAMES } from '../generated/games'
import { tab } from './memory'

const PATIENCE = 10_000
const ONCE = 60_000
const PUZZLES = Object.values(GAMES).flatMap(({ name, puzzles }) => (puzzles.length ? [`/api/puzzles/${name}`] : []))
const RELOADED = 'rowlock.reloaded'

let online = $state(true)
let again: ReturnType<typeof setTimeout> | undefined

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
    // All the rest comes when the first screen is there, and in nobody's way.
    const worker = navigator.serviceWorker
    const fill = () => addAfter(() => worker.controller?.postMessage(PUZZLES))
    worker.addEventListener('controllerchange', fill)
    fill()
  }
}

/** Asks the server itself: a network without it is of no use, and a browser may not notice. */
export async function check(): Promise<void> {
  online = await fetch('/api/health', { cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  )
  clearTimeout(again)
  if (!online) again = setTimeout(check, PATIENCE)
}

/** A part of an old version is gone because there is a new one: begin anew with that, but never in circles. */
function reloadOnce(): void {
  if (!online || Date.now() - Number(tab.getItem(RELOADED)) < ONCE) return
  tab.setItem(RELOADED, String(Date.now()))
  location.reload()
}

function addAfter(run: () => void): void {
  const idle = () => setTimeout(run, 500)
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle, { once: true })
}
