/** Who asked, about what, why not, and as what it is refused. */
export type Asked = [number, string, unknown, string | null]
/** Whose move, all that is said of the state after it, and what was asked then. */
export type Step = [number, string, Record<string, unknown>, Asked[]]

export interface Played {
  game: string
  start: string
  steps: Step[]
}

export const GAMES: number
export function played(): AsyncGenerator<Played>
