import type { Plugin } from 'vite'
import ar from '../src/rowlock/locale/ar.json' with { type: 'json' }
import bg from '../src/rowlock/locale/bg.json' with { type: 'json' }
import en from '../src/rowlock/locale/en.json' with { type: 'json' }
import he from '../src/rowlock/locale/he.json' with { type: 'json' }
import ru from '../src/rowlock/locale/ru.json' with { type: 'json' }
import uk from '../src/rowlock/locale/uk.json' with { type: 'json' }
import manifest from './manifest.json' with { type: 'json' }

/** By these the page is installed: as one app, whose parts are named in the language that it was installed in. */
export const manifests: Plugin = {
  name: 'manifests',
  generateBundle() {
    for (const [lang, texts] of Object.entries({ ar, bg, en, he, ru, uk })) {
      const said = (key: string) => (texts as Record<string, unknown>)[key]
      const shortcuts = manifest.shortcuts.map((one) => ({ ...one, name: said(one.name) }))
      const source = JSON.stringify({ ...manifest, lang, dir: said('language.direction'), shortcuts })
      this.emitFile({ type: 'asset', fileName: `manifest-${lang}.json`, source })
    }
  },
}
