/** Is this component still there? To be asked after every wait: what it knew is stale once it is gone. Called while the
 * component is made. */
export function presence(): { readonly gone: boolean } {
  let gone = false
  $effect(() => () => (gone = true))
  return {
    get gone() {
      return gone
    },
  }
}
