/** The texts of the page: the same catalogues as everywhere else, of which only the reader's own is loaded, and first
 * what the first screen needs. */

import { untrack } from 'svelte'
import { device } from './memory'
import { printed } from './number'

type Entry = string | Partial<Record<Intl.LDMLPluralRule, string>>
type Catalogue = Record<string, Entry>
export type Facts = Record<string, string | number>

export const LANGUAGES = ['en', 'ru', 'uk', 'bg', 'he', 'ar'] as const
export type Language = (typeof LANGUAGES)[number]
/** Each language by its own name, to choose from. */
export const OWN_NAMES: Record<Language, string> = {
  en: 'English',
  ru: 'Русский',
  uk: 'Українська',
  bg: 'Български',
  he: 'עברית',
  ar: 'العربية',
}

const first = import.meta.glob<Catalogue>('../../../src/rowlock/locale/*.json', { import: 'default', query: '?first' })
const later = import.meta.glob<Catalogue>('../../../src/rowlock/locale/*.json', { import: 'default', query: '?later' })
const FOLDER = '../../../src/rowlock/locale/'
const SAVED = 'rowlock.language'
const [LTR, ISOLATE, POP] = [0x2066, 0x2068, 0x2069].map((code) => String.fromCharCode(code))
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufefc]/

let language = $state<Language>('en')
let catalogue = $state.raw<Catalogue>({})
let plurals = new Intl.PluralRules('en')
/** Made when it is first needed, and kept: it costs a slow phone more than a picture. */
let lists: Intl.ListFormat | undefined

export const current = {
  get language() {
    return language
  },
  get rtl() {
    return catalogue['language.direction'] === 'rtl'
  },
}

/** The first of the reader's languages that is one of ours. */
export function choose(saved: string | null, wanted: readonly string[]): Language {
  const known = (code: string | undefined): code is Language => LANGUAGES.includes(code as Language)
  if (known(saved ?? undefined)) return saved as Language
  return wanted.map((tag) => tag.slice(0, 2).toLowerCase()).find(known) ?? 'en'
}

export async function startLanguage(): Promise<void> {
  await show(choose(device.getItem(SAVED), navigator.languages))
}

export async function setLanguage(chosen: Language): Promise<void> {
  await show(chosen)
  device.setItem(SAVED, chosen)
}

/** Is anything shown that needs the texts that come later? */
let wanted = false

/** For every screen but the first: the rest of the texts. */
export async function allTexts(): Promise<void> {
  wanted = true
  const chosen = untrack(() => language) // whoever opens a screen must not open it again in another language
  const texts = await later[`${FOLDER}${chosen}.json`]!()
  if (chosen === language) catalogue = { ...catalogue, ...texts }
  list([]) // so that the first list doesn't hold up a picture
}

async function show(chosen: Language): Promise<void> {
  const parts = wanted ? [first, later] : [first]
  const texts = await Promise.all(parts.map((files) => files[`${FOLDER}${chosen}.json`]!()))
  use(chosen, Object.assign({}, ...texts) as Catalogue)
  document.documentElement.lang = chosen
  document.querySelector<HTMLLinkElement>('link[rel=manifest]')!.href = `/manifest-${chosen}.json`
  document.documentElement.dir = current.rtl ? 'rtl' : 'ltr'
}

export function use(chosen: Language, texts: Catalogue): void {
  plurals = new Intl.PluralRules(chosen)
  lists = undefined
  catalogue = texts
  language = chosen
}

/** The text of a key with its facts filled in; where it counts something, in the form for `count`. */
export function t(key: string, facts: Facts = {}): string {
  const entry = catalogue[key]
  if (entry === undefined) return key
  const text = typeof entry === 'string' ? entry : (entry[plurals.select(Number(facts.count))] ?? entry.other ?? key)
  return filled(text, facts)
}

/** A text with its facts in it. */
export function filled(text: string, facts: Facts): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => {
    const fact = facts[name]
    if (fact === undefined) return place
    // Nothing in a number tells a direction, so from right to left the sign would end up behind it.
    return typeof fact === 'number' && fact < 0 ? ltr(printed(fact)) : isolate(String(fact))
  })
}

export function known(key: string): boolean {
  return key in catalogue
}

/** So marked that neither a fact nor its surroundings change the other's direction. */
export function isolate(fact: string): string {
  return current.rtl || RIGHT_TO_LEFT.test(fact) ? ISOLATE + fact + POP : fact
}

/** What is written from left to right in every language: squares, signs, sums. */
export function ltr(fact: string): string {
  return current.rtl ? LTR + fact + POP : fact
}

/** A date or a time as people write it where the reader is at home, if they speak this language there. */
function dated(at: number, how: Intl.DateTimeFormatOptions): string {
  const home = navigator.languages.find((tag) => tag.slice(0, 2).toLowerCase() === language) ?? language
  return new Intl.DateTimeFormat(home, { ...how, calendar: 'gregory', numberingSystem: 'latn' }).format(at)
}

export function time(at: number): string {
  return dated(at, { dateStyle: 'medium', timeStyle: 'short' })
}

/** A date, which is the same everywhere: with its day of the week, or without. */
export function dayName(date: string, how: 'long' | 'short' = 'long'): string {
  const parts: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', timeZone: 'UTC' }
  return dated(Date.parse(date), how === 'long' ? { weekday: 'long', ...parts } : parts)
}

/** The time of day, here. */
export function clockTime(at: number): string {
  return dated(at, { timeStyle: 'short' })
}

/** So many hours and minutes. */
export function span(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  const unit = (number: number, name: string) =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' }).format(number)
  const parts = [...(minutes >= 60 ? [unit(Math.floor(minutes / 60), 'hour')] : []), unit(minutes % 60, 'minute')]
  return parts.join(' ')
}

/** A number with one decimal. */
export function decimal(number: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return new Intl.NumberFormat(language, digits).format(number)
}

/** Names one after another, as the language does it. */
export function list(items: readonly string[]): string {
  lists ??= new Intl.ListFormat(language, { type: 'conjunction' })
  const parts = lists.formatToParts(items)
  // Isolated afterwards: Hebrew joins a name by its first letter.
  return parts.map(({ type, value }) => (type === 'element' ? isolate(value) : value)).join('')
}

/** Names one after another where there is no sentence. */
export function row(items: readonly string[]): string {
  return items.map(isolate).join(' · ')
}
