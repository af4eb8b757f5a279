/** A text as a QR code: one path of squares, with the quiet border that cameras need. */
import { encode } from 'uqr'

export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  let path = ''
  data.forEach((row, y) => row.forEach((dark, x) => dark && (path += `M${x} ${y}h1v1h-1z`)))
  return { size, path }
}
