"""Series of rounds at several tables: whoever leads through one and whoever takes part asks here.

A series is written like a table: its events, with compare-and-set on its revision. A round and all its tables begin in
one go, or not at all. Nobody watches over the tables: whoever looks at the series takes the results of those that are
over meanwhile, and that can be done only once.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import reduce
from typing import Annotated

from fastapi import APIRouter, Depends, Request

from rowlock.rules import Refusal
from rowlock.series import decide
from rowlock.series.events import Event, RoundBegun, SeriesPlan, from_texts, to_text
from rowlock.series.series import Round, Series, apply, replay
from rowlock.series.standing import standings
from rowlock.server import clock
from rowlock.server.caller import Bearer
from rowlock.server.ledger import NoSuchTable, append_of
from rowlock.server.limits import whose
from rowlock.server.series_wire import (
    BeginRound,
    JoinedSeries,
    JoinSeries,
    MeetingView,
    OpenedSeries,
    PersonView,
    RoundView,
    SeriesId,
    SeriesView,
    StandingView,
)
from rowlock.server.tables import Tables, token_hash
from rowlock.store import Append, Conflict
from rowlock.table import dice, seating
from rowlock.table.apply import replay as table_of
from rowlock.table.events import Event as TableEvent
from rowlock.table.table import Table

MOST_KNOWN = 1_000
"""Series in memory. What is forgotten is read again."""
ATTEMPTS = 5
"""How often a change is tried when others write the series in the same moment."""

Decider = Callable[[Series, int], list[Event]]
Opened = list[tuple[Table, list[TableEvent]]]


class NoSuchSeries(Refusal):
    """There is no such series (any more)."""

    def __init__(self) -> None:
        super().__init__("no-such-series", "there is no such series")


class SeriesDesk:
    """The series, as far as this process knows them; each is read on from there before anything is said of it."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._store = tables, tables.store
        self._known: OrderedDict[str, Series] = OrderedDict()
        self._told: set[str] = set()
        """The dice that are told at all their tables."""

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
        self._known[series.id] = series
        self._known.move_to_end(series.id)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return series

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

    def view(self, series: Series, token: str | None) -> SeriesView:
        """The series as the holder of a token may see it."""
        plan, hashed = series.plan, token_hash(token) if token else ""
        you = series.holder(hashed)
        playing = series.plays_at(you) if you else None
        shared = plan.duplicate and not series.ended
        return SeriesView(
            id=series.id,
            name=plan.name,
            game=plan.game,
            size=plan.size,
            system=plan.system,
            odd=plan.odd,
            duplicate=plan.duplicate,
            options=plan.options,
            status=series.status,
            revision=series.revision,
            team_size=series.team_size,
            people=tuple(
                PersonView(person=number, name=one.name, team=one.team, gone=one.gone)
                for number, one in enumerate(series.people, 1)
            ),
            rounds=tuple(_round(series, number, one) for number, one in enumerate(series.rounds, 1)),
            planned=series.of or decide.rounds_planned(series),
            next_commitment=dice.commitment(series.round_secret(len(series.rounds) + 1)) if shared else None,
            standings=tuple(
                StandingView(
                    place=line.place,
                    team=line.team,
                    points=float(line.points),
                    opponents=float(line.opponents),
                    direct=float(line.direct),
                    ahead=float(line.ahead),
                    played=line.played,
                    byes=line.byes,
                )
                for line in standings(series)
            ),
            host=hashed == series.host,
            you=you,
            table=playing[0] if playing else None,
            seat=playing[1] if playing else None,
        )


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


def _round(series: Series, number: int, one: Round) -> RoundView:
    secret = series.round_secret(number) if series.plan.duplicate else None
    return RoundView(
        round=number,
        meetings=tuple(
            MeetingView(table=each.table, teams=each.teams, places=each.places, scores=each.scores)
            for each in one.meetings
        ),
        byes=one.byes,
        over=one.over,
        commitment=dice.commitment(secret) if secret else None,
        secret=secret if one.over else None,
    )


async def the_desk(request: Request) -> SeriesDesk:
    """The series of this application."""
    desk: SeriesDesk = request.app.state.series
    return desk


Desk = Annotated[SeriesDesk, Depends(the_desk)]
router = APIRouter()


@router.post("/api/series", status_code=201)
async def open_series(plan: SeriesPlan, desk: Desk, request: Request) -> OpenedSeries:
    """Opens a series of rounds: what is played, and how. The token is that of whoever leads through it."""
    _count(request, 1)
    return await desk.open(plan)


@router.get("/api/series/{id}")
async def look(id: SeriesId, desk: Desk, token: Bearer) -> SeriesView:  # noqa: A002
    """How a series stands; with a token, also where you play."""
    return desk.view(await desk.current(id), token)


@router.post("/api/series/{id}/people", status_code=201)
async def join(id: SeriesId, who: JoinSeries, desk: Desk) -> JoinedSeries:  # noqa: A002
    """Takes part. The token is also that of the person's seats at the tables."""
    token = secrets.token_urlsafe(16)
    hashed = token_hash(token)
    identity = token_hash(who.key) if who.key else ""
    series = await desk.change(
        id, lambda series, now: decide.join(series, who.name, hashed, who.team, now, identity)
    )
    return JoinedSeries(person=series.holder(hashed) or 0, token=token)


@router.delete("/api/series/{id}/people/{person}")
async def leave(id: SeriesId, person: int, desk: Desk, token: Bearer) -> SeriesView:  # noqa: A002
    """Somebody takes no part from the next round on: oneself, or as the one who leads says."""
    hashed = token_hash(token or "")

    def gone(series: Series, now: int) -> list[Event]:
        if hashed != series.host and series.holder(hashed) != person:
            raise Refusal("not-seated", "only whoever leads may say that of others")
        return decide.go(series, person, now)

    return desk.view(await desk.change(id, gone), token)


@router.post("/api/series/{id}/rounds")
async def begin_round(
    id: SeriesId,  # noqa: A002
    what: BeginRound,
    desk: Desk,
    token: Bearer,
    request: Request,
) -> SeriesView:
    """Begins a round: all its tables are open then."""
    series = await desk.current(id)
    _must_lead(series, token)
    if len(series.rounds) < what.round:
        _count(request, -(-len(series.people) // series.plan.size))

    def begun(series: Series, now: int) -> list[Event]:
        if len(series.rounds) >= what.round:
            return []
        if series.unfinished and not what.call_off:
            raise Refusal("round-open", "not all games of this round are over")
        names = [secrets.token_urlsafe(9) for _ in series.people]
        return decide.next_round(series, names, now)

    await desk.change(id, begun)
    return desk.view(await desk.current(id), token)


@router.post("/api/series/{id}/end")
async def end(id: SeriesId, desk: Desk, token: Bearer) -> SeriesView:  # noqa: A002
    """No round follows; what is still played counts as drawn."""
    _must_lead(await desk.current(id), token)
    await desk.change(id, decide.end)
    return desk.view(await desk.current(id), token)


def _must_lead(series: Series, token: str | None) -> None:
    if token_hash(token or "") != series.host:
        raise Refusal("not-seated", "only whoever leads through the series may do that")


def _count(request: Request, tables: int) -> None:
    request.app.state.opened.take(whose(request.client.host) if request.client else "", tables)
