/** What is loaded for a game with wooden cubes. */
export { default as Pad } from './pad/Pad.svelte'
