/** What is loaded when a table is opened. */
import Replay from './Replay.svelte'
import Table from './Table.svelte'
import { words } from './words'

const draw = () => import('./draw')

export { draw, Replay, Table, words }
