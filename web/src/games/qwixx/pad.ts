/** What is loaded for a game with real dice. */
export { default as Pad } from './pad/Pad.svelte'
export { default as Together } from './together/Open.svelte'
