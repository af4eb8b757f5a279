"""News between worker processes: "this table is now at that revision, and these events led there". Redis passes them on
to the processes through which somebody looks at that table, as their attendance says, and to no other. They may come
late or get lost; whoever is about to write reads the store anyway."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

from rowlock.server.attendance import key_of
from rowlock.server.tasks import Tasks

log = logging.getLogger("rowlock.news")

Listener = Callable[[str, int, Sequence[str]], None]
"""Is told a table, its revision, and the last events before that, as they are stored; as many as came along."""
Deaf = Callable[[], Awaitable[None]]
"""Is told that news may have been missed until now."""
CHANNELS = "rowlock:tables:"
"""Each process listens at one of its own: its number follows."""
PATIENCE = 5.0
"""Seconds that Redis may take for an answer. After as many without news it is asked whether it is still there."""
AGAIN = 1.0
"""Seconds until the next try."""
MOST_AT_ONCE = 100
"""Tables of which is told in one message."""
A_TURN = 10
"""Tables of which is heard before others have their turn."""
MOST_UNSENT = 10_000
"""Tables whose news wait for Redis; those that have waited longest are given up."""
LONGEST = 20
"""Events that are told along; who has missed more reads them in the store."""


@dataclass(frozen=True, slots=True, eq=False)
class Unsent:
    """What is still to be told of a table."""

    revision: int
    events: tuple[str, ...]

    def and_then(self, revision: int, events: Sequence[str]) -> Unsent:
        """With what was told a moment later."""
        known = self.events if revision - len(events) == self.revision else ()
        together = (*known, *events)
        return Unsent(revision, together if len(together) <= LONGEST else ())


NOTHING = Unsent(0, ())

PASS_ON = f"""
local told = {{}}
for number, there in ipairs(KEYS) do
  for _, process in ipairs(redis.call('HKEYS', there)) do
    if process ~= ARGV[1] then
      told[process] = (told[process] and told[process] .. ',' or '[') .. ARGV[number + 1]
    end
  end
end
for process, news in pairs(told) do
  redis.call('PUBLISH', '{CHANNELS}' .. process, news .. ']')
end
"""
"""Passes on what is to be told of some tables: who tells it, and an entry for each table."""


def read(message: bytes) -> Iterator[tuple[str, int, list[str]]]:
    """What a message tells: tables, their revisions, and events. What makes no sense is passed over.

    >>> list(read(b'[["t", 3, ["{}"]], ["u"], 7]')), list(read(b"[1"))
    ([('t', 3, ['{}'])], [])
    """
    try:
        told = json.loads(message)
    except (ValueError, RecursionError):
        return
    for entry in told if isinstance(told, list) else ():
        match entry:
            case [str(table), int(revision), [*events]] if all(isinstance(event, str) for event in events):
                yield table, revision, events


class News(Protocol):
    """How processes tell each other what they wrote."""

    @property
    def works(self) -> bool | None:
        """Whether they can be told just now; None if there are no others."""

    def publish(self, table: str, revision: int, events: Sequence[str] = ()) -> None:
        """Tells the others, soon, and the last events along: nobody waits for that."""

    def listen(self, listener: Listener, deaf: Deaf) -> None:
        """Calls the listener for what others publish, and says when something may have been missed."""

    async def close(self) -> None:
        """No more news."""


class NoNews:
    """There is only one process."""

    works = None

    def publish(self, table: str, revision: int, events: Sequence[str] = ()) -> None:
        """Nobody to tell."""

    def listen(self, listener: Listener, deaf: Deaf) -> None:
        """Nothing to hear."""

    async def close(self) -> None:
        """Nothing to close."""


class RedisNews:
    """Redis publish/subscribe, for the process of this number."""

    def __init__(self, address: str, process: int) -> None:
        import redis.asyncio
        import redis.exceptions

        self._redis: Any = redis.asyncio.from_url(
            address, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE
        )
        self._errors = (redis.exceptions.RedisError, OSError)
        self._pass_on = self._redis.register_script(PASS_ON)
        self._process = process
        self._where = without_password(address)
        self._tasks = Tasks()
        self._unsent: dict[str, Unsent] = {}
        self._to_send = asyncio.Event()
        self._failing: set[str] = set()

    @property
    def works(self) -> bool:
        """No: something has failed since it worked last."""
        return not self._failing

    def publish(self, table: str, revision: int, events: Sequence[str] = ()) -> None:
        """Tells the others as soon as Redis is there. The newest revision of a table is all they need; if the events
        that they miss come along, they need not ask the store."""
        before = self._unsent.get(table, NOTHING)
        self._unsent[table] = before.and_then(revision, events)
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
            entries = [json.dumps((table, unsent.revision, unsent.events)) for table, unsent in news]
            await self._pass_on([key_of(table) for table, _ in news], [self._process, *entries])
            self._works("sending")
            for table, unsent in news:
                if self._unsent.get(table) is unsent:
                    del self._unsent[table]
        self._to_send.clear()

    async def _listen(self, listener: Listener, deaf: Deaf) -> None:
        async with self._redis.pubsub() as subscription:
            await subscription.subscribe(f"{CHANNELS}{self._process}")
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
                    for number, (table, revision, events) in enumerate(read(message["data"]), start=1):
                        listener(table, revision, events)
                        if number % A_TURN == 0:
                            await asyncio.sleep(0)

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
