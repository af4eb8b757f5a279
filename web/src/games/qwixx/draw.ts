/** The result as a picture: everybody's points, row by row. */
import { INKS, ROW_INKS } from '../../generated/inks'
import { isolate } from '../../lib/i18n.svelte'
import { printed } from '../../lib/number'
import { nameOf } from '../../lib/players'
import type { TableView } from '../../lib/wire'
import type { Paper } from '../room'
import { COLOURS, parseQwixx, penaltyPoints, rowPoints } from './position'

const [CHIP, STEP] = [92, 104]

export function draw(
  pen: CanvasRenderingContext2D,
  view: TableView,
  { size, margin, ink, soft, paper, write, card }: Paper,
): void {
  const { sheets } = parseQwixx(view.position)
  const order = view.seats
    .map((seat) => seat.seat)
    .sort((a, b) => view.outcome!.places[a - 1]! - view.outcome!.places[b - 1]!)
  // Points stand as on the sheet in every language, and a minus before its number.
  pen.direction = 'ltr'
  order.forEach((seat, line) => {
    const y = 270 + line * 158
    const sheet = sheets[seat - 1]!
    card(margin, y, size - 2 * margin, 142, 28, INKS.sheet)
    pen.textAlign = 'left'
    write(`${view.outcome!.places[seat - 1]}`, margin + 30, y + 90, 600, 54, soft)
    write(isolate(nameOf(view, seat)), margin + 100, y + 54, 500, 40, ink, 6 * STEP)
    pen.textAlign = 'center'
    const chip = (place: number, points: number, background: string, foreground: string) => {
      const x = margin + 100 + place * STEP
      card(x, y + 72, CHIP, 54, 27, background)
      write(printed(points), x + CHIP / 2, y + 111, 600, 34, foreground)
    }
    sheet.rows.forEach((row, place) => chip(place, rowPoints(row), ROW_INKS[row.colour].tint, ROW_INKS[row.colour].ink))
    chip(COLOURS.length, penaltyPoints(sheet), paper, ink)
    pen.textAlign = 'right'
    write(printed(view.outcome!.scores[seat - 1]!), size - margin - 30, y + 92, 600, 62, ink)
  })
}
