/** The result as a picture that can be sent around. */
import { roomOf, titleOf } from '../games'
import type { Paper } from '../games/room'
import { INKS } from '../generated/inks'
import { current } from '../lib/i18n.svelte'
import { resultTitle } from '../lib/result'
import type { TableView } from '../lib/wire'

const SIZE = 1080
const MARGIN = 80
const FONT = '"Rubik Variable", sans-serif'
const { paper: PAPER, ink: INK, soft: SOFT } = INKS

export async function shareResult(view: TableView): Promise<'sent' | 'saved' | 'dropped'> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIZE
  // Whoever gets the picture is not the one who sends it: in it everybody goes by their name.
  await draw(canvas.getContext('2d')!, { ...view, you: [] })
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

async function draw(pen: CanvasRenderingContext2D, view: TableView): Promise<void> {
  const room = await (await roomOf(view.game).table()).draw()
  const start = current.rtl ? SIZE - MARGIN : MARGIN
  pen.fillStyle = PAPER
  pen.fillRect(0, 0, SIZE, SIZE)
  pen.direction = current.rtl ? 'rtl' : 'ltr'
  pen.textAlign = 'start'
  const paper = paperFor(pen)
  paper.write(`${titleOf(view.game)} · Rowlock`, start, 120, 400, 38, SOFT)
  paper.write(resultTitle(view), start, 210, 600, 68, INK, SIZE - 2 * MARGIN)
  room.draw(pen, view, paper)
}

function paperFor(pen: CanvasRenderingContext2D): Paper {
  return {
    size: SIZE,
    margin: MARGIN,
    paper: PAPER,
    ink: INK,
    soft: SOFT,
    write(text, x, y, weight, size, ink, room) {
      pen.font = `${weight} ${size}px ${FONT}`
      const wide = pen.measureText(text).width
      // Smaller before narrower: squeezed letters are hard to read.
      if (room && wide > room) pen.font = `${weight} ${Math.max(size * 0.6, (size * room) / wide)}px ${FONT}`
      pen.fillStyle = ink
      pen.fillText(text, x, y, room)
    },
    card(x, y, width, height, round, ink) {
      pen.fillStyle = ink
      pen.beginPath()
      pen.roundRect(x, y, width, height, round)
      pen.fill()
    },
  }
}
