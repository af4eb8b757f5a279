/** The result as a picture: everybody's place, and their points where there are any. */
import { INKS } from '../../generated/inks'
import { isolate } from '../../lib/i18n.svelte'
import { printed } from '../../lib/number'
import { nameOf } from '../../lib/players'
import { placeText } from '../../lib/result'
import type { TableView } from '../../lib/wire'
import type { Paper } from '../room'

export function draw(
  pen: CanvasRenderingContext2D,
  view: TableView,
  { size, margin, ink, soft, write, card }: Paper,
): void {
  pen.direction = 'ltr'
  // As large as for a few, or as fits for many.
  const scale = Math.min(1, (size - margin - 270) / view.seats.length / 120)
  view.seats.forEach(({ seat }, line) => {
    const y = 270 + line * 120 * scale
    card(margin, y, size - 2 * margin, 104 * scale, 28 * scale, INKS.sheet)
    pen.textAlign = 'left'
    write(isolate(nameOf(view, seat)), margin + 30, y + 66 * scale, 500, 44 * scale, ink, 460)
    pen.textAlign = 'right'
    const points = view.outcome!.scores[seat - 1]
    write(
      points === undefined ? placeText(view, seat) : printed(points),
      size - margin - 30,
      y + 68 * scale,
      600,
      48 * scale,
      soft,
      380,
    )
  })
}
