/** What is loaded when a position is analysed. */
import Editor from './Editor.svelte'

export { Editor }
