"""One time for all processes, and the times in which there was none of them.

Every process leaves a sign of life in the store each second, and sets its clock by that of the database. If that
jumps, all go on as if nothing had happened: they have counted the time themselves. After a silence nobody's clock has
run; that is known from the store, too, so no table has to be touched for it before somebody acts there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from rowlock.server import clock, metrics
from rowlock.store import Silence, Store, StoreUnavailable
from rowlock.table.table import Table

log = logging.getLogger("rowlock.clockwork")

LONGEST_SILENCE = 3_000
"""Milliseconds without a sign of life after which nobody was there: neither a server nor its database."""
JUMP = 1_000
"""Milliseconds by which two clocks differ that don't just run at slightly different speeds."""


class Timekeeper:
    """Leaves signs of life in the store, and knows what time was lost. `heed` is called when there is more of that."""

    def __init__(
        self,
        store: Store,
        *,
        alone: bool,
        heed: Callable[[], None] = lambda: None,
        process: int | None = None,
    ) -> None:
        self._store, self._alone, self._heed, self._process = store, alone, heed, process
        self._silences: list[Silence] = []
        self._lost = 0
        self._beat_at = 0
        self._at_work = asyncio.Lock()
        self._away = self._skewed = self._jumped = False

    async def start(self) -> None:
        """Takes the time from the database; never an earlier one than has been there already."""
        earliest, latest = await self._compare()
        clock.Hand.offset = (earliest + latest) // 2
        await self._not_before_the_others(0)
        # Of several servers another one may have been there all the time.
        await self._sign(0 if self._alone else LONGEST_SILENCE)

    async def beat(self) -> None:
        """One more sign of life."""
        try:
            async with self._at_work:
                await self._beat()
        except StoreUnavailable as error:
            if not self._away:
                log.warning(
                    "the database is away: nothing is acknowledged, and clocks stand still. %s", error
                )
            self._away = True
        else:
            if self._away:
                log.warning("the database is back")
            self._away = False

    async def awake(self) -> None:
        """Whoever acts on a clock that runs first hears whether it has run. Raises `StoreUnavailable`."""
        if clock.now() - self._beat_at > LONGEST_SILENCE:
            async with self._at_work:
                if clock.now() - self._beat_at > LONGEST_SILENCE:
                    await self._beat()

    async def _beat(self) -> None:
        earliest, latest = await self._compare()
        jumped = not earliest - JUMP <= clock.Hand.offset <= latest + JUMP
        if not jumped:
            clock.Hand.offset = min(max(clock.Hand.offset, earliest), latest)
        await self._not_before_the_others(JUMP)
        self._tell(jumped)
        await self._sign(LONGEST_SILENCE)

    async def _compare(self) -> tuple[int, int]:
        """What to add to the ticks to have the time of the database, at least and at most."""
        asked = clock.ticks()
        told = await self._store.time()
        return told - clock.ticks(), told - asked

    async def _not_before_the_others(self, tolerance: int) -> None:
        """This process, or the whole machine, may have been stopped in a way that no counter has seen."""
        last = await self._store.last_beat()
        if last is not None and (behind := last - clock.now()) > tolerance:
            if behind > JUMP:
                log.warning("time goes on where it was, %.1f s after this clock", behind / 1000)
            clock.Hand.offset += behind

    async def _sign(self, longest: int) -> None:
        now = clock.now()
        await self._store.beat(now, longest, self._process)
        known = self._silences[-1].began if self._silences else -1
        found = await self._store.silences(after=known)
        self._silences += found
        self._lost += sum(silence.ended - silence.began for silence in found)
        self._beat_at = now
        if found:
            self._heed()

    def _tell(self, jumped: bool) -> None:
        ahead = (clock.machine() - clock.now()) / 1000
        metrics.CLOCK_SKEW.set(ahead)
        skewed = abs(ahead) * 1000 > JUMP
        if skewed and not self._skewed:
            log.warning("the clock of this machine is %.1f s ahead of the time that games go by", ahead)
        if jumped and not self._jumped:
            log.warning("the clock of the database has jumped: games go on as if it had not")
        self._skewed, self._jumped = skewed, jumped

    # What was lost

    @property
    def lost(self) -> int:
        """Milliseconds in which nobody was there, in all."""
        return self._lost

    def lost_at(self, table: Table) -> int:
        """Milliseconds that the running clocks of a table have to get back."""
        return 0 if table.deadline is None else self.lost_since(table.changed_at)

    def lost_since(self, moment: int) -> int:
        """Of the milliseconds since some moment, those in which nobody was there."""
        lost = 0
        for silence in reversed(self._silences):
            if silence.ended <= moment:
                break
            lost += silence.ended - max(silence.began, moment)
        return lost

    def before(self, now: int, span: int) -> int:
        """The moment since which somebody was there for so long."""
        begin = now - span
        for silence in reversed(self._silences):
            if silence.ended <= begin:
                break
            begin -= silence.ended - silence.began
        return begin
