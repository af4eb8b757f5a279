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
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from random import Random
from typing import TypeVar

log = logging.getLogger("rowlock.bots")

T = TypeVar("T")

LONGEST_THOUGHT = 30.0
"""Seconds after which a bot counts as stuck."""
LONGEST_START = 120.0
"""Seconds that a process may take to start, or to load a bot: on a busy machine that is no fault of the bot."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot is asked: a position as its seat may see it."""

    game: str
    level: str
    position: str
    seat: int
    chance: str
    """From which its random choices follow, so that the same question gets the same answer."""


class BotFailure(Exception):
    """A bot gave no legal answer, twice."""


def answer(question: Question) -> str:
    """Runs in a process of its own."""
    from rowlock import bots
    from rowlock.rules import parse_position

    view = parse_position(question.position)
    asked = bots.Question(view, question.seat, chance=Random(question.chance))
    move = bots.bot(question.game, question.level)(asked)
    view.play(question.seat, move)
    return move


class Thinker:
    """One process that thinks about one question at a time; it starts with the first."""

    def __init__(self, work: Callable[[Question], str]) -> None:
        self._work = work
        self._process: ProcessPoolExecutor | None = None

    async def ask(self, question: Question) -> str:
        """Its answer, if it comes in time. Raises whatever goes wrong."""
        try:
            if self._process is None:
                # A fresh process: a fork would copy sockets and locks of the server.
                self._process = ProcessPoolExecutor(
                    1, multiprocessing.get_context("spawn"), initializer=end_with_the_server
                )
            await self._run(LONGEST_START, prepare, question)
            return await self._run(LONGEST_THOUGHT, self._work, question)
        except (BrokenProcessPool, TimeoutError):
            self.kill()
            raise

    async def _run(self, seconds: float, work: Callable[..., T], *arguments: Question) -> T:
        running = asyncio.get_running_loop().run_in_executor(self._process, work, *arguments)
        return await asyncio.wait_for(running, seconds)

    def kill(self, *, wait: bool = False) -> None:
        """Ends the process, whatever it does; the next question starts another."""
        if self._process is not None:
            for process in list((self._process._processes or {}).values()):
                process.kill()
            self._process.shutdown(wait, cancel_futures=True)
            self._process = None


def prepare(question: Question) -> None:
    """Loads what a bot needs to think, unless it is there; that takes longer than many a thought."""
    from rowlock.bots import get_ready
    from rowlock.rules import parse_position

    get_ready(question.game, question.level, parse_position(question.position))


def end_with_the_server() -> None:
    """A server that is killed can't end its processes, so they watch it themselves."""

    def watch() -> None:
        if server := multiprocessing.parent_process():
            server.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


class Thinkers:
    """The processes. Of those for whom people wait, whoever came first gets the next free one; then the others."""

    def __init__(self, workers: int, work: Callable[[Question], str] = answer) -> None:
        self._all = [Thinker(work) for _ in range(workers)]
        self._free = list(self._all)
        self._waiting: list[tuple[bool, int, asyncio.Future[Thinker]]] = []
        """A heap: who comes first stands first."""
        self._numbers = itertools.count()

    async def ask(self, question: Question, *, people_wait: bool = True) -> str:
        """The bot's move. Raises `BotFailure`."""
        for attempt in (1, 2):
            thinker = await self._next_free(people_wait)
            try:
                return await thinker.ask(question)
            # A bot is other people's code with any error in it: it is logged, tried again, then reported.
            except Exception as error:  # noqa: BLE001
                log.warning(
                    "bot failed", extra={"question": str(question), "error": repr(error), "attempt": attempt}
                )
            finally:
                self._give_back(thinker)
        raise BotFailure(str(question))

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
