/** What a screen adds to the header while it is shown. */
import type { Snippet } from 'svelte'

let tools = $state.raw<Snippet | null>(null)
let usual = $state(false)

export const header = {
  get tools() {
    return tools
  },
  /** Is a table still waiting for its players? Then the header is the one of every other screen. */
  get usual() {
    return usual
  },
}

/** To be called as an effect. */
export function keepUsual(): () => void {
  usual = true
  return () => (usual = false)
}

/** To be called in an effect: the snippet stays until the screen goes. */
export function addTools(snippet: Snippet): () => void {
  tools = snippet
  return () => {
    if (tools === snippet) tools = null
  }
}
