/** What is loaded when the game is learnt or its rules are read. */
import type { Lessons, Pages } from '../../learn/data'
import Example from './Example.svelte'
import lessons from './lessons.json'
import pagesFile from './pages.json'
import Step from './Step.svelte'

const steps = lessons as unknown as Lessons
const pages = pagesFile as unknown as Pages
const Points = null

export { Example, pages, Points, Step, steps }
