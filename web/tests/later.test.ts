import { expect, test } from 'vitest'
import en from '../../src/rowlock/locale/en.json'
import { isLater } from '../src/lib/later'

const sources = import.meta.glob<string>('../src/{App,home/*,parts/*,lib/*}.{ts,svelte}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('whatever the first screen says is there from the start', () => {
  const files = Object.entries(sources).filter(([name]) => !name.endsWith('home/Setup.svelte'))
  expect(files.length).toBeGreaterThan(20)
  const said = files.flatMap(([, text]) => [...text.matchAll(/\bt\(\s*['`]([a-z-]+\.[\w.-]*)/g)].map(([, key]) => key!))
  expect(said.length).toBeGreaterThan(50)
  expect(said.filter(isLater)).toEqual([])
})

test('the rest is worth waiting for', () => {
  const size = (keep: (key: string) => boolean) =>
    JSON.stringify(Object.entries(en).filter(([key]) => keep(key))).length
  expect(size(isLater)).toBeGreaterThan(size(() => true) / 4)
})
