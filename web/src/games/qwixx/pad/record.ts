/** A game from the pad as a record that can be reviewed; only where every roll was tapped in, and everybody who played is on
 * the pad. Which cross was for the white sum and which for a coloured one follows from the rules. */
import { DICE, Refused } from '../../rules'
import { Qwixx } from '../rules'
import { sheetOf, type Act, type Evening } from './evening'

const PASS = 'pass'

interface Turn {
  roller: number
  roll: string
  /** Everybody's crosses in their order. */
  crosses: string[][]
}

/** Null where something is missing, or doesn't follow the rules. */
export function recordOf(evening: Evening): string | null {
  const turns = turnsOf(evening)
  if (!turns?.length) return null
  const first = turns[0]!.roller + 1
  const layout = sheetOf(evening)
  let state = Qwixx.start(evening.names.length, first, layout)
  const lines: string[] = []
  for (const { roller, roll, crosses } of turns) {
    if (state.phase === 'over' || state.active !== roller + 1) return null
    const played = turnPlayed(state, roll, crosses)
    if (!played) return null
    lines.push(played.line)
    state = played.state
  }
  if (state.phase !== 'over') return null
  const result = [...state.outcome!.places, state.outcome!.reason].join(' ')
  const seats = evening.names.map((name) => name.replace(/[";[\]\\]/g, ' ').trim() || '?').join('; ')
  const sheet = layout.name ? [`[Layout "${layout.name}"]`] : []
  const tags = [`[Game "qwixx"]`, `[Seats "${seats}"]`, ...sheet, `[First "${first}"]`, `[Result "${result}"]`]
  return [...tags, '', ...lines.map((line, index) => `${index + 1}. ${line}`), ''].join('\n')
}

function turnsOf({ names, acts, done }: Evening): Turn[] | null {
  const turns: Turn[] = []
  for (const act of acts.slice(0, done) as Act[]) {
    if (act.do === 'roll') turns.push({ roller: act.player, roll: act.roll, crosses: names.map(() => []) })
    else if (act.do === 'cross' && turns.length) turns.at(-1)!.crosses[act.player]!.push(act.cell)
    else if (act.do !== 'penalty') return null
  }
  return turns
}

function turnPlayed(before: Qwixx, roll: string, crosses: readonly string[][]): { state: Qwixx; line: string } | null {
  const active = before.active
  const mine = crosses[active - 1]!
  // Two crosses: the white sum first, as a rule. One: for the white sum if it is one.
  const ways: [string, string][] =
    mine.length > 1
      ? [[mine[0]!, mine[1]!], ...(mine.length === 2 ? [[mine[1]!, mine[0]!] as [string, string]] : [])]
      : [[mine[0] ?? PASS, PASS], ...(mine.length ? [[PASS, mine[0]!] as [string, string]] : [])]
  if (mine.length > 2 || crosses.some((cells, index) => index !== active - 1 && cells.length > 1)) return null
  for (const [white, coloured] of ways) {
    const whites = crosses.map((cells, index) => (index === active - 1 ? white : (cells[0] ?? PASS)))
    try {
      let state = before.play(DICE, roll)
      whites.forEach((move, index) => (state = state.play(index + 1, move)))
      const parts = [roll, whites.join(' ')]
      if (state.phase === 'over') {
        if (coloured !== PASS) continue
      } else {
        state = state.play(active, coloured)
        parts.push(coloured)
      }
      return { state, line: parts.join(' | ') }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
    }
  }
  return null
}
