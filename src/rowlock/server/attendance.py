"""Who is at a table through other processes. Each says every few seconds who is connected to it, and reads what the
others say; before a bot takes anybody's seat, it asks anew.

What Redis keeps may be gone, and a process may be cut off from it. So each also says when it has told everything: of
a process that is alive, as the store knows, but has not said so lately, nobody knows who is there through it.
"""

from __future__ import annotations

import itertools
import json
import logging
import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

log = logging.getLogger("rowlock.attendance")

TELLING = 3.0
"""Seconds between one word about who is there and the next."""
FRESH = 10_000
"""Milliseconds for which such a word holds: a process that died says no more."""
KEPT = 2 * 86_400
"""Seconds for which it is known when somebody was last seen; longer than anybody has to be waited for."""
PATIENCE = 2.0
"""Seconds that Redis may take for an answer."""
MOST_AT_ONCE = 1_000
"""Tables of which is told in one message."""


@dataclass(frozen=True, slots=True)
class WordSent:
    """What one process says about one table."""

    at: int
    seats: frozenset[int] = frozenset()
    """Those that are connected to it."""
    spectators: int = 0
    seen: Mapping[int, int] = field(default_factory=dict)
    """When others were last seen there."""

    def last_seen(self, seat: int) -> int:
        """When a seat was last seen there; 0 for never."""
        return self.at if seat in self.seats else self.seen.get(seat, 0)

    def to_text(self) -> str:
        """As it lies in Redis."""
        return json.dumps([self.at, sorted(self.seats), self.spectators, list(self.seen.items())])

    @staticmethod
    def of_text(text: bytes) -> WordSent:
        """Raises `ValueError`, `TypeError`."""
        at, seats, spectators, seen = json.loads(text)
        return WordSent(int(at), frozenset(seats), int(spectators), dict(seen))


Words = tuple[WordSent, ...]


class Attendance(Protocol):
    """How processes tell each other who is there."""

    process: int | None
    """By which number the others know this one; None if there are no others."""

    async def exchange(
        self, ours: Mapping[str, WordSent], everything_at: int | None = None
    ) -> dict[str, Words] | None:
        """Says who is at these tables through us, and when that was everything; who is there through others. None: that
        can't be known now."""

    async def elsewhere(self, table: str, alive: Collection[int], now: int) -> tuple[Words, int] | None:
        """Who is at a table through these others, and the last moment of which all of them have told everything. None:
        that can't be known now."""

    async def close(self) -> None:
        """No more."""


class NobodyElse:
    """There is only one process."""

    process: int | None = None

    async def exchange(
        self,
        ours: Mapping[str, WordSent],
        everything_at: int | None = None,  # noqa: ARG002
    ) -> dict[str, Words] | None:
        """Nobody to tell."""
        return dict.fromkeys(ours, ())

    async def elsewhere(
        self,
        table: str,  # noqa: ARG002
        alive: Collection[int],  # noqa: ARG002
        now: int,
    ) -> tuple[Words, int] | None:
        """Nobody."""
        return (), now

    async def close(self) -> None:
        """Nothing to close."""


SAY = f"""
local heard = {{}}
for number, there in ipairs(KEYS) do
  redis.call('HSET', there, ARGV[1], ARGV[number + 1])
  redis.call('EXPIRE', there, {KEPT})
  local words = redis.call('HGETALL', there)
  for place = 1, #words, 2 do
    if words[place] ~= ARGV[1] then
      heard[#heard + 1] = number
      heard[#heard + 1] = words[place + 1]
    end
  end
end
return heard
"""
"""Says who is at some tables: who says so, and a word for each. What others have said: a table's number, a word."""


def some_number() -> int:
    """For a process, by which the others know it."""
    return 2 + secrets.randbits(62)


class RedisAttendance:
    """In Redis: for each table a hash, with a field for each process. News of a table go to those that have one."""

    def __init__(self, address: str, process: int) -> None:
        import redis.asyncio
        import redis.exceptions

        self._redis: Any = redis.asyncio.from_url(
            address, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE
        )
        self._errors = (redis.exceptions.RedisError, OSError)
        self._say: Any = self._redis.register_script(SAY)
        self.process: int | None = process

    async def exchange(
        self, ours: Mapping[str, WordSent], everything_at: int | None = None
    ) -> dict[str, Words] | None:
        """A thousand in one go: Redis does nothing else meanwhile."""
        tables = list(ours)
        found: dict[str, Words] = dict.fromkeys(tables, ())
        try:
            for begin in range(0, len(tables), MOST_AT_ONCE):
                some = tables[begin : begin + MOST_AT_ONCE]
                words = [ours[table].to_text() for table in some]
                heard = await self._say([*map(key_of, some)], [self.process, *words])
                for number, text in zip(heard[::2], heard[1::2], strict=True):
                    found[some[number - 1]] += _word(text)
            if everything_at is not None:
                await self._redis.hset(TOLD, str(self.process), everything_at)
                await self._redis.expire(TOLD, KEPT)
        except self._errors:  # the news say so in the log
            return None
        return found

    async def elsewhere(self, table: str, alive: Collection[int], now: int) -> tuple[Words, int] | None:
        """Asked now."""
        others = [str(process).encode() for process in alive if process != self.process]
        try:
            async with self._redis.pipeline(transaction=False) as pipeline:
                pipeline.hgetall(TOLD)
                pipeline.hgetall(key_of(table))
                told, words = await pipeline.execute()
        except self._errors:
            return None
        moments = [_moment(told.get(process)) for process in others]
        known_at = min([now, *moments])
        if known_at <= now - FRESH:
            return None
        ours = str(self.process).encode()
        heard = [_word(text) for process, text in words.items() if process != ours]
        return tuple(itertools.chain.from_iterable(heard)), known_at

    async def close(self) -> None:
        """Hangs up."""
        await self._redis.aclose()


TOLD = "rowlock:told"
"""When which process has told of everything."""


def _word(text: bytes) -> Words:
    """A word, or none if it can't be read."""
    try:
        return (WordSent.of_text(text),)
    except (ValueError, TypeError):
        log.warning("what Redis keeps about who is there can't be read")
        return ()


def _moment(told: bytes | None) -> int:
    return int(told) if told is not None and told.isdigit() else 0


def key_of(table: str) -> str:
    """Where it stands who is at a table."""
    return f"rowlock:there:{table}"
