/** What this browser remembers. Where it may not store anything, it remembers until the page is left. */

export type Memory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const device = memory(() => localStorage)
/** Forgets when the tab is closed. */
export const tab = memory(() => sessionStorage)

/** A storage that never fails. Browsers that block cookies refuse even to name theirs, so it is looked for each time. */
export function memory(find: () => Memory): Memory {
  const unstored = new Map<string, string>()
  const tried = <Found>(use: (storage: Memory) => Found): Found | null => {
    try {
      return use(find())
    } catch {
      return null
    }
  }
  return {
    getItem: (key) => unstored.get(key) ?? tried((storage) => storage.getItem(key)),
    setItem: (key, value) => {
      unstored.set(key, value)
      tried((storage) => (storage.setItem(key, value), unstored.delete(key)))
    },
    removeItem: (key) => {
      unstored.delete(key)
      tried((storage) => storage.removeItem(key))
    },
  }
}

/** A remembered value; null where there is none, or something else than what was put there. */
export function recall<Value>(from: Memory, key: string, fits: (found: unknown) => found is Value): Value | null {
  let found: unknown = null
  try {
    found = JSON.parse(from.getItem(key) ?? 'null')
  } catch {
    // Broken text is no value.
  }
  return fits(found) ? found : null
}

/** A remembered list, without what doesn't belong into it. */
export function recallList<Item>(from: Memory, key: string, fits: (item: unknown) => item is Item): Item[] {
  return (recall(from, key, Array.isArray) ?? []).filter(fits)
}

export function isRecord(found: unknown): found is Record<string, unknown> {
  return typeof found === 'object' && found !== null
}
