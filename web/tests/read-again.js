/** Records as the Python rules read them. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PROGRAM = `
import json, sys
from rowlock.rules import Record
read = [Record.parse(text) for text in json.load(sys.stdin)]
print(json.dumps([{"text": str(r), "position": str(r.last_state), "places": r.outcome.places} for r in read]))
`

export function readAgain(records) {
  const python = process.env.PYTHON ?? (existsSync('../.venv/bin/python') ? '../.venv/bin/python' : 'python3')
  const done = spawnSync(python, ['-c', PROGRAM], { input: JSON.stringify(records), encoding: 'utf8' })
  if (done.status !== 0) throw new Error(done.stderr)
  return JSON.parse(done.stdout)
}
