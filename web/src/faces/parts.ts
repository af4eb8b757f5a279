/** By which others know somebody at a glance: a drawn figure, and the number of its colour. */
export const FIGURES = ['cat', 'dog', 'bear', 'rabbit', 'fox', 'owl', 'frog', 'fish'] as const
export type Figure = (typeof FIGURES)[number]
export const COLOURS = [1, 2, 3, 4, 5, 6] as const
export type Colour = (typeof COLOURS)[number]

/** What a face like `cat-3` is made of; nothing for none, and for one that is not known here. */
export function partsOf(face: string): { figure: Figure; colour: Colour } | null {
  const [name, number] = face.split('-')
  const figure = FIGURES.find((one) => one === name)
  const colour = COLOURS.find((one) => String(one) === number)
  return figure && colour ? { figure, colour } : null
}
