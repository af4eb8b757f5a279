"""Bots think in processes of their own, never on the event loop. All tables share them: those where people wait come
first, and otherwise who came first; a table has at most one question a seat in the queue, so no table can crowd out
the others."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import logging
import multiprocessing
import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar, overload

from rowlock import bots
from rowlock.bots import Bot, Means, Question
from rowlock.rules import GAMES, State, parse_position
from rowlock.rules.levels import LEVELS
from rowlock.solve.batch import ready_soon

log = logging.getLogger("rowlock.bots")

T = TypeVar("T")

LONGEST_THOUGHT = 30.0
"""Seconds after which a bot counts as stuck."""
LONGEST_START = 120.0
"""Seconds that a process may take to start, or to load a bot: on a busy machine that is no fault of the bot."""


@dataclass(frozen=True, slots=True)
class Job:
    """What a thinking process is asked: everything that the answer depends on, and the table that it is about."""

    table: str
    game: str
    level: str
    position: str
    """As its seat may see it."""
    past: tuple[str, ...]
    """The positions before it, oldest first."""
    seat: int
    chance: str
    """From which its random choices follow, so that the same question gets the same answer."""

    def __str__(self) -> str:
        return f"{self.level} in seat {self.seat} of table {self.table}, {self.position!r}"


class NotReady(Exception):
    """A bot can't think yet: something is being compiled, which happens once after Rowlock was installed."""


class BotFailure(Exception):
    """A bot gave no legal answer, twice."""


@dataclass(slots=True)
class Desk:
    """What a process thinks with: the means it was given, and of each level of each game the bot that thought last. A
    bot may remember what it learnt, but never takes it along to another table."""

    means: Means = field(default_factory=dict)
    at_work: dict[tuple[str, str], tuple[str, Bot]] = field(default_factory=dict)
    """With the table that each thought about."""

    def bot(self, job: Job) -> Bot:
        """Who does this job; loaded if need be, which takes longer than many a thought. Raises `NotReady`."""
        table, found = self.at_work.get((job.game, job.level), ("", None))
        if found is None or table != job.table:
            if not bots.ready_soon(job.game, job.level, parse_position(job.position)):
                raise NotReady(str(job))
            found = bots.bot(job.game, job.level, self.means)
            self.at_work[job.game, job.level] = job.table, found
        return found


DESK = Desk()


def begin(means: Means) -> None:
    """A process begins to think."""
    end_with_the_server()
    DESK.means = means


def get_ready(job: Job) -> None:
    """Loads what is needed for a job, unless it is there."""
    DESK.bot(job)


def warm_up() -> None:
    """Loads what the levels of all games need, or begins to compile it."""
    needed = {
        batch: None
        for name, game in GAMES.items()
        for level in LEVELS
        for batch in bots.of_game(name).needs(level, game.start())
    }
    ready_soon(list(needed))


def answer(job: Job) -> str:
    """Runs in a process of its own."""
    view = parse_position(job.position)
    move = DESK.bot(job)(Question(view, job.seat, Read(job.past), Random(job.chance)))
    view.play(job.seat, move)
    return move


class Read(Sequence[State]):
    """The states of position texts. Most bots never look back, so they are not read before somebody does."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts

    def __len__(self) -> int:
        return len(self._texts)

    @overload
    def __getitem__(self, place: int) -> State: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[State]: ...

    def __getitem__(self, place: int | slice) -> State | Sequence[State]:
        found = self._texts[place]
        return parse_position(found) if isinstance(found, str) else Read(found)


Work = Callable[[Job], str]


class Thinker:
    """One process that thinks about one question at a time; it starts with the first."""

    def __init__(self, work: Work, means: Means) -> None:
        self._work, self._means = work, means
        self._process: ProcessPoolExecutor | None = None

    async def ask(self, job: Job) -> str:
        """Its answer, if it comes in time. Raises whatever goes wrong."""
        await self.run(LONGEST_START, get_ready, job)
        return await self.run(LONGEST_THOUGHT, self._work, job)

    async def run(self, seconds: float, work: Callable[..., T], *arguments: Job) -> T:
        """What some work there comes to, if it does so in time."""
        if self._process is None:
            # A fresh process: a fork would copy sockets and locks of the server.
            self._process = ProcessPoolExecutor(
                1, multiprocessing.get_context("spawn"), initializer=begin, initargs=(self._means,)
            )
        running = asyncio.get_running_loop().run_in_executor(self._process, work, *arguments)
        try:
            return await asyncio.wait_for(running, seconds)
        except (BrokenProcessPool, TimeoutError):
            self.kill()
            raise

    def kill(self, *, wait: bool = False) -> None:
        """Ends the process, whatever it does; the next question starts another."""
        if self._process is not None:
            for process in list((self._process._processes or {}).values()):
                process.kill()
            self._process.shutdown(wait, cancel_futures=True)
            self._process = None


def end_with_the_server() -> None:
    """A server that is killed can't end its processes, so they watch it themselves."""

    def watch() -> None:
        if server := multiprocessing.parent_process():
            server.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Thinkers:
    """The processes. Of those for whom people wait, whoever came first gets the next free one; then the others."""

    def __init__(self, workers: int, means: Means | None = None, work: Work = answer) -> None:
        self._all = [Thinker(work, dict(means or {})) for _ in range(workers)]
        self._free = list(self._all)
        self._waiting: list[tuple[bool, int, asyncio.Future[Thinker]]] = []
        """A heap: who comes first stands first."""
        self._numbers = itertools.count()

    async def warm_up(self) -> None:
        """Starts a process and lets it load what bots need, before anybody waits for that."""
        thinker = await self._next_free(people_wait=False)
        try:
            await thinker.run(LONGEST_START, warm_up)
        except (BrokenProcessPool, TimeoutError) as error:  # whoever asks next starts another
            log.warning("a thinking process could not start: %r", error)
        finally:
            self._give_back(thinker)

    async def ask(self, job: Job, *, people_wait: bool = True) -> str:
        """The bot's move. Raises `BotFailure`, `NotReady`."""
        for attempt in (1, 2):
            thinker = await self._next_free(people_wait)
            try:
                return await thinker.ask(job)
            except NotReady:
                raise
            # A bot is other people's code with any error in it: it is logged, tried again, then reported.
            except Exception as error:  # noqa: BLE001
                problem = repr(error)
                log.warning("bot failed", extra={"job": str(job), "error": problem, "attempt": attempt})
            finally:
                self._give_back(thinker)
        raise BotFailure(f"{job}: {problem}")

    async def _next_free(self, people_wait: bool) -> Thinker:
        if self._free:
            return self._free.pop()
        turn: asyncio.Future[Thinker] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (not people_wait, next(self._numbers), turn))
        return await turn

    def _give_back(self, thinker: Thinker) -> None:
        while self._waiting:
            _, _, turn = heapq.heappop(self._waiting)
            if not turn.done():  # whoever waited may have gone
                turn.set_result(thinker)
                return
        self._free.append(thinker)

    def close(self) -> None:
        """Ends the processes, and waits until nothing is left of them: uvicorn ends a worker by a signal that leaves
        Python no time to tidy up."""
        for thinker in self._all:
            thinker.kill(wait=True)
