"""Slow games call back whoever has closed the page."""

import json

from playwright.sync_api import Route, expect

from tests.page.conftest import Visit
from tests.page.playing import until
from tests.server.serving import Address

SLOW = {"per_move": 3 * 86_400}
PUSH_SERVICE = """
Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
const keys = { p256dh: 'BPublic0Key0Of0This0Browser', auth: 'Secret0Of0This0Browser' }
PushManager.prototype.getSubscription = async () => null
PushManager.prototype.subscribe = async (how) => {
  const key = how.applicationServerKey
  return { toJSON: () => ({ endpoint: `https://fcm.googleapis.com/${key}`, keys }) }
}
"""
LOOKS_ELSEWHERE = """
Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
window.called = []
let hidden = false
Object.defineProperty(document, 'hidden', { get: () => hidden })
window.lookElsewhere = (away) => {
  hidden = away
  document.dispatchEvent(new Event('visibilitychange'))
}
navigator.setAppBadge = async () => void called.push('badge')
navigator.serviceWorker.getRegistration = async () => ({
  showNotification: async (title, { body, data }) => void called.push([title, body, data]),
})
"""
KEEP_SHOWN = """() => {
  self.shown = null
  self.registration.showNotification = async (...shown) => void (self.shown = shown)
}"""


def test_a_browser_says_where_it_can_be_called(visit: Visit, site: Address) -> None:
    table = site.open("quixo", clock=SLOW)
    ada = visit("he", service_workers="allow")
    ada.context.add_init_script(PUSH_SERVICE)
    sent: list[tuple[str | None, object]] = []

    def take(route: Route) -> None:
        sent.append((route.request.headers.get("authorization"), route.request.post_data_json))
        route.fulfill(status=204)

    ada.context.route("**/api/tables/*/push", take)
    ada.open("/").page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    ada.open_table(table, 1)
    until(ada, lambda: len(sent) == 1)
    [(token, told)] = sent
    assert token == f"Bearer {table.tokens[1]}"
    assert told == {
        "endpoint": f"https://fcm.googleapis.com/{site.get('/push')['key']}",
        "p256dh": "BPublic0Key0Of0This0Browser",
        "auth": "Secret0Of0This0Browser",
        "language": "he",
    }


def test_who_looks_elsewhere_is_called_back(visit: Visit, site: Address) -> None:
    """By the tab's title and icon, a badge and a notification; nothing of it while they look."""
    table = site.open("quixo")
    ada = visit()
    ada.context.add_init_script(LOOKS_ELSEWHERE)
    ada.open_table(table, 1)
    expect(ada.page).to_have_title("Quixo · Rowlock")
    table.play(1, "a1a5")
    ada.page.evaluate("() => lookElsewhere(true)")
    table.play(2, "e1e5")
    expect(ada.page).to_have_title("● It is your turn! · Quixo · Rowlock")
    expect(ada.page.locator("link[rel=icon]")).to_have_attribute("href", "/icon-turn.svg")
    assert ada.page.evaluate("() => called") == ["badge", ["It is your turn!", "Quixo", f"/t/{table.id}"]]
    ada.page.evaluate("() => lookElsewhere(false)")
    expect(ada.page).to_have_title("Quixo · Rowlock")
    expect(ada.page.locator("link[rel=icon]")).to_have_attribute("href", "/icon.svg")


def test_the_worker_shows_who_calls(visit: Visit) -> None:
    """A browser without a screen shows no notifications, so it is only looked at what the worker would have shown."""
    ada = visit(service_workers="allow").open("/")
    ada.page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    until(ada, lambda: bool(ada.context.service_workers))
    [worker] = ada.context.service_workers
    worker.evaluate(KEEP_SHOWN)
    devtools = ada.context.new_cdp_session(ada.page)
    registered: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registered.extend(one["registrationId"] for one in told["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    until(ada, lambda: bool(registered))
    call = {"title": "It is your turn!", "body": "Quixo: Boris", "dir": "ltr", "tag": "T"}
    data = json.dumps(call | {"address": "/t/T"})
    devtools.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": ada.origin, "registrationId": registered[0], "data": data},
    )
    until(ada, lambda: worker.evaluate("() => self.shown !== null"))
    title = call.pop("title")
    assert worker.evaluate("() => self.shown") == [title, call | {"icon": "/icon-192.png", "data": "/t/T"}]
