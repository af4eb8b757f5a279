"""Bots that think on other machines: questions and answers through Redis.

A question lies in a sorted set, by the same marks as in `fair_queue`, people before bots among themselves: whoever
takes one takes the one whose turn it is in fairness, of all servers' questions. A worker says that it has begun, and
every second that it lives. If it dies, or Redis goes away, the server thinks for itself. So a question may be answered
twice; that does no harm, because a move lands only once.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import secrets
from dataclasses import asdict
from typing import Any

from rowlock.server.job import Job
from rowlock.server.tasks import Tasks

log = logging.getLogger("rowlock.bots")

QUESTIONS, MARKS, NOW, WORKERS = (f"rowlock:bots:{name}" for name in ("questions", "marks", "now", "workers"))
ALIVE = 5
"""Seconds after its last word for which a worker counts as alive."""
WORD = 1.0
"""Seconds between one such word and the next."""
KEPT = 120
"""Seconds after which a question that nobody took is forgotten, and an answer that nobody fetched."""
LONGEST_WAIT = 20.0
"""Seconds that a question may wait until somebody begins with it."""
PATIENCE = 2.0
"""Seconds that Redis may take for an answer."""
ARENA = 1e9
"""What is added to the marks of those for whom nobody waits."""

PUT = f"""
local now = tonumber(redis.call('GET', '{NOW}') or '0')
local mark = math.max(now, tonumber(redis.call('ZSCORE', '{MARKS}', ARGV[2]) or '0')) + tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', '{MARKS}', '-inf', now)
redis.call('ZADD', '{MARKS}', mark, ARGV[2])
redis.call('EXPIRE', '{MARKS}', {KEPT})
redis.call('SET', ARGV[1], ARGV[5], 'EX', {KEPT})
redis.call('ZADD', '{QUESTIONS}', mark + tonumber(ARGV[4]), ARGV[1])
"""
"""Puts a question: its name, who asks, what it costs, what is added, itself. A mark that lies behind us is forgotten: a
newcomer would get the same."""


class Unanswered(Exception):
    """Nobody far away has answered, so the server thinks for itself."""


def connect(address: str) -> Any:
    """A connection to Redis that doesn't wait for ever."""
    import redis.asyncio

    return redis.asyncio.from_url(address, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE + WORD)


def redis_errors() -> tuple[type[Exception], ...]:
    """What goes wrong when Redis is away."""
    import redis.exceptions

    return redis.exceptions.RedisError, OSError


class FarThinkers:
    """The server's side."""

    def __init__(self, address: str) -> None:
        self._redis, self._errors = connect(address), redis_errors()
        self._tasks = Tasks()
        self._answers = f"rowlock:bots:answers:{secrets.token_hex(8)}"
        self._waiting: dict[str, asyncio.Future[str]] = {}
        self._since: dict[str, float] = {}
        self._thinking: dict[str, str] = {}
        """Which worker has begun with a question."""
        self.there = False
        """Is any worker alive?"""

    @property
    def waiting(self) -> int:
        """How many questions of this server nobody has begun with."""
        return len(self._waiting.keys() - self._thinking.keys())

    def listen(self) -> None:
        """Looks who is there, and waits for answers, until closed."""
        self._tasks.repeat(WORD, self._look)
        self._tasks.repeat(0.0, self._hear)

    async def ask(self, job: Job, asker: str, cost: float, *, people_wait: bool) -> str:
        """What a worker plays. Raises `Unanswered`."""
        name = f"rowlock:bots:question:{secrets.token_hex(8)}"
        told = json.dumps([self._answers, asdict(job)])
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[str] = loop.create_future()
        self._waiting[name] = answer
        self._since[name] = loop.time()
        try:
            await self._redis.eval(PUT, 0, name, asker, cost, 0 if people_wait else ARENA, told)
            return await answer
        except self._errors as error:
            raise Unanswered(str(error)) from error
        finally:
            del self._waiting[name], self._since[name]
            self._thinking.pop(name, None)
            with contextlib.suppress(*self._errors):
                if not answer.done() or answer.cancelled() or answer.exception():
                    await self._redis.zrem(QUESTIONS, name)

    async def _look(self) -> None:
        """Nobody waits for a worker that has died, nor for one that has not begun in time."""
        try:
            await self._redis.zremrangebyscore(WORKERS, "-inf", (await self._time()) - ALIVE)
            alive = {name.decode() for name in await self._redis.zrange(WORKERS, 0, -1)}
        except self._errors:
            alive = set()
        loop = asyncio.get_running_loop()
        self.there = bool(alive)
        for name, answer in list(self._waiting.items()):
            worker = self._thinking.get(name)
            late = not worker and loop.time() - self._since[name] > LONGEST_WAIT
            if (late or not (worker in alive if worker else alive)) and not answer.done():
                answer.set_exception(Unanswered("no worker was free" if late else "the worker has died"))

    async def _time(self) -> int:
        return int((await self._redis.time())[0])

    async def _hear(self) -> None:
        try:
            found = await self._redis.blpop([self._answers], timeout=WORD)
        except self._errors:
            await asyncio.sleep(WORD)
            return
        if found is None:
            return
        what, name, text = json.loads(found[1])
        answer = self._waiting.get(name)
        if answer is None or answer.done():
            return
        if what == "begun":
            self._thinking[name] = text
        elif what == "move":
            answer.set_result(text)
        else:
            answer.set_exception(Unanswered(text))

    async def close(self) -> None:
        """Whoever still waits is told that nobody answers."""
        await self._tasks.close()
        await self._redis.aclose()


class FarQuestions:
    """The worker's side."""

    def __init__(self, address: str) -> None:
        self._redis, self._errors = connect(address), redis_errors()
        self._name = secrets.token_hex(8)
        self._away = False

    async def live(self) -> None:
        """Says that this worker lives."""
        try:
            await self._redis.zadd(WORKERS, {self._name: int((await self._redis.time())[0])})
        except self._errors as error:
            if not self._away:
                log.warning("Redis is away, so nobody asks this worker. %s", error)
            self._away = True
        else:
            if self._away:
                log.warning("Redis is back")
            self._away = False

    async def take(self) -> tuple[str, str, Job] | None:
        """The next question, if there soon is one: its name, whither the answer goes, and what is asked. What can't be
        read is passed over: another version may have asked it."""
        try:
            return await self._take()
        except self._errors:
            await asyncio.sleep(WORD)
        except (ValueError, TypeError, KeyError) as error:
            log.warning("a question can't be read", extra={"error": repr(error)})
        return None

    async def _take(self) -> tuple[str, str, Job] | None:
        found = await self._redis.bzpopmin([QUESTIONS], timeout=WORD)
        if found is None:
            return None
        _, name, mark = found
        if mark < ARENA:
            await self._redis.set(NOW, mark, ex=KEPT)
        told = await self._redis.getdel(name)
        if told is None:
            return None
        whither, asked = json.loads(told)
        job = Job.of(asked)
        await self._tell(whither, "begun", name.decode(), self._name)
        return name.decode(), whither, job

    async def answer(self, whither: str, name: str, what: str, text: str) -> None:
        """A move, or what went wrong. If Redis is away, whoever asked knows that by themselves."""
        with contextlib.suppress(*self._errors):
            await self._tell(whither, what, name, text)

    async def _tell(self, whither: str, what: str, name: str, text: str) -> None:
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.rpush(whither, json.dumps([what, name, text]))
            pipeline.expire(whither, KEPT)
            await pipeline.execute()

    async def close(self) -> None:
        """No more questions."""
        with contextlib.suppress(*self._errors):
            await self._redis.zrem(WORKERS, self._name)
        await self._redis.aclose()
