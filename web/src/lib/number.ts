/** A number as it is printed: with a true minus sign. */
export function printed(number: number): string {
  return String(number).replace('-', '−')
}
