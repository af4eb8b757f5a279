/** A name that nobody else has. (`crypto.randomUUID` is missing where the page comes without HTTPS, as in a home network.) */
export function randomName(): string {
  return hex(crypto.getRandomValues(new Uint8Array(8)))
}

export function hex(data: Uint8Array): string {
  return [...data].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A number from 0 up to 1. */
export function chance(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0]! / 2 ** 32
}
