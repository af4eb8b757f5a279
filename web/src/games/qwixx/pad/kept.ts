/** Finished sheets from the pad, kept in this browser: with names, date and totals. */
import { device, isRecord, recall, recallList } from '../../../lib/memory'
import { isLayout } from '../layouts'
import { isEvening, sheetOf, standing, type Evening } from './evening'
import { recordOf } from './record'

export interface Kept {
  ended: number
  names: readonly string[]
  /** As a position writes them. */
  sheets: readonly string[]
  /** The name of the sheet, if it is not the classic one. */
  layout?: string
  totals: readonly number[]
  /** The whole game, where it can be reviewed. */
  record: string | null
  /** Were dice tapped in all the same? */
  rolled?: true
}

/** What lies on the pad, and how the family likes it. */
export interface Desk {
  evening: Evening
  /** Whose sheet is in front. */
  player: number
  /** Are the points hidden until the end? */
  secret: boolean
  /** Do two sit opposite, each with a sheet of their own on the same screen? */
  facing: boolean
  /** Are the dice tapped in, too? */
  dice: boolean
}

const [DESK, KEPT] = ['rowlock.pad', 'rowlock.pad.kept']
const MOST = 300

const isDesk = (found: unknown): found is Desk =>
  isRecord(found) &&
  isEvening(found.evening) &&
  Number.isInteger(found.player) &&
  found.evening.names[Number(found.player)] !== undefined

export const deskHere = (): Desk | null => recall(device, DESK, isDesk)
export const keepDesk = (desk: Desk): void => device.setItem(DESK, JSON.stringify(desk))

function isKept(found: unknown): found is Kept {
  if (!isRecord(found) || typeof found.ended !== 'number') return false
  const { names, sheets, totals, layout = '' } = found
  const lists = [names, sheets, totals]
  return (
    typeof layout === 'string' &&
    isLayout(layout) &&
    lists.every((list) => Array.isArray(list) && list.length === (names as unknown[]).length) &&
    (names as unknown[]).every((name) => typeof name === 'string') &&
    (sheets as unknown[]).every((sheet) => typeof sheet === 'string') &&
    (totals as unknown[]).every((total) => typeof total === 'number')
  )
}

/** The last one first. */
export const keptHere = (): Kept[] => recallList(device, KEPT, isKept)

export function keep(evening: Evening, ended: number): void {
  const { sheets } = standing(evening)
  const layout = sheetOf(evening)
  const record = recordOf(evening)
  const rolled = evening.acts.slice(0, evening.done).some((act) => act.do === 'roll')
  const kept: Kept = {
    ended,
    names: evening.names,
    sheets: sheets.map((sheet) => sheet.text(layout)),
    totals: sheets.map((sheet) => sheet.score(layout)),
    record,
    ...(!record && rolled ? { rolled } : {}),
    ...(layout.name ? { layout: layout.name } : {}),
  }
  device.setItem(KEPT, JSON.stringify([kept, ...keptHere()].slice(0, MOST)))
}

export function throwAway(ended: number): void {
  device.setItem(KEPT, JSON.stringify(keptHere().filter((kept) => kept.ended !== ended)))
}

/** Everybody who ever played, whoever played most often first; and their totals, the oldest first. */
export function courses(kept: readonly Kept[]): { name: string; totals: number[] }[] {
  const totals = new Map<string, number[]>()
  for (const game of [...kept].reverse()) {
    game.names.forEach((name, index) => totals.set(name, [...(totals.get(name) ?? []), game.totals[index]!]))
  }
  return [...totals].map(([name, own]) => ({ name, totals: own })).sort((a, b) => b.totals.length - a.totals.length)
}
