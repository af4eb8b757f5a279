/** Qwixx on this page. */
import type { Room } from '../room'
import Picture from './Picture.svelte'

export const qwixx: Room = {
  Picture,
  option: (_, value) => String(value),
  table: () => import('./table'),
  learn: () => import('./learn'),
}
