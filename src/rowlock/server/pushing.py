"""Calling people back to a slow game whose page is closed: Web Push (RFC 8030, 8291, 8292)."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

from rowlock.locale import DEFAULT, LANGUAGES, Catalogue
from rowlock.server import clock, metrics
from rowlock.server.live import Live
from rowlock.server.previews import name_of
from rowlock.server.settings import THIS_MACHINE, Settings
from rowlock.server.tasks import Tasks
from rowlock.store import Store, StoreUnavailable, Subscription
from rowlock.table.table import Table

log = logging.getLogger("rowlock.pushing")

SLOW = 3_600
"""Seconds for a move from which on nobody sits and waits for it."""
SOON = 5.0
"""Seconds until somebody is called: whoever looks, or comes back to a line that was cut, needs no call."""
JUST_NOW = 60_000
"""Milliseconds for which nobody can know whether a line that ends now had been cut before."""
AGAIN = (20.0, 120.0)
"""Seconds until a call that didn't get through is tried again, the first time and the second."""
PATIENCE = 10.0
"""Seconds that a push service may take for an answer."""
LONGEST = 14 * 86_400
"""Seconds for which a push service keeps a call for a device that is off."""
KEY = "vapid"
GONE = (404, 410)
"""What a push service answers when nobody can be called there any more."""


class Calls:
    """Whom to call, and when. Nothing here holds up a move: it begins when that is done and told."""

    def __init__(
        self, store: Store, settings: Settings, tasks: Tasks, look_around: Callable[[Live], Awaitable[None]]
    ) -> None:
        self._store, self._tasks, self._look_around = store, tasks, look_around
        self.possible = find_spec("pywebpush") is not None
        self._services = Services(settings.push_services)
        hosts = "" if settings.hosts == THIS_MACHINE else settings.hosts.partition(",")[0].strip()
        self._contact = settings.contact or (f"https://{hosts}" if hosts else "mailto:rowlock@localhost")
        self._waiting: set[str] = set()
        # Of its own: a push service that doesn't answer must hold up nothing else.
        self._threads = ThreadPoolExecutor(4, "push") if self.possible else None

    def close(self) -> None:
        """No more calls."""
        if self._threads:
            self._threads.shutdown(wait=False, cancel_futures=True)

    def may_call(self, endpoint: str) -> bool:
        """Is this one of the services through which browsers are called?"""
        return self.possible and self._services.know(endpoint)

    async def public_key(self) -> str | None:
        """By which browsers know this server; None where it calls nobody."""
        if not self._threads:
            return None
        private = await self._store.key(KEY, _new_key)
        return str(await self._in_thread(partial(_public, private)))

    def heed(self, live: Live) -> None:
        """Something has happened at a table, or somebody has just gone: is there anybody to call?"""
        table = live.table
        if self._threads and _owing(table) and table.id not in self._waiting:
            self._waiting.add(table.id)
            self._tasks.spawn(self._call_soon(live))

    def heed_leaving(self, live: Live) -> None:
        """A line has ended. If it was cut long before anybody knew, its end has not seen what happened last."""
        if clock.now() - live.table.changed_at < JUST_NOW:
            self.heed(live)

    async def _call_soon(self, live: Live) -> None:
        try:
            await asyncio.sleep(SOON)
        finally:
            self._waiting.discard(live.table.id)
        with suppress(StoreUnavailable):
            await self._look_around(live)
            for one, told in await self._to_call(live):
                if await self._store.claim_call(one, told):
                    self._tasks.spawn(self._call(live, one, told))

    async def _to_call(self, live: Live) -> list[tuple[Subscription, str]]:
        table = live.table
        asked = {table.seats[seat - 1].token: seat for seat in _owing(table) if seat not in live.connected}
        found = await self._store.subscriptions(asked.keys())
        return [(one, _occasion(table, asked[one.token])) for one in found]

    async def _call(self, live: Live, one: Subscription, told: str) -> None:
        private = await self._store.key(KEY, _new_key)
        for wait in (*AGAIN, None):
            table = live.table
            seat = next((seat for seat in table.held((one.token,)) if _occasion(table, seat) == told), None)
            if seat not in _owing(table) or seat in live.connected:
                return  # they have been here meanwhile
            status = await self._in_thread(
                partial(self._send, one, private, _letter(table, seat, one), table)
            )
            metrics.CALLS.labels(
                "gone" if status in GONE else "sent" if 200 <= status < 300 else "failed"
            ).inc()
            if status in GONE:
                await self._store.unsubscribe(endpoint=one.endpoint)
            # The service will not change its mind about what it has refused; except that it was too much at once.
            if wait is None or (status < 500 and status != 429):
                return
            await asyncio.sleep(wait)

    def _send(self, one: Subscription, private: str, letter: str, table: Table) -> int:
        """In a thread; the status that the service answers with, 599 if it doesn't."""
        import requests
        from pywebpush import WebPushException, webpush

        if not self._services.know(one.endpoint):  # they may be others than when this was noted
            return 410
        left = (table.deadline or 0) - clock.now()
        with requests.Session() as session:
            session.max_redirects = 0  # nobody leads us anywhere else
            try:
                answer = webpush(
                    {"endpoint": one.endpoint, "keys": {"p256dh": one.p256dh, "auth": one.auth}},
                    letter,
                    private,
                    {"sub": self._contact},
                    timeout=PATIENCE,
                    ttl=min(max(left // 1000, 60), LONGEST),
                    # What comes later takes the place of what a device has not been given yet.
                    headers={"Topic": table.id, "Urgency": "high"},
                    requests_session=session,
                )
            except WebPushException as error:
                status = error.status_code or 599
                log.info("a push service refuses", extra={"status": status})
                return status
            except requests.RequestException as error:
                log.info("a push service doesn't answer", extra={"error": type(error).__name__})
                return 599
            except ValueError:  # the keys of the browser are none
                return 410
        return int(answer.status_code)

    async def _in_thread(self, work: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)


class Services:
    """The hosts that browsers are called through. A browser names its own; whoever could name any would let this server
    ask around in its own network."""

    def __init__(self, told: str) -> None:
        self._known = [name.strip().lower() for name in told.split(",") if name.strip()]

    def know(self, endpoint: str) -> bool:
        """May something be sent to this address?

        >>> Services("push.example.org,*.example.net").know("https://push.example.org/abc")
        True
        >>> Services("push.example.org,*.example.net").know("https://127.0.0.1/abc")
        False
        """
        try:
            address = urlsplit(endpoint)
            host, port, user = address.hostname or "", address.port, address.username
        except ValueError:
            return False
        if address.scheme == "http":
            return f"http://{host}:{port}" in self._known and user is None
        if address.scheme != "https" or port not in (None, 443) or user is not None:
            return False
        return any(host.endswith(name[1:]) if name.startswith("*.") else host == name for name in self._known)


def _owing(table: Table) -> tuple[int, ...]:
    """The people who owe a decision for which there are hours, and have not left."""
    limit = table.options.clock
    if not limit or (limit.per_move or 0) < SLOW:
        return ()
    present = table.present
    return tuple(seat for seat in table.awaiting if seat in present)


def _occasion(table: Table, seat: int) -> str:
    return f"{table.id} {table.turns[seat - 1]}" if table.turns else ""


def _letter(table: Table, seat: int, one: Subscription) -> str:
    """What the page's worker shows."""
    texts = Catalogue.of(one.language if one.language in LANGUAGES else DEFAULT)
    names = [name_of(texts, table, other) for other in range(1, len(table.seats) + 1) if other != seat]
    game = texts.text(f"game.{table.game}", "game.any", name=table.game)
    said = {
        "title": texts.text("mine.your-turn"),
        "body": f"{game}: {', '.join(map(texts.isolate, names))}",
        "lang": texts.language,
        "dir": "rtl" if texts.right_to_left else "ltr",
        "tag": table.id,
        "address": f"/t/{table.id}",
    }
    return json.dumps(said, ensure_ascii=False)


def _new_key() -> str:
    """A private key, as text."""
    from py_vapid import Vapid
    from py_vapid.utils import b64urlencode

    vapid = Vapid()
    vapid.generate_keys()
    return str(b64urlencode(vapid.private_key.private_numbers().private_value.to_bytes(32, "big")))


def _public(private: str) -> str:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid
    from py_vapid.utils import b64urlencode

    public = Vapid.from_raw(private.encode()).public_key
    return str(b64urlencode(public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)))
