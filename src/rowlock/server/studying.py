"""Finished games are looked at again in a process of its own, one game at a time, and only with what of the machine
nobody else needs: people who play come first."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from dataclasses import dataclass, replace

from rowlock.bots import Means
from rowlock.rules import Record, Refusal
from rowlock.server.desk import INSIDE, StudyDesk
from rowlock.server.review_wire import ReckoningView, Reviewed, ReviewOption, ReviewStepView
from rowlock.server.tasks import Tasks
from rowlock.study import Review, ReviewStep, can_review
from rowlock.study import review as look_back
from rowlock.study.review import A_LOOK
from rowlock.study.skill import counts
from rowlock.table.table import Table

log = logging.getLogger("rowlock.study")

KEPT = 64
"""Reviews that stay in memory."""
MOST_WAITING = 16
"""Games in the queue; whoever asks for one more waits until there is room."""
FORGOTTEN = 15.0
"""Seconds after which nobody waits for a review any more, if nobody has asked for it again."""
LONGEST = 240.0
"""Seconds after which a review counts as stuck. The first one compiles what it needs, on a machine that may be busy."""
BUDGET, LONGEST_THOUGHT = 15.0, 0.4
"""Seconds of thinking for a whole game, and for one position."""

# In the process


def review(text: str) -> str:
    """The review of a record, as it is told."""
    record = Record.parse(text)
    limit = replace(A_LOOK, seconds=min(LONGEST_THOUGHT, BUDGET / (1 + len(record.plies))))

    def told(share: float) -> None:
        INSIDE.done.value = share

    return reviewed(look_back(record, limit, INSIDE.means, told), counts(record)).model_dump_json()


def reviewed(found: Review, counting: bool) -> Reviewed:
    """A review as a message."""
    seats = [
        ReckoningView(
            seat=one.seat,
            start=one.start,
            luck=one.luck,
            decisions=one.decisions,
            others=one.others,
            correction=one.correction,
            result=one.result,
            adjusted=one.adjusted,
            accuracy=one.accuracy,
            performance=one.performance,
            called=one.called,
            choices=one.choices,
            right=one.right,
            learn=tuple(step.ply for step in found.mistakes(one.seat)),
        )
        for one in found.seats
    ]
    return Reviewed(
        status="done",
        game=found.game,
        judge=found.judge,
        counts=counting,
        seats=tuple(seats),
        steps=tuple(map(_step, found.steps)),
    )


def _step(step: ReviewStep) -> ReviewStepView:
    return ReviewStepView(
        ply=step.ply,
        seat=step.seat,
        move=step.move,
        hopes=step.hopes,
        luck=step.cause.luck,
        decisions=step.cause.decisions,
        others=step.cause.others,
        correction=step.cause.correction,
        cost=step.cost,
        size=step.size,
        best=step.best,
        exact=step.exact,
        good=step.good,
        options=tuple(
            ReviewOption(move=one.move, hope=one.hope, value=one.value, plies=one.plies)
            for one in step.options
        ),
        line=tuple(f"{ply.seat}:{ply.move}" for ply in step.line),
    )


# In the server


@dataclass(slots=True)
class Wish:
    """A game that somebody wants to look at again."""

    record: str
    asked_at: float


class Studies:
    """The reviews that are there, the one that is being made, and those that wait."""

    def __init__(self, means: Means) -> None:
        self._desk = StudyDesk(means)
        self._kept: OrderedDict[str, str | None] = OrderedDict()
        """By table; None where it went wrong."""
        self._waiting: OrderedDict[str, Wish] = OrderedDict()
        self._at_work: str | None = None
        self._tasks = Tasks()

    async def ask(self, table: Table) -> str | float:
        """The review of a finished game; or how much of it is done. Raises `Refusal`."""
        if not can_review(table.game) or len(table.seats) == 1 or table.rules.own_pace:
            raise Refusal("no-review", f"nobody knows what the moves of {table.game} are worth")
        name = table.id
        if name in self._kept:
            found = self._kept[name]
            if found is not None:
                self._kept.move_to_end(name)
                return found
            del self._kept[name]  # whoever asks again may be luckier
            raise Refusal("no-review", "this game could not be looked at again")
        if name == self._at_work:
            return self._desk.done
        if name not in self._waiting and len(self._waiting) < MOST_WAITING:
            record = await asyncio.to_thread(lambda: str(table.record()))
            if name not in self._waiting and name not in self._kept and name != self._at_work:
                self._waiting[name] = Wish(record, time.monotonic())
        if name in self._waiting:
            self._waiting[name].asked_at = time.monotonic()
            self._begin()
        return 0.0

    def _begin(self) -> None:
        if self._at_work is None:
            self._at_work = ""
            self._tasks.spawn(self._work())

    async def _work(self) -> None:
        while self._waiting:
            name, wish = self._waiting.popitem(last=False)
            if time.monotonic() - wish.asked_at > FORGOTTEN:
                continue
            self._at_work = name
            found: str | None = None
            try:
                found = await self._desk.run(LONGEST, review, wish.record)
            # A review asks the bots, which may be other people's code with any error in it.
            except Exception as error:  # noqa: BLE001
                log.warning("a review failed", extra={"table": name, "error": repr(error)})
            self._kept[name] = found
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        self._at_work = None

    async def close(self) -> None:
        """Ends it all."""
        await self._tasks.close()
        self._desk.end(wait=True)
