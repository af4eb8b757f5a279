/** Calls somebody who looks elsewhere back to the table: by the tab's title and icon, a badge on the app, a sound and, if
 * they have asked for it, a notification. */
import { titleOf } from '../games'
import { t } from '../lib/i18n.svelte'
import { canNotify, mayNotify } from '../lib/calls'
import { device } from '../lib/memory'
import { play } from '../lib/sound'
import type { TableView } from '../lib/wire'
import { isSlow } from './slow'

const ASKED = 'rowlock.asked-to-notify'

/** Is there somebody at another device to wait for? */
export function waitsForOthers(view: TableView): boolean {
  const elsewhere = view.seats.some(({ seat, kind, level }) => kind === 'human' && !level && !view.you.includes(seat))
  return elsewhere && view.you.length > 0 && view.status === 'playing'
}

export class Call {
  /** Does the reader look elsewhere? */
  away = $state(document.hidden)
  /** May they be asked whether they want to be told? Once, where that can be done at all. */
  open = $state(canNotify() && Notification.permission === 'default' && device.getItem(ASKED) === null)
  #told = ''
  #marked = false

  readonly look = (): void => {
    this.away = document.hidden
  }

  /** The reader's answer. The browser then asks in its own words. */
  async answer(yes: boolean, view: TableView, tokens: readonly string[]): Promise<void> {
    this.open = false
    device.setItem(ASKED, '1')
    if (yes && (await Notification.requestPermission()) === 'granted') await this.beCalled(view, tokens)
  }

  /** Also where the page is closed, if the game is so slow that it will be. */
  async beCalled(view: TableView, tokens: readonly string[]): Promise<void> {
    if (isSlow(view) && tokens.length && mayNotify()) await (await import('./push')).beCalled(view.id, tokens)
  }

  /** It is this reader's turn, or not. */
  show(view: TableView, yours: boolean): void {
    const marked = yours && this.away
    if (marked !== this.#marked) mark((this.#marked = marked))
    const turn = `${view.id} ${view.turn}`
    if (!yours || this.#told === turn) return
    this.#told = turn
    if (!marked) return
    play('turn')
    if (mayNotify()) void notify(view)
  }

  close(): void {
    if (this.#marked) mark(false)
  }
}

/** The tab's icon, and a badge on the app where it is installed. */
function mark(on: boolean): void {
  document.querySelector<HTMLLinkElement>('link[rel=icon]')!.href = on ? '/icon-turn.svg' : '/icon.svg'
  const badge = on ? navigator.setAppBadge?.() : navigator.clearAppBadge?.()
  void badge?.catch(() => {}) // it is for installed apps alone
}

async function notify(view: TableView): Promise<void> {
  const worker = await navigator.serviceWorker.getRegistration()
  await worker?.showNotification(t('mine.your-turn'), {
    body: titleOf(view.game),
    tag: view.id,
    icon: '/icon-192.png',
    data: `/t/${view.id}`,
  })
}
