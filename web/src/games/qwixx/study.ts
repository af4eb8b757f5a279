/** What is loaded when a position is analysed. */
import Editor from './Editor.svelte'
import Roll from './Roll.svelte'

export { Editor, Roll }
