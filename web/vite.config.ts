import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/rowlock/page',
    emptyOutDir: true,
    // The server forbids everything inline: no data: fonts, no script in the HTML.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': { target: 'http://127.0.0.1:8421', ws: true } },
  },
  test: { include: ['tests/**/*.test.ts'] },
})
