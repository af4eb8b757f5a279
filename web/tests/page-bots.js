/** The page's bots for `python -m bench page_bots`: on each line a question, on each line the answer. */
import { createInterface } from 'node:readline'
import * as quixo from '../src/games/quixo/local'
import * as qwixx from '../src/games/qwixx/local'

const ROOMS = { qwixx, quixo, quixo4: quixo }

createInterface({ input: process.stdin }).on('line', (line) => {
  const [level, seat, position] = JSON.parse(line)
  const { rules, bots } = ROOMS[position.split(' ')[0]]
  console.log(bots[level](rules.parse(position), seat, Math.random))
})
