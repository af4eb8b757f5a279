"""Bots that think in other processes, with a real Redis between them and the servers."""

import asyncio
import contextlib
import os
import signal
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from rowlock.server.far_thinking import MARKS, QUESTIONS, FarQuestions, FarThinkers, Unanswered
from rowlock.server.job import Job
from tests.redis_server import RedisServer
from tests.server.serving import PATIENCE, Background, Process, lavish
from tests.server.test_restart import wait

BOT = {"kind": "bot", "level": "easy"}


def job(table: str) -> Job:
    return Job(table, "quixo", "easy", "quixo .../.../... x", (), 1, "a1")


@contextlib.asynccontextmanager
async def far(address: str) -> AsyncIterator[tuple[FarThinkers, FarQuestions]]:
    """A server's side and a worker's, which know of each other."""
    thinkers, questions = FarThinkers(address), FarQuestions(address)
    thinkers.listen()
    await questions.live()
    async with asyncio.timeout(PATIENCE):
        while not thinkers.there:
            await asyncio.sleep(0.02)
        try:
            yield thinkers, questions
        finally:
            await thinkers.close()
            await questions.close()


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowlock.server.far_thinking.WORD", 0.05)


def test_people_first_and_everybody_their_share(redis_server: RedisServer) -> None:
    async def play() -> None:
        async with far(redis_server.address) as (thinkers, questions):

            async def ask(table: str, asker: str, cost: float, people_wait: bool) -> str:
                return await thinkers.ask(job(table), asker, cost, people_wait=people_wait)

            asked = []
            for who, table, cost, people in (
                ("bots", "arena", 0.01, False),
                *(("greedy", f"greedy{n}", 5.0, True) for n in range(3)),
                ("newcomer", "new", 0.1, True),
            ):
                asked.append(asyncio.create_task(ask(table, who, cost, people)))
                while await thinkers._redis.zcard(QUESTIONS) < len(asked):
                    await asyncio.sleep(0.01)
            assert thinkers.waiting == 5
            order = list[str]()
            while len(order) < 5:
                if taken := await questions.take():
                    name, whither, asked_for = taken
                    order.append(asked_for.table)
                    await questions.answer(whither, name, "move", f"move of {asked_for.table}")
            assert order == ["new", "greedy0", "greedy1", "greedy2", "arena"]
            assert await asked[0] == "move of arena"
            await asyncio.gather(*asked)

    asyncio.run(play())


def test_what_others_asked_for_is_forgotten_when_it_is_past(redis_server: RedisServer) -> None:
    """However many households ask while a site is busy, Redis keeps only those that wait."""

    async def play() -> None:
        async with far(redis_server.address) as (thinkers, questions):
            for number in range(20):
                asked = asyncio.create_task(
                    thinkers.ask(job(f"t{number}"), f"household {number}", 0.1, people_wait=True)
                )
                while not (taken := await questions.take()):
                    pass
                await questions.answer(taken[1], taken[0], "move", "a1a3")
                await asked
            assert await thinkers._redis.zcard(MARKS) <= 2

    asyncio.run(play())


def test_a_question_of_another_version_does_no_harm(redis_server: RedisServer) -> None:
    """A worker passes over what it can't read, and answers the next one."""

    async def play() -> None:
        async with far(redis_server.address) as (thinkers, questions):
            for number, told in enumerate(
                (b"{", b"7", b'["w"]', b'["w", {}]', b'["w", {"past": [], "moon": 1}]')
            ):
                await thinkers._redis.set(f"odd{number}", told)
                await thinkers._redis.zadd(QUESTIONS, {f"odd{number}": number})
                assert await questions.take() is None
            asked = asyncio.create_task(thinkers.ask(job("t"), "ada", 0.1, people_wait=True))
            while not (taken := await questions.take()):
                pass
            assert taken[2] == job("t")
            await questions.answer(taken[1], taken[0], "move", "a1a3")
            assert await asked == "a1a3"

    asyncio.run(play())


def test_a_worker_that_dies_is_not_waited_for(
    redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rowlock.server.far_thinking.ALIVE", 1)

    async def play() -> None:
        async with far(redis_server.address) as (thinkers, questions):
            asked = asyncio.create_task(thinkers.ask(job("t"), "ada", 0.1, people_wait=True))
            while not await questions.take():
                pass
            with pytest.raises(Unanswered):  # it has begun, and is never heard of again
                await asked
            assert not thinkers.there
            assert not thinkers._waiting

    asyncio.run(play())


def test_without_redis_nobody_far_is_waited_for(redis_server: RedisServer) -> None:
    async def play() -> None:
        async with far(redis_server.address) as (thinkers, questions):
            asked = asyncio.create_task(thinkers.ask(job("t"), "ada", 0.1, people_wait=True))
            while not await thinkers._redis.zcard(QUESTIONS):
                await asyncio.sleep(0.01)
            await asyncio.to_thread(redis_server.stop)
            with pytest.raises(Unanswered):
                await asked
            await asyncio.to_thread(redis_server.start)
            while not thinkers.there:
                await questions.live()
                await asyncio.sleep(0.05)

    asyncio.run(play())


def test_a_game_whose_bots_think_elsewhere(tmp_path: Path, redis_server: RedisServer) -> None:
    """And which goes on here when that worker is killed."""
    settings = lavish(tmp_path / "db", redis=redis_server.address)
    with Background(settings) as server, (tmp_path / "log").open("wb") as log:
        command = [*Process.PROGRAM, "worker"]
        worker = subprocess.Popen(command, env={**os.environ, **settings.environment()}, stderr=log)
        try:
            far_thinkers, here = server.tables._far, server.tables._thinkers
            assert far_thinkers is not None
            wait(lambda: far_thinkers.there)
            free, here._free = here._free, []
            table = server.address.open("quixo", [BOT, BOT], size=3)
            table.wait_until(lambda view: view["status"] == "over")
            assert here._all[0]._process is None
        finally:
            worker.send_signal(signal.SIGKILL)
            worker.wait(PATIENCE)
        here._free = free
        table = server.address.open("quixo", [BOT, BOT], size=3)
        table.wait_until(lambda view: view["status"] == "over")


def test_a_worker_ends_when_it_is_asked_to(tmp_path: Path, redis_server: RedisServer) -> None:
    environment = {**os.environ, "ROWLOCK_REDIS": redis_server.address}
    log = tmp_path / "log"
    with log.open("wb") as stderr:
        worker = subprocess.Popen([*Process.PROGRAM, "worker"], env=environment, stderr=stderr)
    try:
        wait(lambda: b"a worker thinks" in log.read_bytes())
        worker.terminate()
        assert worker.wait(PATIENCE) == 0
    finally:
        worker.kill()
    assert b"error" not in log.read_bytes()
