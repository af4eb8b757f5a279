/** The texts of rules and lessons. They are many, so they are loaded only where they are read. */
import { current, filled, type Facts } from '../lib/i18n.svelte'

type Texts = Record<string, string>

const FOLDER = '../../../src/rowlock/locale/learn/'
const files = import.meta.glob<Texts>('../../../src/rowlock/locale/learn/*.json', { import: 'default' })

let texts = $state.raw<Texts | null>(null)

export const loaded = {
  get yes() {
    return texts !== null
  },
}

/** To be called in an effect: loads the reader's language, and again when another one is chosen. */
export function followLanguage(): void {
  const wanted = current.language
  void files[`${FOLDER}${wanted}.json`]!().then((found) => {
    if (wanted === current.language) texts = found
  })
}

export function say(key: string, facts: Facts = {}): string {
  return filled(texts?.[key] ?? key, facts)
}
