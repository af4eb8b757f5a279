"""Bots think in processes of their own, never on the event loop. All tables share them, first come, first served;
a table has at most one question a seat in the queue, so no table can crowd out the others."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from random import Random

log = logging.getLogger("rowlock.bots")

LONGEST_THOUGHT = 30.0
"""Seconds after which a bot counts as stuck."""


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot is asked: a position as its seat may see it, and the positions that led there."""

    game: str
    level: str
    position: str
    seat: int
    chance: str
    """From which its random choices follow, so that the same question gets the same answer."""


class BotFailure(Exception):
    """A bot gave no legal answer, twice."""


def answer(question: Question) -> str:
    """Runs in a worker process."""
    from rowlock.bots import bot
    from rowlock.rules import parse_position

    view = parse_position(question.position)
    move = bot(question.game, question.level)(view, question.seat, Random(question.chance))
    view.play(question.seat, move)
    return move


class Thinkers:
    """The processes; they start with the first question."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def ask(self, question: Question) -> str:
        """The bot's move. Raises `BotFailure`."""
        for attempt in (1, 2):
            pool = self._pool = self._pool or self._new_pool()
            try:
                future = asyncio.get_running_loop().run_in_executor(pool, answer, question)
                return await asyncio.wait_for(future, LONGEST_THOUGHT)
            except (BrokenProcessPool, TimeoutError) as error:
                log.warning("bot workers restarted", extra={"question": str(question), "error": repr(error)})
                if self._pool is pool:
                    self._pool = None
                    self._abandon(pool)
            # A bot is other people's code with any error in it: it is logged, tried again, then reported.
            except Exception as error:  # noqa: BLE001
                log.warning(
                    "bot failed", extra={"question": str(question), "error": repr(error), "attempt": attempt}
                )
        raise BotFailure(str(question))

    def _new_pool(self) -> ProcessPoolExecutor:
        # Fresh processes: a fork would copy sockets and locks of the server.
        return ProcessPoolExecutor(self._workers, multiprocessing.get_context("spawn"))

    @staticmethod
    def _abandon(pool: ProcessPoolExecutor) -> None:
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """Ends the processes."""
        if self._pool:
            self._abandon(self._pool)
            self._pool = None
