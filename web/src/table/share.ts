/** The result as a picture that can be sent around. */
import { INKS, ROW_INKS } from '../generated/inks'
import { current, isolate, t } from '../lib/i18n.svelte'
import { printed } from '../lib/number'
import { nameOf } from '../lib/players'
import { COLOURS, parseBoard, parseQwixx, PENALTY, placeOf, rowPoints, symbolOf } from '../lib/position'
import { resultTitle } from '../lib/result'
import type { TableView } from '../lib/wire'

const SIZE = 1080
const MARGIN = 80
const FONT = '"Rubik Variable", sans-serif'
const { paper: PAPER, ink: INK, soft: SOFT } = INKS
const [CHIP, STEP] = [92, 104]

export async function shareResult(view: TableView): Promise<'sent' | 'saved' | 'dropped'> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIZE
  const pen = canvas.getContext('2d')!
  // Whoever gets the picture is not the one who sends it: in it everybody goes by their name.
  draw(pen, { ...view, you: [] })
  const blob = await new Promise<Blob>((done) => canvas.toBlob((made) => done(made!), 'image/png'))
  const file = new File([blob], `rowlock-${view.id}.png`, { type: 'image/png' })
  if (navigator.canShare?.({ files: [file] })) {
    // Closing the share sheet is an answer, too.
    return navigator.share({ files: [file] }).then(
      () => 'sent' as const,
      () => 'dropped' as const,
    )
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = file.name
  link.click()
  URL.revokeObjectURL(link.href)
  return 'saved'
}

function draw(pen: CanvasRenderingContext2D, view: TableView): void {
  const start = current.rtl ? SIZE - MARGIN : MARGIN
  pen.fillStyle = PAPER
  pen.fillRect(0, 0, SIZE, SIZE)
  pen.direction = current.rtl ? 'rtl' : 'ltr'
  pen.textAlign = 'start'
  write(pen, `${t(`game.${view.game}`)} · Rowlock`, start, 120, 400, 38, SOFT)
  write(pen, resultTitle(view), start, 210, 600, 68, INK, SIZE - 2 * MARGIN)
  if (view.game === 'qwixx') drawScores(pen, view)
  else drawBoard(pen, view)
}

function write(pen: CanvasRenderingContext2D, text: string, x: number, y: number, weight: number, size: number, ink: string, room?: number): void {
  pen.font = `${weight} ${size}px ${FONT}`
  const wide = pen.measureText(text).width
  // Smaller before narrower: squeezed letters are hard to read.
  if (room && wide > room) pen.font = `${weight} ${Math.max(size * 0.6, (size * room) / wide)}px ${FONT}`
  pen.fillStyle = ink
  pen.fillText(text, x, y, room)
}

function card(pen: CanvasRenderingContext2D, x: number, y: number, width: number, height: number, round: number, ink: string): void {
  pen.fillStyle = ink
  pen.beginPath()
  pen.roundRect(x, y, width, height, round)
  pen.fill()
}

function drawScores(pen: CanvasRenderingContext2D, view: TableView): void {
  const { sheets } = parseQwixx(view.position)
  const order = view.seats.map((seat) => seat.seat).sort((a, b) => view.outcome!.places[a - 1]! - view.outcome!.places[b - 1]!)
  // Points stand as on the sheet in every language, and a minus before its number.
  pen.direction = 'ltr'
  order.forEach((seat, line) => {
    const y = 270 + line * 158
    const sheet = sheets[seat - 1]!
    card(pen, MARGIN, y, SIZE - 2 * MARGIN, 142, 28, INKS.sheet)
    pen.textAlign = 'left'
    write(pen, `${view.outcome!.places[seat - 1]}`, MARGIN + 30, y + 90, 600, 54, SOFT)
    write(pen, isolate(nameOf(view, seat)), MARGIN + 100, y + 54, 500, 40, INK, 6 * STEP)
    pen.textAlign = 'center'
    const chip = (place: number, points: number, paper: string, ink: string) => {
      const x = MARGIN + 100 + place * STEP
      card(pen, x, y + 72, CHIP, 54, 27, paper)
      write(pen, printed(points), x + CHIP / 2, y + 111, 600, 34, ink)
    }
    COLOURS.forEach((colour, place) => chip(place, rowPoints(sheet.rows[place]!), ROW_INKS[colour].tint, ROW_INKS[colour].ink))
    chip(COLOURS.length, -PENALTY * sheet.penalties || 0, PAPER, INK)
    pen.textAlign = 'right'
    write(pen, printed(view.outcome!.scores[seat - 1]!), SIZE - MARGIN - 30, y + 92, 600, 62, INK)
  })
}

function drawBoard(pen: CanvasRenderingContext2D, view: TableView): void {
  const board = parseBoard(view.position)
  const lines = new Set(view.outcome?.lines.flat())
  const [left, top, side] = [190, 280, 700]
  card(pen, left, top, side, side, 50, INKS.board)
  const step = (side - 120) / board.size
  for (const [square, cube] of Object.entries(board.cubes)) {
    const { file, rank } = placeOf(square)
    const [x, y] = [left + 60 + file * step, top + 60 + (board.size - 1 - rank) * step]
    card(pen, x + 4, y + 4, step - 8, step - 8, 16, lines.has(square) ? INKS.lit : INKS['wood-deep'])
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
  const names = view.seats.map((seat) => `${isolate(nameOf(view, seat.seat))} ${seat.seat % 2 ? '✕' : '◯'}`).join('   ')
  write(pen, names, SIZE / 2, 1040, 500, 36, INK, SIZE - 2 * MARGIN)
}
