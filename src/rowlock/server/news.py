"""News between worker processes: "this table is now at that revision". It may come late or get lost; whoever is about
to write reads the store anyway."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol
from urllib.parse import urlsplit

from rowlock.server.tasks import Tasks

log = logging.getLogger("rowlock.news")

Listener = Callable[[str, int], None]
"""Is told a table and its revision."""
Deaf = Callable[[], Awaitable[None]]
"""Is told that news may have been missed until now."""
CHANNEL = "rowlock:tables"
PATIENCE = 5.0
"""Seconds that Redis may take for an answer. After as many without news it is asked whether it is still there."""
AGAIN = 1.0
"""Seconds until the next try."""
MOST_AT_ONCE = 100
MOST_UNSENT = 10_000
"""Tables whose news wait for Redis; those that have waited longest are given up."""


class News(Protocol):
    """How processes tell each other what they wrote."""

    def publish(self, table: str, revision: int) -> None:
        """Tells the others, soon: nobody waits for that."""

    def listen(self, listener: Listener, deaf: Deaf) -> None:
        """Calls the listener for what others publish, and says when something may have been missed."""

    async def close(self) -> None:
        """No more news."""


class NoNews:
    """There is only one process."""

    def publish(self, table: str, revision: int) -> None:
        """Nobody to tell."""

    def listen(self, listener: Listener, deaf: Deaf) -> None:
        """Nothing to hear."""

    async def close(self) -> None:
        """Nothing to close."""


class RedisNews:
    """Redis publish/subscribe."""

    def __init__(self, address: str) -> None:
        import redis.asyncio
        import redis.exceptions

        self._redis: Any = redis.asyncio.from_url(
            address, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE
        )
        self._errors = (redis.exceptions.RedisError, OSError)
        self._where = without_password(address)
        self._tasks = Tasks()
        self._unsent: dict[str, int] = {}
        self._to_send = asyncio.Event()
        self._failing: set[str] = set()

    def publish(self, table: str, revision: int) -> None:
        """Tells the others as soon as Redis is there. The newest revision of a table is all they need."""
        self._unsent[table] = revision
        if len(self._unsent) > MOST_UNSENT:
            del self._unsent[next(iter(self._unsent))]
        self._to_send.set()

    def listen(self, listener: Listener, deaf: Deaf) -> None:
        """Listens until closed, and again whenever Redis comes back."""
        self._tasks.spawn(self._again_and_again("listening", self._listen, listener, deaf))
        self._tasks.spawn(self._again_and_again("sending", self._send))

    async def _again_and_again(
        self, what: str, work: Callable[..., Awaitable[None]], *arguments: Any
    ) -> None:
        while True:
            try:
                await work(*arguments)
            except self._errors as error:
                if not self._failing:
                    log.warning(
                        "Redis at %s is away, so players here and at other servers see each other's moves late",
                        self._where,
                        extra={"error": str(error) or repr(error)},
                    )
                self._failing.add(what)
            await asyncio.sleep(AGAIN)

    def _works(self, what: str) -> None:
        if what in self._failing:
            self._failing.discard(what)
            if not self._failing:
                log.warning("Redis at %s is back", self._where)

    async def _send(self) -> None:
        while True:
            await self._to_send.wait()
            await self._send_all()

    async def _send_all(self) -> None:
        while self._unsent:
            news = list(self._unsent.items())[:MOST_AT_ONCE]
            async with self._redis.pipeline(transaction=False) as pipeline:
                for table, revision in news:
                    pipeline.publish(CHANNEL, f"{revision} {table}")
                await pipeline.execute()
            self._works("sending")
            for table, revision in news:
                if self._unsent.get(table) == revision:
                    del self._unsent[table]
        self._to_send.clear()

    async def _listen(self, listener: Listener, deaf: Deaf) -> None:
        async with self._redis.pubsub() as subscription:
            await subscription.subscribe(CHANNEL)
            asked = False
            while True:
                message = await subscription.get_message(timeout=PATIENCE)
                if message is None:
                    if asked:
                        raise TimeoutError("no answer")
                    await subscription.ping()
                    asked = True
                    continue
                asked = False
                if message["type"] == "subscribe":  # also when the connection broke and was made anew
                    await deaf()
                    self._works("listening")
                elif message["type"] == "message":
                    revision, _, table = message["data"].decode(errors="replace").partition(" ")
                    if revision.isdecimal():
                        listener(table, int(revision))

    async def close(self) -> None:
        """Sends what is left, if that is quickly done, and hangs up."""
        await self._tasks.close()
        if not self._failing:
            with contextlib.suppress(TimeoutError, *self._errors):
                await asyncio.wait_for(self._send_all(), AGAIN)
        await self._redis.aclose()


def without_password(address: str) -> str:
    """An address as it may stand in a log.

    >>> without_password("redis://user:secret@example.org:6379/0?password=secret")
    'redis://example.org:6379/0'
    """
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
