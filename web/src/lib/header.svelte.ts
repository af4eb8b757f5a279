/** What a screen adds to the header while it is shown. */
import type { Snippet } from 'svelte'

let tools = $state.raw<Snippet | null>(null)

export const header = {
  get tools() {
    return tools
  },
}

/** To be called in an effect: the snippet stays until the screen goes. */
export function addTools(snippet: Snippet): () => void {
  tools = snippet
  return () => {
    if (tools === snippet) tools = null
  }
}
