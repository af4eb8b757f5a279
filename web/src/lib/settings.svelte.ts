/** How this reader wants the page: light or dark, with or without sound. */

import { MediaQuery } from 'svelte/reactivity'

type Theme = 'auto' | 'light' | 'dark'

const THEME = 'rowlock.theme'
const SOUND = 'rowlock.sound'

const deviceIsDark = new MediaQuery('prefers-color-scheme: dark')
let theme = $state<Theme>((localStorage.getItem(THEME) as Theme | null) ?? 'auto')
let sound = $state(localStorage.getItem(SOUND) === 'on')

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
  localStorage.setItem(THEME, theme)
  showTheme()
}

export function toggleSound(): void {
  sound = !sound
  localStorage.setItem(SOUND, sound ? 'on' : 'off')
}
