/** What happens at Quixo, in words. */
import { hurries } from '../../lib/clock'
import { ltr, t } from '../../lib/i18n.svelte'
import { nameOf, type Party } from '../../lib/players'
import { refusalText, type Note } from '../../lib/say.svelte'
import type { Happened, PlyView, Refused, TableView } from '../../lib/wire'
import { held, pliesOf, type Happening } from '../../table/happenings'
import type { Words } from '../room'
import { letterOf, readPush, signOf, symbolOf } from './position'

/** Where a cube's arrow points, as on the cube itself. */
const ARROWS: Record<string, string> = { n: '▲', e: '▶', s: '▼', w: '◀' }

function ply(view: Party, { seat, move }: PlyView): string {
  const [name, push] = [nameOf(view, seat), readPush(move)]
  return push ? t('turn.pushed', { name, from: push.from, to: push.to }) : t('turn.skipped', { name })
}

function move(text: string): string {
  const push = readPush(text)
  if (!push) return text
  return ltr(`${push.from} → ${push.to} ${ARROWS[push.arrow] ?? ''}`.trim())
}

/** Each push is looked at before anybody is asked for the next, unless a clock runs meanwhile. */
function happenings(before: TableView, view: TableView, events: readonly Happened[]): Happening[] {
  if (view.plies <= before.plies) return []
  const plies = pliesOf(view, events)
  return plies.map((one, index) => ({
    text: () => ply(view, one),
    moment: index < plies.length - 1 ? 'past' : view.you.includes(one.seat) ? 'own' : 'push',
    noise: readPush(one.move) ? 'push' : undefined,
    acts: [one.seat],
    view: hurries(view) ? view : held(view),
  }))
}

function yours(view: TableView): string {
  return view.you.length > 1 ? t('turn.yours') : `${t('turn.yours')} ${sign(view)}`
}

function sign({ game, you }: Party): string {
  return t('turn.your-sign', { symbol: t(`cube.${symbolOf(letterOf(game, you[0]!))}`) })
}

export function refusal(refused: Refused): Note {
  return { text: refusalText(refused) }
}

export const words: Words = { ply, move, symbol: signOf, happenings, yours, sign, refusal }
