/** A picture that can be sent around: a square sheet of paper with a heading. */
import type { Paper } from '../games/room'
import { INKS } from '../generated/inks'
import { current } from './i18n.svelte'
import { save } from './save'

const SIZE = 1080
const MARGIN = 80
const FONT = '"Rubik Variable", sans-serif'
const { paper: PAPER, ink: INK, soft: SOFT } = INKS

/** Hands a picture to whatever the device shares with, or saves it. */
export async function sendPicture(
  name: string,
  heading: string,
  title: string,
  draw: (pen: CanvasRenderingContext2D, paper: Paper) => void,
): Promise<'sent' | 'saved' | 'dropped'> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIZE
  const pen = canvas.getContext('2d')!
  const paper = paperFor(pen)
  const start = current.rtl ? SIZE - MARGIN : MARGIN
  pen.fillStyle = PAPER
  pen.fillRect(0, 0, SIZE, SIZE)
  pen.direction = current.rtl ? 'rtl' : 'ltr'
  pen.textAlign = 'start'
  paper.write(heading, start, 120, 400, 38, SOFT, SIZE - 2 * MARGIN)
  paper.write(title, start, 210, 600, 68, INK, SIZE - 2 * MARGIN)
  draw(pen, paper)
  const blob = await new Promise<Blob>((done) => canvas.toBlob((made) => done(made!), 'image/png'))
  const file = new File([blob], `${name}.png`, { type: 'image/png' })
  if (navigator.canShare?.({ files: [file] })) {
    // Closing the share sheet is an answer, too.
    return navigator.share({ files: [file] }).then(
      () => 'sent' as const,
      () => 'dropped' as const,
    )
  }
  save(file.name, blob)
  return 'saved'
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
