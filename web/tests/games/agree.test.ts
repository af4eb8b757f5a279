/** The rules of the page say what those of the server say: games that these have played just now are played again. */
import { describe, expect, it } from 'vitest'
import * as quixo from '../../src/games/quixo/rules'
import * as qwixx from '../../src/games/qwixx/rules'
import { Refused, type Rules, type State } from '../../src/games/rules'
import { GAMES, played, type Asked, type Played, type Step } from './played'

const RULES: Record<string, Rules> = { qwixx, quixo, quixo4: quixo }

function told(state: State, keys: string[]): Record<string, unknown> {
  keys.push(state.key)
  const players = state.awaiting.filter((seat) => seat > 0)
  return {
    position: String(state),
    same: keys.indexOf(state.key),
    phase: state.phase,
    active: state.active,
    awaiting: state.awaiting,
    inPlay: state.inPlay,
    moves: Object.fromEntries(players.map((seat) => [String(seat), state.legalMoves(seat)])),
    scores: state.scores,
    outcome: state.outcome,
  }
}

function refused(state: State, seat: number, move: string): string | null {
  try {
    state.play(seat, move)
    return null
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return error.refusal.code
  }
}

/** What is played again, in the same words. */
function again({ game, start, steps }: Played): Step[] {
  let state: State = RULES[game]!.parse(start)
  const keys: string[] = []
  return steps.map(([seat, move, , asked], step) => {
    if (step) state = state.play(seat, move)
    const answers = asked.map(([who, text]): Asked => [who, text, state.whyNot(who, text), refused(state, who, text)])
    return [seat, move, told(state, keys), answers]
  })
}

describe('the rules in the page', () => {
  it('agree with the Python rules, step by step', { timeout: 600_000 }, async () => {
    const seen = { games: 0, steps: 0, over: new Set<string>() }
    for await (const game of played()) {
      const mine = again(game)
      // Compared as text first: that is fast, and a difference is then shown where it is.
      if (JSON.stringify(mine) !== JSON.stringify(game.steps)) expect(mine, game.start).toEqual(game.steps)
      seen.games++
      seen.steps += mine.length
      const outcome = mine.at(-1)![2].outcome as { reason: string } | null
      if (outcome) seen.over.add(`${game.game} ${outcome.reason}`)
    }
    expect(seen.games).toBe(GAMES)
    expect([...seen.over].sort()).toEqual([
      'quixo opponents-line',
      'quixo own-line',
      'quixo4 opponents-line',
      'quixo4 own-line',
      'qwixx penalties',
      'qwixx rows-closed',
    ])
  })

  it('begin as those do', () => {
    expect(String(qwixx.start('qwixx', 3, 2, {}))).toBe('qwixx -/-/-/-/0 -/-/-/-/0 -/-/-/-/0 2 roll -')
    expect(String(qwixx.start('qwixx', 1, 1, { layout: 'random-a' }))).toBe('qwixx random-a -/-/-/-/0 1 roll -')
    expect(String(quixo.start('quixo', 2, 2, { size: 4 }))).toBe('quixo ..../..../..../.... o')
    expect(String(quixo.start('quixo4', 4, 3, {}))).toBe('quixo4 ...../...../...../...../..... s 0')
  })
})
