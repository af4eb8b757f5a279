/** What the page needs of a game. Each game has a folder of its own that offers all of this; nothing else knows it. */
import type { Component } from 'svelte'
import type { Lessons, Pages, PictureData, Step as LessonStep } from '../learn/data'
import type { Party } from '../lib/players'
import type { Note } from '../lib/say.svelte'
import type { TableClient } from '../lib/table.svelte'
import type { CellOdds, Happened, PlyView, Refused, Step, TableView } from '../lib/wire'
import type { Happening } from '../table/happenings'
import type { Stage } from '../table/follow.svelte'
import type { Rules, State } from './rules'

export interface Room {
  /** What the game looks like, in a small square. */
  Picture: Component<{ game: string }>
  /** A choice that is the game's own, in words, such as the size of a board. */
  option: (name: string, value: number) => string
  /** What is told in a word, such as the kind of sheet, to be chosen. */
  word?: () => Promise<{ default: Component<{ value: string }, object, 'value'> }>
  /** Everything else is loaded when it is needed. */
  table: () => Promise<TableRoom>
  /** Null for a game that brings none. */
  learn: (() => Promise<LearnRoom>) | null
  study: (() => Promise<StudyRoom>) | null
  /** For people who play with the real things: what they keep score or time with. */
  pad: (() => Promise<PadRoom>) | null
  /** Can each of them have it on a phone of their own? */
  together: boolean
  /** Null for a game that can't be played without a server. */
  local: (() => Promise<LocalRoom>) | null
}

/** A number from 0 up to 1. */
export type Chance = () => number

/** Who decides for a seat in the page itself, knowing what that seat may see. */
export type Bots = Record<'easy' | 'medium', (state: State, seat: number, chance: Chance) => string>

/** The game without a server. */
export interface LocalRoom {
  rules: Rules
  bots: Bots
}

export interface PadRoom {
  Pad: Component<{ game: string }>
  /** Opens a table for a pad on every phone. */
  Together?: Component<{ game: string }>
}

export interface TableRoom {
  /** Its table, live. */
  Table: Component<{ client: TableClient; view: TableView; stage: Stage }>
  /** One step of a game that is looked at again. */
  Replay: Component<{
    view: TableView
    step: Step
    number: number
    over: boolean
    /** The steps before. */
    past?: readonly Step[]
  }>
  /** Where a seat decides: the position with one move drawn in it or, where it is asked, moves to be tapped. Without it
   * the step is drawn, and the moves are buttons. */
  Decision?: Component<{
    view: Party
    position: string
    seat: number
    move?: string | null
    moves?: readonly string[]
    onmove?: (move: string) => void
    /** A tap where no move begins. */
    onother?: (begun: string) => void
    /** What the moves are worth, best first. */
    marks?: ReadonlyMap<string, Mark>
    /** What ended the game, where the position is the last. */
    lines?: readonly (readonly string[])[]
  }>
  words: Words
  /** What a seat has made of its final position in small squares, for friends. */
  squares?: (position: string, seat: number) => string
  /** Its result as a picture: draws what stands below the heading. */
  draw: () => Promise<{ draw: (pen: CanvasRenderingContext2D, view: TableView, paper: Paper) => void }>
}

/** What a move is worth, drawn in its place. */
export interface Mark {
  tone: 'good' | 'even' | 'bad' | 'open'
  sign: string
  text: string
  /** In words. */
  label: string
  /** What a search hopes for, from 0 to 1. */
  share?: number
}

export interface Words {
  /** What was decided or rolled, in a short sentence. */
  ply: (view: Party, ply: PlyView) => string
  /** A move alone, as short as it can be said. */
  move: (move: string) => string
  /** The sign that a seat plays with, where it has one. */
  symbol?: (game: string, seat: number) => string
  /** What these events bring, in the order in which it is shown, each with how the table looks then. */
  happenings: (before: TableView, view: TableView, events: readonly Happened[]) => Happening[]
  /** How the game's first roll came about, for whoever sees the table only after it: first how it looked before. */
  opening?: (view: TableView) => Happening[]
  /** Said aloud when it is this reader's turn. */
  yours: (view: TableView) => string
  /** Which things on the board are this reader's, where that is not plain. */
  sign?: (view: Party) => string
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

/** What an analysis needs beside the table's things. */
export interface StudyRoom {
  /** Before a roll, in an analysis: what it may bring a seat, and dice to be tapped in. */
  Roll?: Component<{
    view: Party
    position: string
    seat: number
    inPlay: readonly boolean[]
    odds: readonly CellOdds[]
    onroll: (roll: string) => void
  }>
  /** Sets up any position by tapping; whether there can be such a one is asked of the server. */
  Editor?: Component<{ position: string; onchange: (position: string) => void }>
}

export interface LearnRoom {
  /** By the name of the game: a room may hold several that are alike. */
  steps: Lessons
  /** The steps where something else is told in a word, such as the kind of sheet, and what that is called; null for a word
   * that tells nothing. */
  otherSteps?: (word: string) => LessonStep[] | null
  called?: (word: string) => string
  pages: Pages
  Step: Component<{ game: string; step: LessonStep; focus: boolean; onback?: () => void; onnext: () => void }>
  /** An example position, drawn with the same things that are played with. */
  Example: Component<{ picture: PictureData }>
  /** The table of points, where there is one. */
  Points: Component | null
}
