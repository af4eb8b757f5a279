/** Qwixx on this page. */
import type { Room } from '../room'
import Picture from './Picture.svelte'

export const qwixx: Room = {
  Picture,
  option: (_, value) => String(value),
  word: () => import('./LayoutChoice.svelte'),
  table: () => import('./table'),
  learn: () => import('./learn'),
  study: () => import('./study'),
  pad: () => import('./pad'),
  together: true,
  local: () => import('./local'),
}
