/** What is loaded when a table is opened. */
import Decision from './Decision.svelte'
import Replay from './Replay.svelte'
import Table from './together/AnyTable.svelte'
import { squares } from './position'
import { words } from './words'

const draw = () => import('./draw')

export { Decision, draw, Replay, squares, Table, words }
