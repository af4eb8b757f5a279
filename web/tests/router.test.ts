import { expect, it, vi } from 'vitest'

vi.stubGlobal('location', { pathname: '/', hash: '' })
const { read } = await import('../src/lib/router.svelte')

it('reads addresses', () => {
  expect(read('/', '')).toEqual({ screen: 'home' })
  expect(read('/t/a-b_C', '')).toEqual({ screen: 'table', id: 'a-b_C' })
  expect(read('/t/x/replay', '#12')).toEqual({ screen: 'replay', id: 'x', at: 12 })
  expect(read('/t/x/review', '#7')).toEqual({ screen: 'review', id: 'x', at: 7 })
  expect(read('/t/x/replay', '')).toEqual({ screen: 'replay', id: 'x', at: null })
  expect(read('/rules/qwixx', '')).toEqual({ screen: 'rules', game: 'qwixx' })
  expect(read('/learn/quixo4', '')).toEqual({ screen: 'learn', game: 'quixo4' })
  expect(read('/puzzles', '')).toEqual({ screen: 'puzzles' })
  expect(read('/puzzles/quixo', '')).toEqual({ screen: 'puzzle', game: 'quixo', choice: null })
  expect(read('/puzzles/quixo/win', '')).toEqual({ screen: 'puzzle', game: 'quixo', choice: 'win' })
  expect(read('/puzzles/quixo/win/more', '')).toEqual({ screen: 'unknown' })
  expect(read('/day', '')).toEqual({ screen: 'day', date: null })
  expect(read('/day/2026-11-18', '')).toEqual({ screen: 'day', date: '2026-11-18' })
  expect(read('/day/tomorrow', '')).toEqual({ screen: 'unknown' })
  expect(read('/nowhere', '')).toEqual({ screen: 'unknown' })
  expect(read('/t/x/y/z', '')).toEqual({ screen: 'unknown' })
})
