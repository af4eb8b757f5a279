let query: MediaQueryList | undefined

/** Does the reader want things to keep still? One query for all: each new one makes the browser lay out the page first. */
export function isStill(): boolean {
  query ??= matchMedia('(prefers-reduced-motion: reduce)')
  return query.matches
}
