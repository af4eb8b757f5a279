"""Time at the tables: whose time is up, and the time in which no server was there."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from functools import partial

from rowlock.rules import Refusal
from rowlock.server import clock
from rowlock.server.ledger import Ledger
from rowlock.server.live import Live
from rowlock.server.tasks import Tasks
from rowlock.store import Store, StoreUnavailable
from rowlock.table import playing
from rowlock.table.events import Event
from rowlock.table.table import Table

log = logging.getLogger("rowlock.clockwork")

BEAT = 1.0
"""Seconds between the signs of life that a server leaves in the store."""
LONGEST_SILENCE = 3_000
"""Milliseconds without one after which nobody was there: neither a server nor its database, so no clock ran."""


class Clockwork:
    """Leaves signs of life in the store, and tells tables that time is up."""

    def __init__(self, store: Store, ledger: Ledger, tasks: Tasks) -> None:
        self._store, self._ledger, self._tasks = store, ledger, tasks
        self._beat_at = 0
        self._away = False

    async def start(self) -> None:
        """Gives the clocks back the time without a server, and goes on from there."""
        await self._sign_of_life(at_start=True)
        self._tasks.repeat(BEAT, self._beat)

    async def _beat(self) -> None:
        try:
            await self._sign_of_life()
        except StoreUnavailable as error:
            if not self._away:
                log.warning(
                    "the database is away: nothing is acknowledged, and clocks stand still. %s", error
                )
            self._away = True
        else:
            if self._away:
                log.warning("the database is back")
            self._away = False

    async def _sign_of_life(self, *, at_start: bool = False) -> None:
        """Leaves one in the store; after a silence the clocks first get back what they lost meanwhile, so that
        whoever dies in between leaves the rest to the next one."""
        alive_until, now = await self._store.last_beat(), clock.now()
        if alive_until is not None and (at_start or now - alive_until > LONGEST_SILENCE):
            for row in await self._store.tables(status="playing", waiting_for="server", limit=None):
                with contextlib.suppress(Refusal):  # another server does the same
                    live = await self._ledger.get(row.id)
                    await self._ledger.change(live, partial(_resume, alive_until=alive_until))
        now = clock.now()
        await self._store.beat(now)
        self._beat_at = now

    def set(self, live: Live) -> None:
        """Sets the timer of a table for its next deadline."""
        self.stop(live)
        if (deadline := live.table.deadline) is not None:
            self._call_later(live, max(0.0, (deadline - clock.now()) / 1000) + 0.005)

    def stop(self, live: Live) -> None:
        """No timer any more."""
        if live.timer:
            live.timer.cancel()
            live.timer = None

    def _call_later(self, live: Live, wait: float) -> None:
        live.timer = asyncio.get_running_loop().call_later(wait, lambda: self._tasks.spawn(self._tick(live)))

    async def _tick(self, live: Live) -> None:
        this = live.timer
        with contextlib.suppress(StoreUnavailable, Refusal):
            if (
                clock.now() - self._beat_at < LONGEST_SILENCE
            ):  # otherwise the clocks get their time back first
                await self._ledger.change(live, playing.tick)
        if live.timer is this and live.table.deadline is not None:
            self._call_later(live, BEAT)


def _resume(table: Table, now: int, alive_until: int) -> list[Event]:
    return playing.resume(table, alive_until, now)
