/** How this reader wants the page; it is remembered on this device. */
import { device, isRecord, recall } from './memory'

export const THEMES = ['auto', 'light', 'dark'] as const

interface Settings {
  theme: (typeof THEMES)[number]
  sound: boolean
}

const KEY = 'rowlock.settings'
const DEFAULTS: Settings = { theme: 'auto', sound: false }
/** What may be remembered of each; anything else is forgotten. */
const FITS: { [Name in keyof Settings]: (value: unknown) => boolean } = {
  theme: (value) => (THEMES as readonly unknown[]).includes(value),
  sound: (value) => typeof value === 'boolean',
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
