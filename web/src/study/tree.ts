/** The moves of an analysis: a line, and branches of it. Nothing here knows what may be played. */
import type { Step } from '../lib/wire'

export interface Node {
  id: number
  /** The node before it; null at the root, which is no move. */
  parent: number | null
  seat: number
  move: string
  /** After the move, as soon as the server has told it. */
  position: string | null
}

/** The root first; every other node stands behind the one before it. */
export type Tree = readonly Node[]

export const ROOT = 0

export function begin(position: string): Tree {
  return [{ id: ROOT, parent: null, seat: 0, move: '', position }]
}

export function children(tree: Tree, id: number): Node[] {
  return tree.filter((node) => node.parent === id)
}

/** Where a move leads; if it was not there, the tree has it now. */
export function played(tree: Tree, at: number, seat: number, move: string): { tree: Tree; at: number } {
  const there = children(tree, at).find((node) => node.seat === seat && node.move === move)
  if (there) return { tree, at: there.id }
  const id = tree.length
  return { tree: [...tree, { id, parent: at, seat, move, position: null }], at: id }
}

export function told(tree: Tree, at: number, position: string): Tree {
  if (tree[at]!.position === position) return tree
  return tree.map((node) => (node.id === at ? { ...node, position } : node))
}

/** The nodes that lead here, this one included. */
export function pathTo(tree: Tree, at: number): Node[] {
  const path: Node[] = []
  for (let id: number | null = at; id !== null; id = tree[id]!.parent) path.unshift(tree[id]!)
  return path
}

/** The whole line that this node is part of: on from here, always the first branch. */
export function lineOf(tree: Tree, at: number): Node[] {
  const line = pathTo(tree, at)
  for (let next: Node | undefined = children(tree, at)[0]; next; next = children(tree, next.id)[0]) line.push(next)
  return line
}

/** Moves as the server takes them. */
export function words(nodes: readonly Node[]): string[] {
  return nodes.filter((node) => node.parent !== null).map(({ seat, move }) => `${seat}:${move}`)
}

export type Token = Node | '(' | ')'

/** The tree as it is written: behind a move stand the others that were tried instead of it. */
export function tokens(tree: Tree, from = ROOT): Token[] {
  const [main, ...others] = children(tree, from)
  if (!main) return []
  const branches = others.flatMap((other): Token[] => ['(', other, ...tokens(tree, other.id), ')'])
  return [main, ...branches, ...tokens(tree, main.id)]
}

/** A game, step by step, as a tree of one line; and for each step where it is. */
export function ofSteps(steps: readonly Step[]): { tree: Tree; at: number[] } {
  let tree = begin(steps[0]!.position)
  let at = ROOT
  const places = steps.map((step) => {
    for (const { seat, move } of step.plies) ({ tree, at } = played(tree, at, seat, move))
    tree = told(tree, at, step.position)
    return at
  })
  return { tree, at: places }
}

/** The line and the place in it, for the address: `POSITION;1:a1a5;2:e1e5@1`, with `_` for a space. */
export function toHash(tree: Tree, at: number): string {
  const [root, ...line] = lineOf(tree, at)
  const place = pathTo(tree, at).length - 1
  const moves = words(line)
  const end = moves.length === place ? '' : `@${place}`
  return [root!.position, ...moves].join(';').replaceAll(' ', '_') + end
}

/** The address of a line that begins at a position, and is shown from there. */
export function lineHash(position: string, line: readonly string[]): string {
  return [position, ...line].join(';').replaceAll(' ', '_') + '@0'
}

/** A table's game at one of its steps, or a line; null for anything else. */
export type Link = { table: string; step: number } | { position: string; moves: string[]; place: number }

export function readHash(hash: string): Link | null {
  const text = decode(hash.replace(/^#/, ''))
  const table = /^t=([\w-]+)@(\d+)$/.exec(text)
  if (table) return { table: table[1]!, step: Number(table[2]) }
  const [line, place] = text.split('@') as [string, string?]
  const [position, ...moves] = line.replaceAll('_', ' ').split(';') as [string, ...string[]]
  return position ? { position, moves, place: place ? Number(place) || 0 : moves.length } : null
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
