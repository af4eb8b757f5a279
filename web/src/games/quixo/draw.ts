/** The result as a picture: the board with its line, and who played what. */
import { INKS } from '../../generated/inks'
import { isolate } from '../../lib/i18n.svelte'
import { nameOf } from '../../lib/players'
import type { TableView } from '../../lib/wire'
import type { Paper } from '../room'
import { parseBoard, placeOf, signOf, symbolOf } from './position'

export function draw(pen: CanvasRenderingContext2D, view: TableView, { size, margin, ink, write, card }: Paper): void {
  const board = parseBoard(view.position)
  const lines = new Set(view.outcome?.lines.flat())
  const [left, top, side] = [140, 250, 800]
  card(left, top, side, side, 50, INKS.board)
  const step = (side - 120) / board.size
  for (const [square, cube] of Object.entries(board.cubes)) {
    const { file, rank } = placeOf(square)
    const [x, y] = [left + 60 + file * step, top + 60 + (board.size - 1 - rank) * step]
    card(x + 4, y + 4, step - 8, step - 8, 16, lines.has(square) ? INKS.lit : INKS['wood-deep'])
    pen.strokeStyle = INKS.burn
    pen.lineWidth = 14
    pen.lineCap = 'round'
    const [cx, cy, r] = [x + step / 2, y + step / 2, step * 0.22]
    pen.beginPath()
    if (symbolOf(cube) === 'x') {
      pen.moveTo(cx - r, cy - r)
      pen.lineTo(cx + r, cy + r)
      pen.moveTo(cx + r, cy - r)
      pen.lineTo(cx - r, cy + r)
    } else if (symbolOf(cube) === 'o') {
      pen.arc(cx, cy, r, 0, 2 * Math.PI)
    }
    pen.stroke()
  }
  pen.textAlign = 'center'
  const names = view.seats.map(({ seat }) => `${isolate(nameOf(view, seat))} ${signOf(view.game, seat)}`).join('   ')
  write(names, size / 2, 1108, 500, 36, ink, size - 2 * margin)
}
