/** The result as a picture: the sheet of whoever has won, or of both where there are two; and everybody's points. */
import { INKS, ROW_INKS } from '../../generated/inks'
import { isolate } from '../../lib/i18n.svelte'
import { printed } from '../../lib/number'
import { nameOf } from '../../lib/players'
import type { TableView } from '../../lib/wire'
import type { Paper } from '../room'
import { COLOURS, isGone, parseQwixx, penaltyPoints, rowPoints, type Colour, type SheetState } from './position'
import { cross, strike } from './pencil'

const TOP = 250
const [CHIP, STEP, LINE] = [92, 104, 104]
const [LABEL, ROW, GAP, EDGE] = [48, 56, 6, 16]
const SHEET = 2 * EDGE + LABEL + 4 * (ROW + GAP)
const BOXES = 4

export function draw(pen: CanvasRenderingContext2D, view: TableView, made: Paper): void {
  const { size, margin, ink, soft, paper, write, card } = made
  const { sheets } = parseQwixx(view.position)
  const order = view.seats
    .map((seat) => seat.seat)
    .sort((a, b) => view.outcome!.places[a - 1]! - view.outcome!.places[b - 1]!)
  // Points stand as on the sheet in every language, and a minus before its number.
  pen.direction = 'ltr'
  const shown = order.slice(0, order.length === 2 ? 2 : 1)
  shown.forEach((seat, place) =>
    drawSheet(pen, made, sheets[seat - 1]!, isolate(nameOf(view, seat)), TOP + place * (SHEET + EDGE)),
  )
  const below = TOP + shown.length * (SHEET + EDGE)
  order.forEach((seat, line) => {
    const y = below + line * LINE
    const sheet = sheets[seat - 1]!
    card(margin, y, size - 2 * margin, LINE - 10, 24, INKS.sheet)
    pen.textAlign = 'left'
    write(`${view.outcome!.places[seat - 1]}`, margin + 30, y + 62, 600, 42, soft)
    write(isolate(nameOf(view, seat)), margin + 100, y + 38, 500, 30, ink, 6 * STEP)
    pen.textAlign = 'center'
    const chip = (place: number, points: number, background: string, foreground: string) => {
      const x = margin + 100 + place * STEP
      card(x, y + 48, CHIP, 38, 19, background)
      write(printed(points), x + CHIP / 2, y + 77, 600, 27, foreground)
    }
    sheet.rows.forEach((row, place) => chip(place, rowPoints(row), ROW_INKS[row.colour].tint, ROW_INKS[row.colour].ink))
    chip(COLOURS.length, penaltyPoints(sheet), paper, ink)
    pen.textAlign = 'right'
    write(printed(view.outcome!.scores[seat - 1]!), size - margin - 30, y + 66, 600, 54, ink)
  })
}

/** The sheet as it lies on the table, from left to right in every language. */
function drawSheet(
  pen: CanvasRenderingContext2D,
  { size, margin, ink, soft, write, card }: Paper,
  sheet: SheetState,
  name: string,
  top: number,
): void {
  const width = size - 2 * margin
  card(margin, top, width, SHEET, 24, INKS.sheet)
  pen.textAlign = 'left'
  write(name, margin + EDGE + 6, top + EDGE + 30, 500, 30, ink, width / 2)
  const pencil = (path: string, x: number, y: number, side: number, stroke: string) => {
    pen.save()
    pen.translate(x, y)
    pen.scale(side / 60, side / 60)
    pen.strokeStyle = stroke
    pen.lineWidth = 6
    pen.lineCap = 'round'
    pen.stroke(new Path2D(path))
    pen.restore()
  }
  for (let box = 0; box < BOXES; box += 1) {
    const x = margin + width - EDGE - (BOXES - box) * 44
    card(x, top + EDGE, 36, 36, 8, INKS.line)
    card(x + 3, top + EDGE + 3, 30, 30, 6, INKS.sheet)
    if (box < sheet.penalties) cross(box).forEach((path) => pencil(path, x, top + EDGE, 36, ink))
  }
  sheet.rows.forEach((row, place) => {
    const y = top + EDGE + LABEL + place * (ROW + GAP)
    const step = (width - 2 * EDGE) / (row.cells.length + 1)
    card(margin + EDGE, y, width - 2 * EDGE, ROW, 14, ROW_INKS[row.colour].strong)
    pen.textAlign = 'center'
    row.cells.forEach((cell, index) => {
      const number = row.numbers[index]!
      const x = margin + EDGE + index * step
      const inks = ROW_INKS[cell[0] as Colour]
      const [gone, crossed] = [isGone(row, number), row.crossed.includes(number)]
      if (cell[0] !== row.colour) card(x, y, step, ROW, 0, inks.strong)
      card(x + 4, y + 4, step - 8, ROW - 8, 10, inks.tint)
      write(`${number}`, x + step / 2, y + ROW / 2 + 11, 600, 30, gone || crossed ? soft : inks.ink)
      const [left, side] = [x + (step - ROW) / 2, ROW]
      if (crossed) cross(place * 20 + number).forEach((path) => pencil(path, left, y, side, ink))
      else if (gone) pencil(strike(place * 20 + number), left, y, side, soft)
    })
    const x = margin + width - EDGE - step / 2
    pen.fillStyle = INKS.sheet
    pen.beginPath()
    pen.arc(x, y + ROW / 2, 22, 0, 2 * Math.PI)
    pen.fill()
    card(x - 10, y + ROW / 2 - 3, 20, 15, 4, ROW_INKS[row.colour].ink)
    pen.strokeStyle = ROW_INKS[row.colour].ink
    pen.lineWidth = 4
    pen.beginPath()
    pen.arc(x, y + ROW / 2 - 5, 7, Math.PI, 2 * Math.PI)
    pen.stroke()
    if (row.locked) cross(place).forEach((path) => pencil(path, x - ROW / 2, y, ROW, ink))
  })
}
