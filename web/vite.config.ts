import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { manifests } from './manifests'
import { isLater } from './src/lib/later'

/** Tells the service worker what was built, so that every build is a version of its own. */
const workerFacts: Plugin = {
  name: 'worker-facts',
  enforce: 'post',
  async generateBundle(_, bundle) {
    const worker = bundle['sw.js']
    const first = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry && file !== worker)
    if (worker?.type !== 'chunk' || first?.type !== 'chunk') throw new Error('the build has no page or no worker')
    const assets = Object.keys(bundle)
      .filter((name) => name.startsWith('assets/'))
      .sort()
    const needed = new Set<string>()
    const need = (name: string) => {
      const file = bundle[name]
      if (needed.has(name)) return
      needed.add(name)
      if (file?.type === 'chunk') [...file.imports, ...(file.viteMetadata?.importedCss ?? [])].forEach(need)
    }
    need(first.fileName)
    const facts = { FIRST: ['/', ...[...needed].map((name) => `/${name}`)], ASSETS: assets.map((name) => `/${name}`) }
    // The names of assets change with their content.
    const built = JSON.stringify([facts, bundle['index.html'], worker.code])
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(built)))
    const version = `page-${[...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
    worker.code = `const { VERSION, FIRST, ASSETS } = ${JSON.stringify({ VERSION: version, ...facts })};\n${worker.code}`
  },
}

/** A catalogue in two parts: what the first screen needs, and the rest. */
const catalogues: Plugin = {
  name: 'catalogues',
  enforce: 'pre',
  transform(code, id) {
    const part = /\/locale\/\w+\.json\?(first|later)$/.exec(id)?.[1]
    if (!part) return null
    const texts = Object.entries(JSON.parse(code) as Record<string, unknown>)
    const kept = Object.fromEntries(texts.filter(([key]) => isLater(key) === (part === 'later')))
    return { code: `export default ${JSON.stringify(kept)}`, moduleType: 'js' }
  },
}

export default defineConfig({
  plugins: [catalogues, svelte(), manifests, workerFacts],
  build: {
    outDir: '../src/rowlock/page',
    emptyOutDir: true,
    // The server forbids everything inline: no data: fonts, no script in the HTML.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/worker.js' },
      output: {
        entryFileNames: ({ name }) => (name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
        // What the first screen needs comes in one piece, with nothing else in it; what the others share in few: on a
        // slow line each request costs more than a few bytes.
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], test: (id) => !/(index\.html|main\.ts|worker\.js)$/.test(id) },
            { name: 'shared', test: /svelte\/|src\/(lib|generated|parts)\//, minShareCount: 2 },
            { name: 'table', test: /src\/(table|parts|day)\//, minShareCount: 2 },
            { name: (id) => /games\/(\w+)\//.exec(id)?.[1] ?? null, test: /src\/games\/\w+\//, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: 'http://127.0.0.1:8421', ws: true } },
  },
  test: { include: ['tests/**/*.test.ts'] },
})
