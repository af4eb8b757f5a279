"""Somebody with a browser at the table; whatever goes wrong in their page fails the test."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Request,
    Response,
    ViewportSize,
    WebSocket,
    expect,
)

from tests.server.serving import Address, Opened

PHONE: ViewportSize = {"width": 360, "height": 740}
TABLET: ViewportSize = {"width": 768, "height": 1024}
DESK: ViewportSize = {"width": 1440, "height": 900}
PATIENCE_MS = 30_000
expect.set_options(timeout=PATIENCE_MS)

Json = dict[str, Any]

EXPECTED = (
    "Cross-Origin-Opener-Policy header has been ignored",  # without HTTPS, as in a home network
    "Service Worker registration blocked by Playwright",
)
"""What browsers say where nothing is wrong."""
KEPT = """
async () => {
  const loaded = performance.getEntriesByType('resource').map((entry) => entry.name)
  const wanted = ['/', ...loaded.filter((name) => name.includes('/assets/'))]
  const found = await Promise.all(wanted.map((name) => caches.match(name)))
  return navigator.serviceWorker.controller !== null && found.every(Boolean)
}
"""


class Visitor:
    """A browser of its own: nothing in it is shared with other visitors."""

    def __init__(
        self,
        browser: Browser,
        address: Address,
        language: str = "en",
        size: ViewportSize | None = None,
        host: str = "127.0.0.1",
        pace: str = "quick",
        service_workers: Literal["allow", "block"] = "block",
        **context: Any,
    ) -> None:
        # A worker fetches and keeps all of the page, more than a test does otherwise: only where that is wanted.
        self.origin = f"http://{host}:{address.port}"
        self.context = browser.new_context(
            **{
                "base_url": self.origin,
                "locale": language,
                "viewport": size or PHONE,
                "reduced_motion": "reduce",
                "service_workers": service_workers,
                **context,
            }
        )
        self.context.set_default_timeout(PATIENCE_MS)
        self._problems: list[str] = []
        self._dropped: set[str] = set()
        self.heard: list[Json] = []
        """What the table told this browser, message by message."""
        self._patient = False
        self.context.on("request", self._asked)
        self.context.on("requestfailed", self._failed)
        self.context.on("response", self._answered)
        self.context.on("console", self._said)
        self.remember("rowlock.settings", json.dumps({"pace": pace}))
        self.page = self.context.new_page()
        self.page.on("pageerror", lambda error: self._problems.append(f"error: {error}"))
        self.page.on("websocket", self._listen)

    # What may go wrong

    def _asked(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme not in ("data", "blob") and f"http://{address.netloc}" != self.origin:
            self._problems.append(f"a request to somewhere else: {request.url}")

    @property
    def problems(self) -> list[str]:
        """What went wrong. That a part was dropped is not said again as an error of who wanted to use it."""
        return [
            problem
            for problem in self._problems
            if problem.partition("imported module: ")[2] not in self._dropped
        ]

    def _failed(self, request: Request) -> None:
        # A page that is left or closed drops what it was still loading.
        if request.failure == "net::ERR_ABORTED":
            self._dropped.add(request.url)
        elif not self._patient:
            self._problems.append(f"{request.url}: {request.failure}")

    def _answered(self, response: Response) -> None:
        if not self._patient and response.status >= 400:
            self._problems.append(f"{response.url}: {response.status}")

    def _said(self, message: ConsoleMessage) -> None:
        if self._patient or message.type not in ("error", "warning"):
            return
        if not any(expected in message.text for expected in EXPECTED):
            self._problems.append(f"console: {message.text}")

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.heard.append(json.loads(frame)))

    @contextmanager
    def patience(self, patient: bool = True) -> Iterator[None]:
        """While something is wrong on purpose."""
        self._patient = patient
        yield
        self._patient = False

    # What they do

    def open(self, path: str) -> Visitor:
        self.page.goto(path)
        expect(self.page.locator("main")).not_to_be_empty()
        return self

    def open_table(self, table: Opened, *seats: int) -> Visitor:
        """Comes to a table with the tokens of these seats; with none of them, to watch."""
        held = [{"seat": seat, "token": table.tokens[seat]} for seat in seats]
        mine = [{"id": table.id, "game": table.view()["game"], "seats": held, "at": 1_700_000_000_000}]
        if held:
            self.remember("rowlock.games", json.dumps(mine))
        return self.open(f"/t/{table.id}")

    def remember(self, key: str, value: str) -> None:
        """Puts something into the storage of this browser, once, before the page is opened."""
        key, value = json.dumps(key), json.dumps(value)
        keep = f"localStorage.getItem({key}) ?? localStorage.setItem({key}, {value})"
        self.context.add_init_script(f"if (location.host) {keep}")

    def page_is_kept(self) -> bool:
        """Has the service worker everything that this page has loaded?"""
        kept: bool = self.page.evaluate(KEPT)
        return kept

    def by(self, name: str) -> Locator:
        """A part of the page by its name for tests."""
        return self.page.get_by_test_id(name)

    def tap(self, name: str) -> None:
        self.by(name).first.click()

    @property
    def sheet(self) -> Locator:
        """The sheet in front, on which this player crosses."""
        return self.page.locator(".main .sheet")

    def prompt(self) -> str:
        return self.by("prompt").inner_text()

    def close(self) -> None:
        self.context.close()
