/** A picture that can be sent around: a sheet of paper with a heading and, where there is something to be seen or played
 * by a link, that link below, also for a camera. */
import type { Paper } from '../games/room'
import { INKS } from '../generated/inks'
import { current } from './i18n.svelte'
import { qrPath } from './qr'
import { save } from './save'

const SIZE = 1080
const MARGIN = 80
/** Of the code, and of the strip in which it stands. */
const [CODE, STRIP] = [190, 290]
const FONT = '"Rubik Variable", sans-serif'
const { paper: PAPER, ink: INK, soft: SOFT } = INKS

/** Hands a picture to whatever the device shares with, or saves it. */
export async function sendPicture(
  name: string,
  heading: string,
  title: string,
  draw: (pen: CanvasRenderingContext2D, paper: Paper) => void,
  link = '',
): Promise<'sent' | 'saved' | 'dropped'> {
  const canvas = document.createElement('canvas')
  canvas.width = SIZE
  canvas.height = link ? SIZE + STRIP : SIZE
  const pen = canvas.getContext('2d')!
  const paper = paperFor(pen)
  const start = current.rtl ? SIZE - MARGIN : MARGIN
  pen.fillStyle = PAPER
  pen.fillRect(0, 0, SIZE, canvas.height)
  pen.direction = current.rtl ? 'rtl' : 'ltr'
  pen.textAlign = 'start'
  paper.write(heading, start, 120, 400, 38, SOFT, SIZE - 2 * MARGIN)
  paper.write(title, start, 210, 600, 68, INK, SIZE - 2 * MARGIN)
  draw(pen, paper)
  if (link) writeLink(pen, paper, link)
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

function writeLink(pen: CanvasRenderingContext2D, { write }: Paper, link: string): void {
  const [left, top] = [current.rtl ? SIZE - MARGIN - CODE : MARGIN, SIZE + STRIP - CODE - MARGIN / 2]
  const { size, path } = qrPath(link)
  pen.save()
  pen.translate(left, top)
  pen.scale(CODE / size, CODE / size)
  pen.fillStyle = INK
  pen.fill(new Path2D(path))
  pen.restore()
  const beside = CODE + 30
  pen.direction = 'ltr'
  pen.textAlign = current.rtl ? 'right' : 'left'
  const start = current.rtl ? SIZE - MARGIN - beside : MARGIN + beside
  write(link.replace(/^https?:[/][/]/, ''), start, top + CODE / 2 + 12, 500, 36, INK, SIZE - 2 * MARGIN - beside)
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
