/** Small noises made on the spot: dice, pencil, wood, a little fanfare. Soft, unless the reader wants them otherwise. */
import { settings } from './settings.svelte'

const LOUD = { off: 0, soft: 0.4, full: 1 }
let audio: AudioContext | null = null

function context(): AudioContext | null {
  if (settings.volume === 'off') return null
  // Browsers keep a page silent until its first touch, and complain about it.
  if (!navigator.userActivation?.hasBeenActive) return null
  audio ??= new AudioContext()
  void audio.resume()
  return audio
}

/** Noise of each length, made once. */
const hisses = new Map<number, AudioBuffer>()

function hiss(ctx: AudioContext, length: number): AudioBuffer {
  const frames = Math.ceil(ctx.sampleRate * length)
  const buffer = ctx.createBuffer(1, frames, ctx.sampleRate)
  const data = buffer.getChannelData(0)
  for (let i = 0; i < frames; i++) data[i] = (Math.random() * 2 - 1) * (1 - i / frames) ** 2
  hisses.set(length, buffer)
  return buffer
}

function noise(ctx: AudioContext, at: number, length: number, pitch: number, loud: number): void {
  const source = ctx.createBufferSource()
  source.buffer = hisses.get(length) ?? hiss(ctx, length)
  const filter = ctx.createBiquadFilter()
  filter.type = 'bandpass'
  filter.frequency.value = pitch
  const gain = ctx.createGain()
  gain.gain.value = loud * LOUD[settings.volume]
  source.connect(filter).connect(gain).connect(ctx.destination)
  source.start(at)
}

function tone(ctx: AudioContext, at: number, pitch: number, length: number): void {
  const source = ctx.createOscillator()
  source.type = 'triangle'
  source.frequency.value = pitch
  const gain = ctx.createGain()
  gain.gain.setValueAtTime(0.16 * LOUD[settings.volume], at)
  gain.gain.exponentialRampToValueAtTime(0.001, at + length)
  source.connect(gain).connect(ctx.destination)
  source.start(at)
  source.stop(at + length)
}

const NOISES = {
  roll: (ctx: AudioContext, now: number) => {
    for (let i = 0; i < 7; i++)
      noise(ctx, now + i * 0.07 + Math.random() * 0.03, 0.05, 1800 + Math.random() * 1400, 0.5)
  },
  cross: (ctx: AudioContext, now: number) => {
    noise(ctx, now, 0.09, 3200, 0.25)
    noise(ctx, now + 0.11, 0.09, 2900, 0.25)
  },
  push: (ctx: AudioContext, now: number) => {
    noise(ctx, now, 0.2, 500, 0.35)
    noise(ctx, now + 0.2, 0.08, 220, 0.9)
  },
  turn: (ctx: AudioContext, now: number) => [659, 880].forEach((pitch, i) => tone(ctx, now + i * 0.16, pitch, 0.45)),
  lock: (ctx: AudioContext, now: number) => [523, 784].forEach((pitch, i) => tone(ctx, now + i * 0.1, pitch, 0.3)),
  won: (ctx: AudioContext, now: number) =>
    [392, 523, 659, 784].forEach((pitch, i) => tone(ctx, now + i * 0.13, pitch, 0.5)),
  draw: (ctx: AudioContext, now: number) =>
    [523, 587, 523].forEach((pitch, i) => tone(ctx, now + i * 0.16, pitch, 0.4)),
  // Soft, and it ends on a friendly third.
  lost: (ctx: AudioContext, now: number) => [392, 349, 330].forEach((pitch, i) => tone(ctx, now + i * 0.2, pitch, 0.5)),
}

export type Noise = keyof typeof NOISES

const SHAKES: Partial<Record<Noise, number | number[]>> = {
  roll: [20, 40, 20],
  cross: 12,
  push: 20,
  lock: [30, 40, 60],
}

/** Makes what plays noises as soon as there is a quiet moment after the first touch. On a slow phone that takes so long
 * that it would hold up the dice. */
export function warmUp(): void {
  const soon = () => (window.requestIdleCallback ?? setTimeout)(() => context())
  if (navigator.userActivation?.hasBeenActive) soon()
  else for (const kind of ['pointerup', 'keyup']) addEventListener(kind, soon, { once: true })
}

const AFTER_THE_PICTURE = 60

export function play(noise: Noise): void {
  const sound = () => {
    const ctx = context()
    if (ctx) NOISES[noise](ctx, ctx.currentTime)
  }
  // To begin with takes a slow phone so long that what is heard would hold up what is seen.
  if (audio) sound()
  else setTimeout(sound, AFTER_THE_PICTURE)
  const shake = SHAKES[noise]
  // Browsers refuse to shake before the first touch, and complain about it.
  if (settings.vibration && shake !== undefined && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(shake)
}
