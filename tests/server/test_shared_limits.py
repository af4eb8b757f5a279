"""Limits over several processes, with a real Redis."""

import asyncio

import pytest

from rowlock.server.limits import RateLimit, TooMuch
from rowlock.server.shared_limits import SharedLimits
from tests.redis_server import RedisServer


def test_all_processes_take_from_one_bucket(redis_server: RedisServer) -> None:
    async def play() -> None:
        here, there = (RateLimit("too-many-tables", 0.001, 10) for _ in range(2))
        shared = [SharedLimits(redis_server.address, {"opened": limit}) for limit in (here, there)]
        for _ in range(6):
            here.take("ada")
        there.take("ada")
        there.take("boris")
        for one in (*shared, shared[0]):
            here.taken = here.taken or {"ada": 0.0}
            await one.tell()
        for _ in range(3):
            here.take("ada")
            there.take("ada")  # until the next word each has what is left
        with pytest.raises(TooMuch):
            here.take("ada")
        for _ in range(9):
            there.take("boris")
        with pytest.raises(TooMuch):
            there.take("boris")
        for one in shared:
            await one.close()

    asyncio.run(play())


def test_without_redis_each_has_its_own(redis_server: RedisServer) -> None:
    async def play() -> None:
        limit = RateLimit("too-fast", 0.001, 2)
        shared = SharedLimits(redis_server.address, {"requests": limit})
        await asyncio.to_thread(redis_server.stop)
        limit.take("ada")
        await shared.tell()
        limit.take("ada")
        with pytest.raises(TooMuch):
            limit.take("ada")
        await asyncio.to_thread(redis_server.start)
        await shared.close()

    asyncio.run(play())
