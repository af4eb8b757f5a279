"""News between worker processes: "this table is now at that revision". It may get lost; whoever finds a gap, or
is about to write, reads the store anyway."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

log = logging.getLogger("rowlock.news")

Listener = Callable[[str, int], Awaitable[None]]
"""Is told a table and its revision."""
Deaf = Callable[[], Awaitable[None]]
"""Is told that news may have been missed until now."""
CHANNEL = "rowlock:tables"


class News(Protocol):
    """How processes tell each other what they wrote."""

    async def publish(self, table: str, revision: int) -> None:
        """Tells the others."""

    def listen(self, listener: Listener, deaf: Deaf) -> None:
        """Calls the listener for what others publish, and says when something may have been missed."""

    async def close(self) -> None:
        """No more news."""


class NoNews:
    """There is only one process."""

    async def publish(self, table: str, revision: int) -> None:
        """Nobody to tell."""

    def listen(self, listener: Listener, deaf: Deaf) -> None:
        """Nothing to hear."""

    async def close(self) -> None:
        """Nothing to close."""


class RedisNews:
    """Redis publish/subscribe."""

    def __init__(self, address: str) -> None:
        import redis.asyncio

        self._redis: Any = redis.asyncio.from_url(address)
        self._tasks: set[asyncio.Task[None]] = set()

    async def publish(self, table: str, revision: int) -> None:
        """Tells the others; if Redis is away, they find out when they next look."""
        import redis.exceptions

        try:
            await self._redis.publish(CHANNEL, f"{revision} {table}")
        except (redis.exceptions.RedisError, OSError) as error:
            log.warning("news not sent", extra={"table": table, "error": repr(error)})

    def listen(self, listener: Listener, deaf: Deaf) -> None:
        """Listens until closed, and again whenever Redis comes back."""
        self._tasks.add(asyncio.create_task(self._listen(listener, deaf)))

    async def _listen(self, listener: Listener, deaf: Deaf) -> None:
        import redis.exceptions

        while True:
            try:
                async with self._redis.pubsub() as subscription:
                    await subscription.subscribe(CHANNEL)
                    await deaf()
                    async for message in subscription.listen():
                        if message["type"] == "message":
                            revision, _, table = message["data"].decode(errors="replace").partition(" ")
                            if revision.isdecimal():
                                await listener(table, int(revision))
            except (redis.exceptions.RedisError, OSError) as error:
                log.warning("no news", extra={"error": repr(error)})
            await asyncio.sleep(1)

    async def close(self) -> None:
        """Hangs up."""
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await self._redis.aclose()
