/** The pages of rules and the steps of the lessons. The rules themselves have made or checked every position. */
export interface Played {
  after: string
  lines?: string[][]
  lost?: boolean
}

export interface Step {
  name: string
  position: string
  seat: number
  /** What may be chosen, and what comes of it; the hand shows the first. Without it there is only to look. */
  moves?: Record<string, Played>
  /** For everything else that may be tapped: why not. */
  hints?: Record<string, string[]>
  lines?: string[][]
  /** What the sentences say was passed over. */
  passed?: string
  points?: boolean
}

export interface PictureData {
  position: string
  seat?: number
  dice?: boolean
  can?: string[]
  taken?: string
  ends?: string[]
  last?: [string, string]
  lines?: string[][]
}

export interface Block {
  text?: string
  heading?: string
  house?: string
  note?: string
  points?: boolean
  /** To be learnt by playing: what else is told in a word. */
  lesson?: string
  pictures?: PictureData[]
  caption?: string
}

export interface Section {
  id: string
  blocks: Block[]
}

/** Each by the name of its game. */
export type Lessons = Record<string, Step[]>
export type Pages = Record<string, Section[]>

/** Why this cell or cube is not what the step asks for. */
export function hintFor(step: Step, target: string): string {
  const found = Object.entries(step.hints ?? {}).find(([, targets]) => targets.includes(target))
  return `learn.wrong.${found?.[0] ?? 'other'}`
}
