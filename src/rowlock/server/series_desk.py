"""The series as they are stored: read, changed, told to whoever looks at them.

A series is written like a table: its events, with compare-and-set on its revision. A round and all its tables begin in
one go, or not at all. The results of tables that are over are taken by whoever asks first, and that can be done only
once. While anybody looks, somebody asks every second, once for all series of this process: so what another process has
written is seen here too, however many people look.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import reduce
from typing import Annotated

from fastapi import Depends, Request

from rowlock.rules import Refusal
from rowlock.series import decide
from rowlock.series.events import Event, RoundBegun, SeriesPlan, from_texts, to_text
from rowlock.series.series import Series, apply, replay
from rowlock.server import clock
from rowlock.server.ledger import NoSuchTable, append_of
from rowlock.server.outbox import Outbox
from rowlock.server.series_view import as_all_see_it, as_seen_by
from rowlock.server.series_wire import OpenedSeries, SeriesTold, SeriesView
from rowlock.server.tables import Tables, token_hash
from rowlock.server.tasks import Tasks
from rowlock.store import Append, Conflict, StoreUnavailable
from rowlock.table import seating
from rowlock.table.apply import replay as table_of
from rowlock.table.events import Event as TableEvent
from rowlock.table.table import Table

MOST_KNOWN = 1_000
"""Series in memory that nobody looks at. What is forgotten is read again."""
ATTEMPTS = 5
"""How often a change is tried when others write the series in the same moment."""
LOOKING = 1.0
"""Seconds between one look for what has happened in the series that anybody looks at and the next."""

Decider = Callable[[Series, int], list[Event]]
Opened = list[tuple[Table, list[TableEvent]]]


class NoSuchSeries(Refusal):
    """There is no such series (any more)."""

    def __init__(self) -> None:
        super().__init__("no-such-series", "there is no such series")


class Onlooker(Outbox):
    """Somebody who looks at a series, with the token of whoever takes part or leads."""

    def __init__(self, token: str | None) -> None:
        super().__init__()
        self.token = token


class SeriesDesk:
    """The series, as far as this process knows them; each is read on from there before anything is said of it."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._store = tables, tables.store
        self._known: OrderedDict[str, Series] = OrderedDict()
        self._shown: dict[str, SeriesView] = {}
        """What everybody sees of those."""
        self._onlookers: dict[str, set[Onlooker]] = {}
        self._tasks = Tasks()
        self._told: set[str] = set()
        """The dice that are told at all their tables."""

    def start(self) -> None:
        """From now on whoever looks is told."""
        self._tasks.repeat(LOOKING, self._look)

    async def close(self) -> None:
        """Nobody is told any more."""
        await self._tasks.close()

    async def get(self, name: str) -> Series:
        """The series as it is in the store now. Raises `NoSuchSeries`."""
        known = self._known.get(name)
        texts = await self._store.events(name, known.revision if known else 0)
        try:
            events = from_texts(texts)
            series = reduce(apply, events, known) if known else replay(events)
        except (ValueError, TypeError):  # nothing, or a table
            raise NoSuchSeries from None
        return self._keep(series)

    def _keep(self, series: Series) -> Series:
        """Of two who have asked at once, the one who has read less may come last."""
        known = self._known.get(series.id)
        if known and known.revision >= series.revision:
            self._known.move_to_end(series.id)
            return known
        self._known[series.id] = series
        self._shown.pop(series.id, None)
        for onlooker in self._onlookers.get(series.id, ()):
            self._tell(series, onlooker)
        if len(self._known) > MOST_KNOWN + len(self._onlookers):
            unseen = next(name for name in self._known if name not in self._onlookers)
            del self._known[unseen]
            self._shown.pop(unseen, None)
        return series

    # Looking

    def view(self, series: Series, token: str | None) -> SeriesView:
        """The series as the holder of a token may see it."""
        shown = self._shown.get(series.id)
        if not shown or shown.revision != series.revision:
            shown = as_all_see_it(series)
            if self._known.get(series.id) is series:
                self._shown[series.id] = shown
        return as_seen_by(shown, series, token_hash(token) if token else "")

    def tables_of(self, name: str) -> set[str]:
        """The tables of a series, as far as it is known here."""
        known = self._known.get(name)
        return {meeting.table for one in known.rounds for meeting in one.meetings} if known else set()

    def enter(self, series: Series, onlooker: Onlooker) -> None:
        """Somebody looks at a series, and is told of it now and whenever it changes."""
        self._onlookers.setdefault(series.id, set()).add(onlooker)
        self._tell(self._known.get(series.id, series), onlooker)

    def exit(self, name: str, onlooker: Onlooker) -> None:
        """They look away."""
        others = self._onlookers[name]
        others.discard(onlooker)
        if not others:
            del self._onlookers[name]

    def _tell(self, series: Series, onlooker: Onlooker) -> None:
        onlooker.send(SeriesTold(series=self.view(series, onlooker.token)).model_dump_json())

    async def _look(self) -> None:
        """What others have written, and the tables that are over meanwhile; of all series in two questions."""
        looked_at = [self._known[name] for name in self._onlookers if name in self._known]
        if not looked_at:
            return
        with suppress(StoreUnavailable):
            behind = await self._store.events_behind({series.id: series.revision for series in looked_at})
            playing = {table: series.id for series in looked_at for table in series.unfinished}
            over = await self._store.over(list(playing))
            for name in behind.keys() | {playing[table] for table in over}:
                with suppress(Refusal):
                    await self.current(name)

    # Writing

    async def open(self, plan: SeriesPlan) -> OpenedSeries:
        """A new series."""
        name, token = secrets.token_urlsafe(9), secrets.token_urlsafe(16)
        events = decide.open_series(name, plan, token_hash(token), secrets.token_hex(32), clock.now())
        series = replay(events)
        await self._store.append(_append(series, 0, events))
        self._keep(series)
        return OpenedSeries(id=name, token=token)

    async def change(self, name: str, decider: Decider) -> Series:
        """Decides and commits; whoever was faster is heard first."""
        for _ in range(ATTEMPTS):
            series = await self.get(name)
            events = decider(series, clock.now())
            if not events:
                return series
            after = reduce(apply, events, series)
            opened = await asyncio.to_thread(_opened, after, events[-1].at) if _begins(events) else []
            appends = [append_of(table, 0, begun, self._tables.lost) for table, begun in opened]
            try:
                await self._store.append(_append(after, series.revision, events), *appends)
            except Conflict:
                continue
            for table, _begun in opened:
                self._tables.ledger.enter(table)
            return self._keep(after)
        raise Refusal("busy", "too much happens here at once: try again")

    async def current(self, name: str) -> Series:
        """The series with the results of all tables that are over by now; and the dice of the rounds that are over are
        told at each of their tables."""
        series = await self.get(name)
        if done := await self._store.over(series.unfinished):
            tables = [table for table in [await self._table(one) for one in sorted(done)] if table]
            series = await self.change(name, lambda series, now: _results(series, tables, now))
        await self._tell_dice(series)
        return series

    async def _table(self, name: str) -> Table | None:
        with suppress(NoSuchTable):
            return (await self._tables.ledger.get(name)).table
        return None

    async def _tell_dice(self, series: Series) -> None:
        if not series.plan.duplicate:
            return
        for number, one in enumerate(series.rounds, 1):
            if one.over and series.dice(number) not in self._told:
                for meeting in one.meetings:
                    with suppress(NoSuchTable):
                        live = await self._tables.ledger.get(meeting.table)
                        await self._tables.ledger.change(live, seating.tell_dice)
                self._told.add(series.dice(number))


def _begins(events: Sequence[Event]) -> bool:
    return any(isinstance(event, RoundBegun) for event in events)


def _append(series: Series, after: int, events: Sequence[Event]) -> Append:
    return Append(
        table=series.id,
        after=after,
        events=tuple(map(to_text, events)),
        game=series.plan.game,
        status=f"series-{series.status}",  # so that nobody takes it for a table
        public=False,
        due_at=None,
        at=events[-1].at,
    )


def _opened(series: Series, now: int) -> Opened:
    """The tables of the last round, each with the events that open it."""
    number, plan = len(series.rounds), series.plan
    opened: Opened = []
    for meeting in series.rounds[-1].meetings:
        seats, tokens, identities = zip(*decide.seat_plans(series, meeting.teams), strict=True)
        events = seating.open_table(
            meeting.table,
            plan.game,
            seats,
            tokens,
            plan.options,
            series.round_secret(number) if plan.duplicate else secrets.token_hex(32),
            now,
            series=series.id,
            shared_dice=series.dice(number) if plan.duplicate else "",
            identities=identities,
        )
        opened.append((table_of(events), events))
    return opened


def _results(series: Series, tables: Sequence[Table], now: int) -> list[Event]:
    events: list[Event] = []
    for table in tables:
        if outcome := table.outcome:
            events += decide.finish(series, table.id, outcome.places, outcome.scores, now)
    return events


def must_lead(series: Series, token: str | None) -> None:
    """Raises `Refusal` for everybody but whoever leads through the series."""
    if token_hash(token or "") != series.host:
        raise Refusal("not-seated", "only whoever leads through the series may do that")


async def the_desk(request: Request) -> SeriesDesk:
    """The series of this application."""
    desk: SeriesDesk = request.app.state.series
    return desk


Desk = Annotated[SeriesDesk, Depends(the_desk)]
