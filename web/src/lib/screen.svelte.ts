/** Whether the screen is such, asked for the reader's letters. Called while a component is made. */
import { MediaQuery } from 'svelte/reactivity'
import { grown } from './letters'

export function screenIs(query: string): { readonly current: boolean } {
  const answer = $derived(new MediaQuery(grown(query)))
  return {
    get current() {
      return answer.current
    },
  }
}
