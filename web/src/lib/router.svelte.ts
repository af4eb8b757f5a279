/** The address says which screen is shown; a click on a link changes it without loading the page anew. */

export type Route =
  | { screen: 'home' }
  | { screen: 'setup'; game: string }
  | { screen: 'table'; id: string }
  | { screen: 'replay'; id: string; at: number | null }
  | { screen: 'review'; id: string; at: number | null }
  | { screen: 'rules'; game: string }
  | { screen: 'learn'; game: string }
  | { screen: 'analyse'; game: string }
  | { screen: 'print'; game: string }
  /** The pad of a game; of the first one that has any, if none is told. */
  | { screen: 'pad'; game: string | null }
  | { screen: 'together'; game: string }
  | { screen: 'puzzles' }
  | { screen: 'puzzle'; game: string; choice: string | null }
  | { screen: 'day'; date: string | null }
  | { screen: 'new-series' }
  | { screen: 'ratings' }
  | { screen: 'series'; id: string }
  | { screen: 'unknown' }

const DATE = /^\d{4}-\d{2}-\d{2}$/

export function read(path: string, hash: string): Route {
  const [first, second, third, ...more] = path.split('/').filter(Boolean)
  if (first === undefined) return { screen: 'home' }
  if (first === 'pad' && third === undefined) return { screen: 'pad', game: second ?? null }
  if (first === 'puzzles' && second === undefined) return { screen: 'puzzles' }
  if (first === 'ratings' && second === undefined) return { screen: 'ratings' }
  if (first === 'series' && second === undefined) return { screen: 'new-series' }
  if (first === 'day' && third === undefined && (second === undefined || DATE.test(second))) {
    return { screen: 'day', date: second ?? null }
  }
  if (second === undefined || more.length) return { screen: 'unknown' }
  if (first === 't' && third === undefined) return { screen: 'table', id: second }
  if (first === 't' && (third === 'replay' || third === 'review')) {
    return { screen: third, id: second, at: /^#\d+$/.test(hash) ? Number(hash.slice(1)) : null }
  }
  if (first === 'puzzles') return { screen: 'puzzle', game: second, choice: third ?? null }
  if (third !== undefined) return { screen: 'unknown' }
  if (first === 's') return { screen: 'series', id: second }
  if (first === 'play') return { screen: 'setup', game: second }
  if (first === 'together') return { screen: 'together', game: second }
  if (first === 'rules') return { screen: 'rules', game: second }
  if (first === 'learn') return { screen: 'learn', game: second }
  if (first === 'print') return { screen: 'print', game: second }
  if (first === 'analyse') return { screen: 'analyse', game: second }
  return { screen: 'unknown' }
}

const here = () => read(location.pathname, location.hash)
let route = $state.raw<Route>(here())

export const router = {
  get route() {
    return route
  },
}

export function go(path: string): void {
  history.pushState(null, '', path)
  route = here()
  scrollTo(0, 0)
}

export function startRouter(): void {
  addEventListener('popstate', () => (route = here()))
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a')
    const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey
    if (!link || !plain || event.defaultPrevented || link.target || link.hasAttribute('download')) return
    if (link.origin !== location.origin || link.pathname.startsWith('/api/')) return
    event.preventDefault()
    go(link.pathname + link.hash)
  })
}
