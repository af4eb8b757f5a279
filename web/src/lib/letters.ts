/** Letters of the reader's own size. Style sheets ask how many letters fit on the screen, and browsers answer with their own
 * letters: so each question is put for the reader's. */
import { settings, type Text } from './settings.svelte'

const SIZES: Record<Text, number> = { normal: 1, large: 1.18, largest: 1.4 }
const asked = new WeakMap<CSSMediaRule, string>()

const size = (): number => SIZES[settings.text]
export const grown = (query: string): string =>
  query.replace(/([\d.]+)em\b/g, (_, count: string) => `${Math.round(100 * Number(count) * size()) / 100}em`)

function ask(rules: CSSRuleList): void {
  for (const rule of rules) {
    if (!(rule instanceof CSSMediaRule)) continue
    const query = asked.get(rule) ?? rule.media.mediaText
    asked.set(rule, query)
    rule.media.mediaText = grown(query)
    ask(rule.cssRules)
  }
}

/** To be called in an effect: also for style sheets that come later. */
export function followLetters(): () => void {
  document.documentElement.style.setProperty('--letters', String(size()))
  const all = () => [...document.styleSheets].forEach((sheet) => ask(sheet.cssRules))
  all()
  const watch = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof HTMLLinkElement && node.rel === 'stylesheet') node.addEventListener('load', all)
  })
  if (size() !== 1) watch.observe(document.head, { childList: true })
  return () => watch.disconnect()
}
