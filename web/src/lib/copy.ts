/** Puts a text where it can be pasted from, or fails. Browsers withhold their clipboard in a home network, or when
 * told to; then they may still copy what is selected. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    copySelected(text)
  }
}

function copySelected(text: string): void {
  const field = document.createElement('textarea')
  field.value = text
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  if (!copied) throw new Error('nothing was copied')
}
