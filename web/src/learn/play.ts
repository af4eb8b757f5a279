/** From a lesson straight to a table. */
import { factsOf } from '../games/facts.svelte'
import { CallFailed, openTable } from '../lib/api'
import { t } from '../lib/i18n.svelte'
import { keepSeats, myName } from '../lib/mine'
import { go } from '../lib/router.svelte'
import { tellRefusal } from '../lib/say.svelte'
import { settings } from '../lib/settings.svelte'
import type { SeatPlan } from '../lib/wire'

export async function playEasyBots(game: string, options: Record<string, string>): Promise<void> {
  const me: SeatPlan = { kind: 'human', name: myName() || t('seat.player', { number: 1 }), face: settings.face }
  const bots = Array.from({ length: factsOf(game).seat_counts[0]! - 1 }, (): SeatPlan => ({
    kind: 'bot',
    level: 'easy',
  }))
  try {
    const opened = await openTable({ game, seats: [me, ...bots], options })
    keepSeats(opened.id, game, opened.seats)
    go(`/t/${opened.id}`)
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    tellRefusal(error.refused)
  }
}
