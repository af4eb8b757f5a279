/** How much time there is, in the words of the reader's language. */
import type { TableView } from './wire'
import { current } from './i18n.svelte'

const [HOUR, DAY] = [3_600_000, 86_400_000]
/** So long minutes are counted on, as chess clocks do: it is the shortest way to write it. */
const CLOCK = 100 * 60_000

/** Does time press so that what happens must be shown quickly? Not where a move may take hours. */
export function hurries(view: TableView): boolean {
  return view.clock !== null && 1000 * (view.options.clock?.per_move ?? 0) < HOUR
}

/** Is what is left told in words, and not in digits? */
export const inWords = (ms: number): boolean => ms >= DAY

/** What is left: hours, minutes and seconds, or days and hours where it is long. */
export function timeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const two = (number: number) => String(number).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (ms < CLOCK) return `${minutes}:${two(seconds % 60)}`
  if (!inWords(ms)) return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
  const unit = (number: number, name: string) =>
    new Intl.NumberFormat(current.language, { style: 'unit', unit: name, unitDisplay: 'narrow' }).format(number)
  const [days, hours] = [Math.floor(ms / DAY), Math.floor((ms % DAY) / HOUR)]
  return [unit(days, 'day'), hours ? unit(hours, 'hour') : ''].filter(Boolean).join(' ')
}
