import { expect, it } from 'vitest'
import { qrPath } from '../src/lib/qr'

it('draws a code with its quiet border and the three corners that cameras look for', () => {
  const { size, path } = qrPath('https://rowlock.example/t/abcDEF123456')
  const dark = new Set([...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`))
  expect((size - 6 - 17) % 4).toBe(0)
  for (const [x, y] of [
    [3, 3],
    [size - 10, 3],
    [3, size - 10],
  ] as const) {
    expect(dark.has(`${x},${y}`) && dark.has(`${x + 6},${y + 6}`) && dark.has(`${x + 3},${y + 3}`)).toBe(true)
    expect(dark.has(`${x + 1},${y + 1}`)).toBe(false)
  }
  expect([...dark].every((cell) => cell.split(',').every((n) => +n >= 3 && +n < size - 3))).toBe(true)
})
