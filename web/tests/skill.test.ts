import { beforeEach, expect, test } from 'vitest'
import { device } from '../src/lib/memory'
import { keepPerformance, performances, performedGames } from '../src/lib/skill'

const played = (id: string, performance: number, game = 'qwixx') => ({ id, game, seats: 2, performance })

beforeEach(() => device.removeItem('rowlock.performances'))

test('the newest game comes first, and the last twenty count', () => {
  for (let number = 0; number < 30; number++) keepPerformance(played(`t${number}`, number))
  expect(performances('qwixx')).toHaveLength(20)
  expect(performances('qwixx')[0]).toEqual(played('t29', 29))
})

test('a game counts once, however often its review is opened', () => {
  keepPerformance(played('a', 12))
  keepPerformance(played('a', 11))
  expect(performances('qwixx')).toEqual([played('a', 11)])
})

test('games are kept apart', () => {
  keepPerformance(played('a', 12))
  keepPerformance(played('b', 3, 'quixo'))
  expect(performedGames().sort()).toEqual(['quixo', 'qwixx'])
  expect(performances('quixo')).toEqual([played('b', 3, 'quixo')])
})

test('what does not belong there is dropped', () => {
  device.setItem('rowlock.performances', JSON.stringify([null, { id: 'a' }, played('b', -1), played('c', 4)]))
  expect(performances('qwixx')).toEqual([played('c', 4)])
})
