"""A process beside the server in which somebody studies, only with what of the machine nobody else needs: people who
play come first."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from rowlock.bots import Means
from rowlock.bots.question import Stop
from rowlock.bots.workers import Processes
from rowlock.server.thinking import end_with_the_server

T = TypeVar("T")

REST = 60.0
"""Seconds without work after which the process ends, and gives its memory back."""
KINDNESS = 15
"""How far the process stands back behind all others."""


@dataclass(slots=True)
class DeskInside:
    """What there is in the process to work with."""

    means: Means
    done: Any
    """A shared number, from 0 to 1: how much of the work is done."""
    enough: Any
    """Another, not 0 as soon as nobody waits for the answer any more."""


INSIDE = DeskInside({}, None, None)
LOOK_UP = 0.03
"""Seconds after which somebody at work looks whether it is still worth it."""


def begin(means: Means, done: Any, enough: Any, kindness: int) -> None:
    """The process begins."""
    end_with_the_server()
    os.nice(kindness)
    INSIDE.means, INSIDE.done, INSIDE.enough = means, done, enough


@contextmanager
def until_enough() -> Iterator[Stop]:
    """In the process: what is said when nobody waits for the answer any more."""
    stop, over = Stop(), threading.Event()

    def look_up() -> None:
        while not over.wait(LOOK_UP):
            if INSIDE.enough.value:
                stop.say()
                return

    looking = threading.Thread(target=look_up, daemon=True)
    looking.start()
    try:
        yield stop
    finally:
        over.set()
        looking.join()


class StudyDesk:
    """One process, for one piece of work at a time. It starts with the first."""

    def __init__(self, means: Means) -> None:
        self._means = dict(means)
        self._process: Processes | None = None
        self._rest: asyncio.TimerHandle | None = None
        spawn = multiprocessing.get_context("spawn")
        self._done = spawn.Value("d", 0.0, lock=False)
        self._enough = spawn.Value("b", 0, lock=False)

    @property
    def done(self) -> float:
        """How much of the work is done, from 0 to 1."""
        return float(self._done.value)

    async def run(self, seconds: float, work: Callable[..., T], *arguments: object) -> T:
        """What some work comes to, if it does so in time. Raises whatever goes wrong; a process that is stuck, or that
        nobody waits for any more, is ended."""
        self._stay()
        self._done.value, self._enough.value = 0.0, 0
        if self._process is None:
            self._process = Processes(1, begin, (self._means, self._done, self._enough, KINDNESS))
        loop = asyncio.get_running_loop()
        try:
            found = await asyncio.wait_for(loop.run_in_executor(self._process, work, *arguments), seconds)
        except (BrokenProcessPool, TimeoutError, asyncio.CancelledError):
            self.end()
            raise
        finally:
            self._rest = loop.call_later(REST, self.end)
        return found

    def hurry(self) -> None:
        """Whoever is at work answers soon with what is known, if it can."""
        self._enough.value = 1

    def _stay(self) -> None:
        if self._rest:
            self._rest.cancel()
            self._rest = None

    def end(self, *, wait: bool = False) -> None:
        """Ends the process, whatever it does; the next piece of work starts another."""
        self._stay()
        if self._process is not None:
            for process in list((self._process._processes or {}).values()):
                process.kill()
            self._process.shutdown(wait, cancel_futures=True)
            self._process = None
