/** What the page needs of a game. Each game has a folder of its own that offers all of this; nothing else knows it. */
import type { Component } from 'svelte'
import type { Lessons, Pages, PictureData, Step as LessonStep } from '../learn/data'
import type { Note } from '../lib/say.svelte'
import type { TableClient } from '../lib/table.svelte'
import type { Happened, PlyView, Refused, Step, TableView } from '../lib/wire'
import type { Happening } from '../table/happenings'
import type { Stage } from '../table/follow.svelte'

export interface Room {
  /** What the game looks like, in a small square. */
  Picture: Component<{ game: string }>
  /** A choice that is the game's own, in words, such as the size of a board. */
  option: (name: string, value: number) => string
  /** Everything else is loaded when it is needed. */
  table: () => Promise<TableRoom>
  /** Null for a game that brings none. */
  learn: (() => Promise<LearnRoom>) | null
}

export interface TableRoom {
  /** Its table, live. */
  Table: Component<{ client: TableClient; view: TableView; stage: Stage }>
  /** One step of a game that is looked at again. */
  Replay: Component<{ view: TableView; step: Step; number: number; over: boolean }>
  /** Where a seat decides: the position with one move drawn in it or, where it is asked, moves to be tapped. Without it
   * the step is drawn, and the moves are buttons. */
  Decision?: Component<{
    view: TableView
    position: string
    seat: number
    move?: string | null
    moves?: readonly string[]
    onmove?: (move: string) => void
  }>
  words: Words
  /** Its result as a picture: draws what stands below the heading. */
  draw: () => Promise<{ draw: (pen: CanvasRenderingContext2D, view: TableView, paper: Paper) => void }>
}

export interface Words {
  /** What was decided or rolled, in a short sentence. */
  ply: (view: TableView, ply: PlyView) => string
  /** A move alone, as short as it can be said. */
  move: (move: string) => string
  /** What these events bring, in the order in which it is shown, each with how the table looks then. */
  happenings: (before: TableView, view: TableView, events: readonly Happened[]) => Happening[]
  /** Said aloud when it is this reader's turn. */
  yours: (view: TableView) => string
  refusal: (refused: Refused) => Note
}

/** The sheet of paper that a result is drawn on. */
export interface Paper {
  size: number
  margin: number
  paper: string
  ink: string
  soft: string
  write: (text: string, x: number, y: number, weight: number, size: number, ink: string, room?: number) => void
  card: (x: number, y: number, width: number, height: number, round: number, ink: string) => void
}

export interface LearnRoom {
  /** By the name of the game: a room may hold several that are alike. */
  steps: Lessons
  pages: Pages
  Step: Component<{ game: string; step: LessonStep; focus: boolean; onback?: () => void; onnext: () => void }>
  /** An example position, drawn with the same things that are played with. */
  Example: Component<{ picture: PictureData }>
  /** The table of points, where there is one. */
  Points: Component | null
}
