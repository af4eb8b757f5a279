/** Games that the Python rules play just now, step by step. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'

export const GAMES = Number(process.env.ROWLOCK_GAMES ?? 1000)

export async function* played() {
  const python = process.env.PYTHON ?? (existsSync('../.venv/bin/python') ? '.venv/bin/python' : 'python3')
  const seed = String(1 + Math.floor(Math.random() * 1e9))
  const told = spawn(python, ['-m', 'tests.rules.played', String(GAMES), seed], {
    cwd: '..',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    for await (const line of createInterface({ input: told.stdout })) yield JSON.parse(line)
  } finally {
    told.kill()
  }
}
