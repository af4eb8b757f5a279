// Writes src/generated: the types of all messages from the server's own description of them, the facts of the games from
// the rules, and the inks from the pictures.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'

const python = process.env.PYTHON ?? (existsSync('../.venv/bin/python') ? '../.venv/bin/python' : 'python3')
const told = (script) => JSON.parse(execFileSync(python, [script], { encoding: 'utf8', maxBuffer: 1e8 }))

function write(name, text) {
  const file = `src/generated/${name}`
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text)
}

mkdirSync('src/generated', { recursive: true })
for (const [name, document] of Object.entries(told('schema.py'))) {
  write(`${name}.d.ts`, astToString(await openapiTS(document, { defaultNonNullable: false })))
}
for (const [name, text] of Object.entries(told('inks.py'))) write(name, text)
for (const [name, facts] of Object.entries(told('facts.py'))) {
  write(`${name}.ts`, `export const ${name.toUpperCase()} = ${JSON.stringify(facts)} as const\n`)
}
