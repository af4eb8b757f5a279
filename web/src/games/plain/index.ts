/** Any game that this page was not built for: its moves as buttons, its position as text. */
import type { Room } from '../room'
import Picture from './Picture.svelte'

export const plain: Room = {
  Picture,
  option: (_, value) => String(value),
  table: () => import('./table'),
  learn: null,
  study: null,
  pad: null,
  together: false,
  local: null,
}
