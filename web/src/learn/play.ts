/** From a lesson straight to a table. */
import { CallFailed, openTable } from '../lib/api'
import { t } from '../lib/i18n.svelte'
import { keepSeats, myName } from '../lib/mine'
import { go } from '../lib/router.svelte'
import { tellRefusal } from '../lib/say.svelte'
import type { Game, SeatPlan } from '../lib/wire'

const BOTS: Record<Game, number> = { qwixx: 1, quixo: 1, quixo4: 3 }

export async function playEasyBots(game: Game): Promise<void> {
  const me: SeatPlan = { kind: 'human', name: myName() || t('seat.player', { number: 1 }) }
  const bots = Array.from({ length: BOTS[game] }, (): SeatPlan => ({ kind: 'bot', level: 'easy' }))
  try {
    const opened = await openTable({ game, seats: [me, ...bots] })
    keepSeats(opened.id, game, opened.seats)
    go(`/t/${opened.id}`)
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    tellRefusal(error.refused)
  }
}
