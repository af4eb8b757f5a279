import { recordOf } from './api'
import { attempt } from './say.svelte'

/** Hands a file to the reader. */
export function save(name: string, content: Blob | string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: 'text/plain' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

/** Hands a game to the reader as text, as far as it has come. */
export function saveRecord(id: string): Promise<void> {
  return attempt(async () => save(`${id}.rlk`, await recordOf(id)))
}
