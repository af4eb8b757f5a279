/** A finger that was on its way when the decision changed must not decide the next one. */

export const REST_MS = 500

/** On for half a second after what is to be decided has changed; called while a component is made. */
export function rest(decision: () => unknown): { readonly on: boolean } {
  let on = $state(true)
  $effect.pre(() => {
    decision()
    on = true
    const over = setTimeout(() => (on = false), REST_MS)
    return () => clearTimeout(over)
  })
  return {
    get on() {
      return on
    },
  }
}
