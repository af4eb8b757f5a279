"""The calls about a series: whoever leads through one and whoever takes part asks here."""

from __future__ import annotations

import secrets

from fastapi import APIRouter, Request

from rowlock.rules import Refusal
from rowlock.series import decide
from rowlock.series.events import Event, SeriesPlan
from rowlock.series.series import Series
from rowlock.server.caller import Bearer
from rowlock.server.limits import whose
from rowlock.server.series_desk import Desk, must_lead
from rowlock.server.series_wire import (
    BeginRound,
    JoinedSeries,
    JoinSeries,
    OpenedSeries,
    SeriesId,
    SeriesView,
)
from rowlock.server.tables import token_hash

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
        id, lambda series, now: decide.join(series, who.name, hashed, who.team, now, identity, who.face)
    )
    return JoinedSeries(person=series.holder(hashed) or 0, token=token)


@router.delete("/api/series/{id}/people/{person}")
async def leave(id: SeriesId, person: int, desk: Desk, token: Bearer) -> SeriesView:  # noqa: A002
    """Somebody takes no part from the next round on: oneself, or as the one who leads says."""

    def gone(series: Series, now: int) -> list[Event]:
        _may_speak_for(series, person, token)
        return decide.go(series, person, now)

    return desk.view(await desk.change(id, gone), token)


@router.post("/api/series/{id}/people/{person}")
async def come_back(id: SeriesId, person: int, desk: Desk, token: Bearer) -> SeriesView:  # noqa: A002
    """Somebody who had gone takes part again from the next round on: oneself, or as the one who leads says."""

    def back(series: Series, now: int) -> list[Event]:
        _may_speak_for(series, person, token)
        return decide.come_back(series, person, now)

    return desk.view(await desk.change(id, back), token)


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
    must_lead(series, token)
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
    must_lead(await desk.current(id), token)
    await desk.change(id, decide.end)
    return desk.view(await desk.current(id), token)


def _may_speak_for(series: Series, person: int, token: str | None) -> None:
    hashed = token_hash(token or "")
    if hashed != series.host and series.holder(hashed) != person:
        raise Refusal("not-seated", "only whoever leads may say that of others")


def _count(request: Request, tables: int) -> None:
    request.app.state.opened.take(whose(request.client.host) if request.client else "", tables)
