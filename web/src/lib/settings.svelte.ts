/** How this reader wants the page; it is remembered on this device. */
import { device, isRecord, recall } from './memory'

export const THEMES = ['auto', 'light', 'dark'] as const
export const VOLUMES = ['off', 'soft', 'full'] as const
export const TEXTS = ['normal', 'large', 'largest'] as const
export const TAPS = ['two', 'one'] as const
export const PACES = ['calm', 'normal', 'quick'] as const
export type Text = (typeof TEXTS)[number]
export type Pace = (typeof PACES)[number]

interface Settings {
  theme: (typeof THEMES)[number]
  volume: (typeof VOLUMES)[number]
  vibration: boolean
  /** May this device say whose turn it is, where the browser lets it? */
  calls: boolean
  text: Text
  /** How long each thing that happens is looked at. */
  pace: Pace
  /** How many taps cross a number out: the second one confirms. */
  taps: (typeof TAPS)[number]
  /** Do the two who share this device sit opposite each other? */
  opposite: boolean
  /** How others see its player; empty for no face. */
  face: string
}

const KEY = 'rowlock.settings'
const DEFAULTS: Settings = {
  theme: 'auto',
  volume: 'soft',
  vibration: true,
  calls: true,
  text: 'normal',
  pace: 'normal',
  taps: 'two',
  opposite: false,
  face: '',
}
const oneOf = (choices: readonly unknown[]) => (value: unknown) => choices.includes(value)
export const isFace = (value: unknown) => /^((cat|dog|bear|rabbit|fox|owl|frog|fish)-[1-6])?$/.test(String(value))
/** What may be remembered of each; anything else is forgotten. */
const FITS: { [Name in keyof Settings]: (value: unknown) => boolean } = {
  theme: oneOf(THEMES),
  volume: oneOf(VOLUMES),
  vibration: (value) => typeof value === 'boolean',
  calls: (value) => typeof value === 'boolean',
  text: oneOf(TEXTS),
  pace: oneOf(PACES),
  taps: oneOf(TAPS),
  opposite: (value) => typeof value === 'boolean',
  face: isFace,
}

function remembered(): Settings {
  const found = recall(device, KEY, isRecord) ?? {}
  const fitting = Object.entries(FITS).filter(([name, fits]) => fits(found[name]))
  return { ...DEFAULTS, ...Object.fromEntries(fitting.map(([name]) => [name, found[name]])) }
}

export const settings = $state(remembered())

export function set<Name extends keyof Settings>(name: Name, value: Settings[Name]): void {
  settings[name] = value
  device.setItem(KEY, JSON.stringify(settings))
  show()
}

/** Puts what the style sheets need to know where they find it. */
export function show(): void {
  document.documentElement.dataset.theme = settings.theme
}
