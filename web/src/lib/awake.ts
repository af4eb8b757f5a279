/** Keeps the screen on while it is looked at, where the browser can do that. To be called in an effect. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let wanted = true
  const ask = () => {
    if (document.visibilityState !== 'visible') return
    navigator.wakeLock?.request('screen').then(
      (given) => (wanted ? (lock = given) : void given.release()),
      () => {}, // a phone that saves its battery says no
    )
  }
  ask()
  document.addEventListener('visibilitychange', ask) // a hidden page has lost it
  return () => {
    wanted = false
    document.removeEventListener('visibilitychange', ask)
    void lock?.release()
  }
}
