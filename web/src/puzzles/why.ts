/** Why a tap begins no move, found out without a server. */
import { roomOf } from '../games'
import type { TableRoom } from '../games/room'
import { tell } from '../lib/say.svelte'

/** What is to be solved: who plays where. */
interface Asked {
  position: string
  seat: number
}

export async function tellWhyNot(
  room: TableRoom,
  game: string,
  { position, seat }: Asked,
  begun: string,
): Promise<void> {
  const refusal = (await roomOf(game).local?.())?.rules.parse(position).whyNot(seat, begun)
  if (refusal) tell(room.words.refusal({ ...refusal, message: '' }))
}
