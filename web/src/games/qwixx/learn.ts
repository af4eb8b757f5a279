/** What is loaded when the game is learnt or its rules are read. */
import { QWIXX } from '../../generated/qwixx'
import type { Lessons, Pages } from '../../learn/data'
import { ltr, t } from '../../lib/i18n.svelte'
import type { LearnRoom } from '../room'
import Example from './Example.svelte'
import { CLASSIC, isLayout, layoutOf, RANDOM } from './layouts'
import { lessonOn } from './lesson'
import lessons from './lessons.json'
import pagesFile from './pages.json'
import Points from './Points.svelte'
import Step from './Step.svelte'

const steps = lessons as unknown as Lessons
const pages = pagesFile as unknown as Pages

const otherSteps: LearnRoom['otherSteps'] = (sheet) =>
  isLayout(sheet) && layoutOf(sheet) !== CLASSIC ? lessonOn(layoutOf(sheet)) : null

/** A sheet of one's own has no name. */
function called(sheet: string): string {
  if (sheet in QWIXX.layouts) return t(`print.layout.${sheet}`)
  return sheet.startsWith(RANDOM) ? ltr(sheet.slice(RANDOM.length)) : ''
}

export { called, Example, otherSteps, pages, Points, Step, steps }
