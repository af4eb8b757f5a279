"""What goes on in the background."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine

log = logging.getLogger("rowlock.tasks")

PATIENCE, TELLINGS = 0.5, 6
"""Seconds until a task that does not end is told again, and how often that is done."""


class Tasks:
    """Tasks that end with the server; one that fails is logged."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[None, None, None]) -> None:
        """Does this in the background."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def repeat(self, every: float, work: Callable[[], Coroutine[None, None, None]]) -> None:
        """Does this again and again, with so many seconds in between."""
        self.spawn(self._repeat(every, work))

    async def _repeat(self, every: float, work: Callable[[], Coroutine[None, None, None]]) -> None:
        while True:
            await asyncio.sleep(every)
            try:
                await work()
            # Whatever goes wrong once must not stop all clocks for ever: it is logged, and done again.
            except Exception:
                log.exception("a task failed")

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("a task failed", exc_info=error)

    async def close(self) -> None:
        """Ends them all. Some library takes the end of one wait for a reason to begin the next, so it is told again."""
        for _ in range(TELLINGS):
            if not self._tasks:
                return
            for task in self._tasks:
                task.cancel()
            await asyncio.wait(self._tasks, timeout=PATIENCE)
        log.warning("tasks don't end", extra={"tasks": [repr(task) for task in self._tasks]})
