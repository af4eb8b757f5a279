/** Quixo on this page, for two and in teams. */
import type { Room } from '../room'
import Picture from './Picture.svelte'

export const quixo: Room = {
  Picture,
  option: (_, value) => `${value}×${value}`,
  table: () => import('./table'),
  learn: () => import('./learn'),
  study: () => import('./study'),
  pad: () => import('./pad'),
  together: false,
  local: () => import('./local'),
}
