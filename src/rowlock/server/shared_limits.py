"""Limits that hold over all processes.

Each process counts for itself, so nobody waits for Redis, and tells it every second what was taken; Redis keeps the one
bucket, and says what is left in it. While it is away, each process has its own again.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from rowlock.server.far_thinking import connect, redis_errors
from rowlock.server.limits import RateLimit
from rowlock.server.tasks import Tasks

TELLING = 1.0
"""Seconds between one word and the next."""
MOST_TOLD = 1_000
"""Buckets of which is told at once; the rest is told a second later."""

TAKE = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local rate, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local found = redis.call('HMGET', KEYS[1], 'content', 'at')
local content = burst
if found[1] then content = math.min(burst, found[1] + (now - found[2]) * rate) end
content = math.max(-burst, content - ARGV[3])
redis.call('HSET', KEYS[1], 'content', tostring(content), 'at', tostring(now))
redis.call('EXPIRE', KEYS[1], math.ceil(2 * burst / rate) + 1)
return tostring(content)
"""
"""Takes from a bucket: its rate, how much it holds, how much is taken. What is left."""


class SharedLimits:
    """Keeps limits, each with a name, in step with those of the other processes."""

    def __init__(self, address: str, limits: Mapping[str, RateLimit]) -> None:
        self._redis, self._errors = connect(address), redis_errors()
        self._limits, self._tasks = limits, Tasks()
        for limit in limits.values():
            limit.taken = {}

    def begin(self) -> None:
        """From now on, until closed."""
        self._tasks.repeat(TELLING, self.tell)

    async def tell(self) -> None:
        """Says what was taken, and hears what is left."""
        told: list[tuple[RateLimit, str]] = []
        async with self._redis.pipeline(transaction=False) as pipeline:
            for name, limit in self._limits.items():
                for who, amount in limit.told(MOST_TOLD):
                    told.append((limit, who))
                    pipeline.eval(TAKE, 1, f"rowlock:limit:{name}:{who}", limit.rate, limit.burst, amount)
            if not told:
                return
            with contextlib.suppress(*self._errors):  # the news say so in the log
                for (limit, who), content in zip(told, await pipeline.execute(), strict=True):
                    limit.hear(who, float(content))

    async def close(self) -> None:
        """Hangs up."""
        await self._tasks.close()
        await self._redis.aclose()
