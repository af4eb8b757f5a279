/** Fair dice: throws in this browser's own number, and works every roll out again, as docs/api.md tells. */
import { DAYS } from '../generated/days'
import { hex, randomName } from './random'
import { hmac, sha256 } from './sha256'
import type { TableClient } from './table.svelte'
import type { TableView } from './wire'

const DAY = 24 * 60 * 60 * 1000

/** A number of one's own, which the table can't have known when it sealed its secret. */
export function throwIn(client: TableClient, view: TableView): void {
  const seat = view.you[0]
  const wanted =
    view.dice?.commitment &&
    view.options.dice !== 'real' &&
    !view.options.day &&
    !view.dice.shared &&
    view.status !== 'over'
  if (!wanted || seat === undefined || client.waiting.some(({ command }) => command.type === 'salt')) return
  if (salts(view).some((salt) => view.you.includes(salt.seat))) return
  client.do(seat, { type: 'salt', salt: randomName() })
}

export interface Salt {
  seat: number
  /** The roll from which it counts. */
  before: number
  salt: string
}

const readSalt = (text: string): Salt => {
  const [seat, before, salt] = text.split(' ') as [string, string, string]
  return { seat: Number(seat), before: Number(before), salt }
}

export function salts(view: TableView): Salt[] {
  return view.dice?.salts.map(readSalt) ?? []
}

/** How many rolls a record has, and the first that does not follow from the secret, or from the day, if any. */
export function checkRolls(record: string): { rolls: number; wrong: number | null } {
  const tag = (name: string) => tagOf(record, name)
  const rolls = [...record.matchAll(/^\d+\. ([1-6.]{6})/gm)].map((line) => line[1]!)
  const day = tag('DiceDay')
  const shared = tag('DiceShared')
  const secret = unhex(day ? linkOf(day) : tag('DiceSecret'))
  if (!day && digest(secret) !== tag('DiceCommitment')) return { rolls: rolls.length, wrong: 1 }
  const waiting = tag('DiceSalts').split('; ').filter(Boolean).map(readSalt)
  let entropy = digest(bytes(day || shared || tag('DiceTable')))
  for (const [index, roll] of rolls.entries()) {
    while (waiting.length && waiting[0]!.before <= index + 1) {
      const { seat, salt } = waiting.shift()!
      entropy = digest(bytes(`${entropy}|${seat}|${salt}`))
    }
    // Of dice that others have, too, all are rolled, and those that have left the game are not looked at.
    const dice = day || shared ? roll : roll.replaceAll('.', '')
    const number = draw(secret, `${entropy}|roll ${index + 1}`, 6n ** BigInt(dice.length))
    const face = (place: number) => String(((number / 6n ** BigInt(place)) % 6n) + 1n)
    if ([...dice].some((shown, place) => shown !== '.' && shown !== face(place))) {
      return { rolls: rolls.length, wrong: index + 1 }
    }
  }
  return { rolls: rolls.length, wrong: null }
}

/** What a record says of itself. */
export function tagOf(record: string, name: string): string {
  return new RegExp(`^\\[${name} "(.*)"\\]$`, 'm').exec(record)?.[1] ?? ''
}

/** A day's dice, all six each time; so many are enough for any game of one, since each roll brings a cross or a penalty. */
export function rollsOf(day: string, count = 48): string[] {
  const secret = unhex(linkOf(day))
  const entropy = digest(bytes(day))
  const faces = [0, 1, 2, 3, 4, 5].map((place) => 6n ** BigInt(place))
  const numbers = Array.from({ length: count }, (_, i) => draw(secret, `${entropy}|roll ${i + 1}`, 6n ** 6n))
  return numbers.map((number) => faces.map((size) => ((number / size) % 6n) + 1n).join(''))
}

/** The link of a day: each is made from the one before it and the date. */
export function linkOf(day: string): string {
  let link = digest(bytes(DAYS.beginning))
  for (let at = Date.parse(DAYS.first); at <= Date.parse(day); at += DAY) {
    link = digest(bytes(`${link}|${new Date(at).toISOString().slice(0, 10)}`))
  }
  return link
}

/** One of so many possibilities; again in the uneven rest, where the first of them would come up too often. */
function draw(secret: Uint8Array, label: string, possibilities: bigint): bigint {
  const fair = (2n ** 64n / possibilities) * possibilities
  for (let attempt = 0; ; attempt++) {
    const number = new DataView(hmac(secret, bytes(`${label}|${attempt}`)).buffer).getBigUint64(0)
    if (number < fair) return number % possibilities
  }
}

const bytes = (text: string) => new TextEncoder().encode(text)
const unhex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
const digest = (data: Uint8Array) => hex(sha256(data))
