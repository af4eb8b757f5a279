"""Whether this process can do its work now: asked by whoever sends it people, and measured for whoever watches it."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Literal

from fastapi import APIRouter

from rowlock.server import clock, metrics
from rowlock.server.call_wire import Ready
from rowlock.server.caller import AllTables
from rowlock.server.tables import Tables
from rowlock.server.tasks import Tasks
from rowlock.store import StoreUnavailable

ASKING = 2.0
"""Seconds that the database may take for an answer."""
LONGEST_SILENCE = 5_000
"""Milliseconds after the last sign of life that was written, from which on nothing can be written, it seems."""
MEASURING, PROBING = 0.25, 5.0
"""Seconds between one look at the event loop, or at the database, and the next."""

router = APIRouter()


@router.get("/api/ready")
async def ready(tables: AllTables) -> Ready:
    """Moves can be written down here just now; the database has been asked."""
    silent = clock.now() - await _last_written(tables)
    if silent > LONGEST_SILENCE:
        raise StoreUnavailable(f"Nothing has been written for {silent / 1000:.0f} s.")
    return Ready(redis=redis(tables))


def redis(tables: Tables) -> Literal["none", "here", "away"]:
    """Whether Redis is there. Without it moves are written, too; others see them later."""
    works = tables.news.works
    return "none" if works is None else "here" if works else "away"


async def _last_written(tables: Tables) -> int:
    try:
        async with asyncio.timeout(ASKING):
            return await tables.store.last_beat() or 0
    except TimeoutError:
        raise StoreUnavailable(f"The database hasn't answered for {ASKING:.0f} s.") from None


class Pulse:
    """Measures what no request tells: how late the event loop is, how long the database takes, who waits."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._tasks = tables, Tasks()
        self._tasks.spawn(self._measure())
        self._tasks.spawn(self._probe())
        self._tasks.repeat(PROBING, self._probe)

    async def _measure(self) -> None:
        while True:
            due = time.monotonic() + MEASURING
            await asyncio.sleep(MEASURING)
            metrics.LOOP_LAG.observe(max(0.0, time.monotonic() - due))
            metrics.BOTS_WAITING.set(self._tables.questions_waiting)
            metrics.LIVE_TABLES.set(len(self._tables.ledger.live))

    async def _probe(self) -> None:
        metrics.REDIS_UP.set(redis(self._tables) != "away")
        metrics.STORE_UP.set(0)
        with suppress(StoreUnavailable), metrics.STORE_SECONDS.time():
            await _last_written(self._tables)
            metrics.STORE_UP.set(1)

    async def close(self) -> None:
        """No more measuring."""
        await self._tasks.close()
