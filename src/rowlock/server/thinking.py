"""Bots think in processes of their own, never on the event loop. All tables share them: those where people wait come
first, and everybody who asks gets the same share of their time (see `fair_queue`), so nobody can crowd out the
others."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar, overload

from rowlock import bots
from rowlock.bots import Bot, Means, Question
from rowlock.bots.workers import Processes
from rowlock.rules import GAMES, State, parse_position
from rowlock.rules.levels import LEVELS
from rowlock.server.fair_queue import FairQueue
from rowlock.server.far_thinking import FarThinkers, Unanswered
from rowlock.server.job import Job
from rowlock.solve.batch import ready_soon

log = logging.getLogger("rowlock.bots")

T = TypeVar("T")

LONGEST_THOUGHT = 30.0
"""Seconds after which a bot counts as stuck."""
LONGEST_START = 120.0
"""Seconds that a process may take to start, or to load a bot: on a busy machine that is no fault of the bot."""
LONGEST_WAIT = 20.0
"""Seconds that a question may have to wait; who would have to wait longer is told so at once."""
UNKNOWN_COST, NEWS_COUNTS = 0.1, 0.2
"""Seconds that a level costs as long as nobody has seen it think, and how much the latest thought changes of it."""


class NotReady(Exception):
    """A bot can't think yet: something is being compiled, which happens once after Rowlock was installed."""


class TooManyWait(Exception):
    """A question would have to wait for too long."""


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
        self._process: Processes | None = None

    async def ask(self, job: Job) -> str:
        """Its answer, if it comes in time. Raises whatever goes wrong."""
        await self.run(LONGEST_START, get_ready, job)
        return await self.run(LONGEST_THOUGHT, self._work, job)

    async def run(self, seconds: float, work: Callable[..., T], *arguments: Job) -> T:
        """What some work there comes to, if it does so in time."""
        if self._process is None:
            self._process = Processes(1, begin, (self._means,))
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
    """The processes. Of those for whom people wait, whose turn it is in fairness gets the next free one; then the
    others."""

    def __init__(
        self, workers: int, means: Means | None = None, work: Work = answer, far: FarThinkers | None = None
    ) -> None:
        self._far = far
        self._closed = False
        self._all = [Thinker(work, dict(means or {})) for _ in range(workers)]
        self._free = list(self._all)
        self._waiting: FairQueue[asyncio.Future[Thinker]] = FairQueue()
        self._costs: dict[tuple[str, str], float] = {}
        """Seconds that a level of a game has thought lately, on the mean."""

    @property
    def waiting(self) -> int:
        """How many questions wait for a process, here or far away."""
        return len(self._waiting) + (self._far.waiting if self._far else 0)

    async def warm_up(self) -> None:
        """Starts a process and lets it load what bots need, before anybody waits for that."""
        thinker = await self._next_free("", UNKNOWN_COST, people_wait=False)
        try:
            await thinker.run(LONGEST_START, warm_up)
        except (BrokenProcessPool, TimeoutError) as error:  # whoever asks next starts another
            if not self._closed:
                log.warning("a thinking process could not start: %r", error)
        finally:
            self._give_back(thinker)

    async def ask(self, job: Job, *, asker: str = "", people_wait: bool = True) -> str:
        """The bot's move; whoever asks is one household or, where that isn't known, one table. Raises `BotFailure`,
        `NotReady`, `TooManyWait`."""
        asker, kind = asker or job.table, (job.game, job.level)
        if self._far and self._far.there and not self._free:
            with contextlib.suppress(Unanswered):
                cost = self._costs.get(kind, UNKNOWN_COST)
                return await self._far.ask(job, asker, cost, people_wait=people_wait)
        for attempt in (1, 2):
            thinker = await self._next_free(asker, self._costs.get(kind, UNKNOWN_COST), people_wait)
            began = time.monotonic()
            try:
                found = await thinker.ask(job)
            except NotReady:
                raise
            # A bot is other people's code with any error in it: it is logged, tried again, then reported.
            except Exception as error:  # noqa: BLE001
                problem = repr(error)
                log.warning("bot failed", extra={"job": str(job), "error": problem, "attempt": attempt})
            else:
                took = time.monotonic() - began
                self._costs[kind] = took + (self._costs.get(kind, took) - took) * (1 - NEWS_COUNTS)
                return found
            finally:
                self._give_back(thinker)
        raise BotFailure(f"{job}: {problem}")

    async def _next_free(self, asker: str, cost: float, people_wait: bool) -> Thinker:
        if self._free:
            return self._free.pop()
        if self._waiting.wait_for(asker, cost, people_wait=people_wait) > LONGEST_WAIT * len(self._all):
            raise TooManyWait(f"{len(self._waiting)} questions wait")
        turn: asyncio.Future[Thinker] = asyncio.get_running_loop().create_future()
        self._waiting.put(turn, asker, cost, people_wait=people_wait)
        return await turn

    def _give_back(self, thinker: Thinker) -> None:
        while self._waiting:
            turn = self._waiting.pop()
            if not turn.done():  # whoever waited may have gone
                turn.set_result(thinker)
                return
        self._free.append(thinker)

    def close(self) -> None:
        """Ends the processes, and waits until nothing is left of them: uvicorn ends a worker by a signal that leaves
        Python no time to tidy up."""
        self._closed = True
        for thinker in self._all:
            thinker.kill(wait=True)
