"""Short questions of people who study, hints and analysis, answered one after the other in a process of their own."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from rowlock.bots import Means
from rowlock.rules import Refusal
from rowlock.server.desk import StudyDesk
from rowlock.server.tasks import Tasks

log = logging.getLogger("rowlock.study")

MOST_ASKING = 32
"""Who is one more is told to come back."""
LONGEST = 150.0
"""Seconds after which a question counts as stuck. The first one compiles what it needs, maybe on a busy machine."""


@dataclass(slots=True)
class Asked:
    """A question that waits: work for the process, and who wants to hear what comes of it."""

    work: Callable[..., str]
    arguments: tuple[object, ...]
    answer: asyncio.Future[str]


class Questions:
    """Everybody has at most one question in the queue, and a later one takes the place of an earlier one, so nobody can
    crowd out the others. If the earlier one is being thought about, that comes to an end soon."""

    def __init__(self, means: Means) -> None:
        self._desk = StudyDesk(means)
        self._waiting: OrderedDict[str, Asked] = OrderedDict()
        self._at_work = False
        self._answered: str | None = None
        """Whose question is being thought about."""
        self._tasks = Tasks()

    async def ask(self, who: str, work: Callable[..., str], *arguments: object) -> str:
        """What the work comes to in the process. Raises what is wrong with the question as `ValueError`, and `Refusal`
        where it can't be answered now."""
        if earlier := self._waiting.get(who):
            _refuse(earlier, "you have asked something else meanwhile")
        elif len(self._waiting) >= MOST_ASKING:
            raise Refusal("busy", "too many people are asking just now: try again soon")
        if who == self._answered:
            self._desk.hurry()
        asked = Asked(work, arguments, asyncio.get_running_loop().create_future())
        self._waiting[who] = asked
        if not self._at_work:
            self._at_work = True
            self._tasks.spawn(self._answer_all())
        return await asked.answer

    async def _answer_all(self) -> None:
        try:
            while self._waiting:
                self._answered, asked = self._waiting.popitem(last=False)
                if not asked.answer.done():  # whoever asked may have gone
                    await self._answer(asked)
        finally:
            self._at_work, self._answered = False, None

    async def _answer(self, asked: Asked) -> None:
        try:
            found = await self._desk.run(LONGEST, asked.work, *asked.arguments)
        except ValueError as error:
            if not asked.answer.done():
                asked.answer.set_exception(error)
        # The bots are asked, which may be other people's code with any error in it.
        except Exception as error:  # noqa: BLE001
            log.warning("a question was not answered", extra={"error": repr(error)})
            _refuse(asked, "this could not be found out")
        else:
            if not asked.answer.done():
                asked.answer.set_result(found)

    async def close(self) -> None:
        """Ends it all."""
        for asked in self._waiting.values():
            _refuse(asked, "the server ends")
        await self._tasks.close()
        self._desk.end(wait=True)


def _refuse(asked: Asked, why: str) -> None:
    if not asked.answer.done():
        asked.answer.set_exception(Refusal("busy", why))
