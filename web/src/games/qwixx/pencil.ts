/** Strokes of a pencil: slightly irregular, different in every cell, and the same for the same cell every time. */

function wobble(seed: number): (strength?: number) => number {
  let step = 0
  return (strength = 5) => {
    step += 1
    const chaos = Math.sin(seed * 12.9898 + step * 78.233) * 43758.5453
    return (chaos - Math.floor(chaos) - 0.5) * 2 * strength
  }
}

const point = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`

/** The two strokes of a cross in a box of 60 by 60. */
export function cross(seed: number): [string, string] {
  const w = wobble(seed)
  return [
    `M${point(13 + w(), 13 + w())}C${point(26 + w(), 25 + w())} ${point(36 + w(), 37 + w())} ${point(48 + w(), 48 + w())}`,
    `M${point(47 + w(), 12 + w())}C${point(36 + w(), 25 + w())} ${point(25 + w(), 36 + w())} ${point(12 + w(), 48 + w())}`,
  ]
}

/** The thin line through a number that has been passed over, in a box of 60 by 60. */
export function strike(seed: number): string {
  const w = wobble(seed + 0.5)
  return `M${point(12, 31 + w(4))}C${point(26, 30 + w(3))} ${point(36, 31 + w(3))} ${point(48, 30 + w(4))}`
}
