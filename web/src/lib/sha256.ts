/** SHA-256 at once and everywhere: `crypto.subtle` is missing where the page comes without HTTPS, as in a home network. */

/** The fractional parts of the square (or cube) roots of the first primes, 32 bits each. */
function roots(count: number, power: number): Uint32Array {
  const primes: number[] = []
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime)) primes.push(n)
  return Uint32Array.from(primes, (prime) => (prime ** power % 1) * 2 ** 32)
}

const BEGIN = roots(8, 1 / 2)
const ROUND = roots(64, 1 / 3)
const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by))

export function sha256(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, bytes.length * 8)
  const hash = BEGIN.slice()
  const words = new Uint32Array(64)
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) {
        words[i] = view.getUint32(block + 4 * i)
        continue
      }
      const [old, late] = [words[i - 15]!, words[i - 2]!]
      const first = turned(old, 7) ^ turned(old, 18) ^ (old >>> 3)
      const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
      words[i] = words[i - 16]! + first + words[i - 7]! + second
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as number[] as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ]
    for (let i = 0; i < 64; i++) {
      const chosen = (e & f) ^ (~e & g)
      const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + ROUND[i]! + words[i]!) | 0
      const most = (a & b) ^ (a & c) ^ (b & c)
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
    }
    ;[a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i]! += word))
  }
  const digest = new DataView(new ArrayBuffer(32))
  hash.forEach((word, i) => digest.setUint32(4 * i, word))
  return new Uint8Array(digest.buffer)
}

/** HMAC-SHA-256, by RFC 2104, with a key of 64 bytes at most. */
export function hmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  const pad = (mask: number) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ mask)
  return sha256(join(pad(0x5c), sha256(join(pad(0x36), data))))
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  const joined = new Uint8Array(first.length + second.length)
  joined.set(first)
  joined.set(second, first.length)
  return joined
}
