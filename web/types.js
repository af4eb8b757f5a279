// Writes src/generated/api.d.ts and src/generated/socket.d.ts from the server's own description of its messages.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'

const python = process.env.PYTHON ?? (existsSync('../.venv/bin/python') ? '../.venv/bin/python' : 'python3')
const documents = JSON.parse(execFileSync(python, ['schema.py'], { encoding: 'utf8', maxBuffer: 1e8 }))
mkdirSync('src/generated', { recursive: true })
for (const [name, document] of Object.entries(documents)) {
  const file = `src/generated/${name}.d.ts`
  const text = astToString(await openapiTS(document, { defaultNonNullable: false }))
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}
