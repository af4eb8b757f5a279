/** How this reader wants the page: light or dark, with or without sound. */

import { MediaQuery } from 'svelte/reactivity'
import { device } from './memory'

const THEMES = ['auto', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const THEME = 'rowlock.theme'
const SOUND = 'rowlock.sound'

const deviceIsDark = new MediaQuery('prefers-color-scheme: dark')
let theme = $state<Theme>(THEMES.find((one) => one === device.getItem(THEME)) ?? 'auto')
let sound = $state(device.getItem(SOUND) === 'on')

export const settings = {
  get sound() {
    return sound
  },
  get dark() {
    return theme === 'dark' || (theme === 'auto' && deviceIsDark.current)
  },
}

export function showTheme(): void {
  document.documentElement.dataset.theme = theme
}

export function toggleTheme(): void {
  theme = settings.dark ? 'light' : 'dark'
  device.setItem(THEME, theme)
  showTheme()
}

export function toggleSound(): void {
  sound = !sound
  device.setItem(SOUND, sound ? 'on' : 'off')
}
