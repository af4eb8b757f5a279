"""What tables want at a certain moment: that time is up, or that a bot is asked.

Where a table is in memory, a timer runs. Besides, the store knows when each table wants a server, and every process
claims what is due there: so nothing has to be loaded at a start, and whoever dies leaves nothing undone. That a time
is up can be written only once, whoever finds it. The moments in the store are counted without the times in which
nobody was there, so that a silence, however long, makes nothing due.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterable

from rowlock.rules import Refusal
from rowlock.server import clock
from rowlock.server.ledger import LEASE, Heed, Ledger, NoSuchTable, due_at
from rowlock.server.live import Live
from rowlock.server.tasks import Tasks
from rowlock.server.timekeeper import Timekeeper
from rowlock.store import Due, Store, StoreUnavailable
from rowlock.table import playing

AGAIN = 1.0
"""Seconds until what could not be done is tried again."""
GRACE = 500
"""Milliseconds for which a table is left to the process that has a timer for it."""
MOST_CLAIMED = 100
"""Tables that are claimed in one go."""


class Clockwork:
    """Tells tables that time is up, and finds those that want a server."""

    def __init__(self, store: Store, ledger: Ledger, time: Timekeeper, tasks: Tasks, follow_up: Heed) -> None:
        self._store, self._ledger, self._time = store, ledger, time
        self._tasks, self._follow_up = tasks, follow_up

    # Timers

    def set(self, live: Live) -> None:
        """Sets the timer of a table for its next deadline."""
        live.stop_timer()
        if (deadline := live.table.deadline) is not None:
            self._call_later(live, max(0.0, (deadline - clock.now()) / 1000) + 0.005)

    def _call_later(self, live: Live, wait: float) -> None:
        live.timer = asyncio.get_running_loop().call_later(wait, lambda: self._tasks.spawn(self._tick(live)))

    async def _tick(self, live: Live) -> None:
        this = live.timer
        with contextlib.suppress(StoreUnavailable, Refusal):
            await self._ledger.change(live, playing.tick)
        if live.timer is this and live.table.deadline is not None:
            self._call_later(live, AGAIN)

    def resume_all(self) -> None:
        """Nobody was there for a while: whoever looks on sees that clocks stood still. Elsewhere it is seen later."""
        for live in self._ledger.live.values():
            if live.table.deadline is not None:
                self._tasks.spawn(self._resume(live))

    async def _resume(self, live: Live) -> None:
        with contextlib.suppress(StoreUnavailable, Refusal):
            await self._ledger.resume(live)

    # What is due

    async def claim(self, ahead: int = 0) -> None:
        """Serves the tables that are due, or will be that soon, and that nobody else serves."""
        while True:
            running = clock.now() - self._time.lost
            due = await self._store.claim(running - GRACE + ahead, running + LEASE, MOST_CLAIMED)
            found = [live for name in due if (live := await self._found(name))]
            for live in found:
                self._follow_up(live)
            await self._put(found)
            if len(due) < MOST_CLAIMED:
                return

    async def _found(self, name: str) -> Live | None:
        with contextlib.suppress(NoSuchTable):
            return await self._ledger.get(name)
        return None

    async def keep(self, lives: Iterable[Live]) -> None:
        """These are still being served here."""
        await self._put(lives, lease=True)

    async def leave(self, lives: Iterable[Live]) -> None:
        """These are no longer served here: whoever lives shall find them at once."""
        now = clock.now() - self._time.lost
        await self._store.set_due([Due(live.table.id, live.table.revision, now) for live in lives])

    async def _put(self, lives: Iterable[Live], *, lease: bool = False) -> None:
        lost, now = self._time.lost, clock.now()
        dues: list[Due] = []
        for live in lives:
            due = due_at(live.table, lost, since=now if lease else None)
            if lease or due is None or due > now - lost + LEASE:
                dues.append(Due(live.table.id, live.table.revision, due))
        await self._store.set_due(dues)
