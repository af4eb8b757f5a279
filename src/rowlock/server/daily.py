"""The day's game and puzzle, and the table of the day: who entered which result here."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from pydantic import Field

from rowlock.rules import GAMES, Record, Refusal
from rowlock.server import clock
from rowlock.server.caller import Bearer, held_seat
from rowlock.server.limits import whose
from rowlock.server.puzzling import PuzzleView, view_of
from rowlock.server.replay import WholeGame
from rowlock.server.tables import Tables
from rowlock.server.wire import Message, TableId
from rowlock.store import Result
from rowlock.study.analysis import Judge
from rowlock.study.day import account as of_one
from rowlock.study.day import day_game, day_of
from rowlock.table import days, dice
from rowlock.table.options import Name, clean_name
from rowlock.table.table import Table

TODAY = "today"
LONGEST_LIST = 100
"""Results that are listed of a day."""


class DayResult(Message):
    """A line in the table of the day; equal points share a place."""

    place: int
    name: str
    score: int


class DayView(Message):
    """What everybody plays on a day, and who played how here."""

    date: str
    link: str
    """What the dice and the puzzle follow from."""
    game: str
    best: int | None
    """The points of perfect play without looking ahead; None where only the account of a finished game tells them."""
    puzzle_game: str
    puzzle: PuzzleView
    results: tuple[DayResult, ...]
    first: str
    """The first day that there was."""
    ends: int
    """When the next day begins, in milliseconds since 1970."""


class NewResult(Message):
    """A finished table of the day that its player wants to be listed, and under which name; or a record of the day that
    is kept here, of a game that was played without a connection."""

    table: TableId
    name: Annotated[Name, Field(min_length=1)]


class DecisionView(Message):
    """A decision that was not forced: the best one, and what was lost to it in expected points."""

    ply: int
    move: str
    best: str
    cost: float


class AccountView(Message):
    """How a game of one went, in expected points: start + luck + decisions + correction = result."""

    start: float
    luck: float
    decisions: float
    correction: float
    """What the judge changed its mind about; nothing, where it is a table."""
    judge: Judge
    result: int
    best: int | None
    """What perfect play without looking ahead made of the same dice, if they are a day's."""
    choices: tuple[DecisionView, ...]


# In the process of those who study


def account(text: str) -> str:
    """The account of a record, as it is told."""
    record = Record.parse(text)
    found = of_one(record)
    when = record.tag("DiceDay")
    choices = tuple(
        DecisionView(ply=one.ply, move=one.move, best=one.best, cost=one.cost) for one in found.choices
    )
    return AccountView(
        start=found.start,
        luck=found.luck,
        decisions=found.decisions,
        correction=found.correction,
        judge=found.judge,
        result=found.result,
        best=_best(days.read(when)) if when else None,
        choices=choices,
    ).model_dump_json()


def _best(when: date) -> int:
    kept = day_game().kept(when)
    return day_game().perfect(when).last_state.scores[0] if kept is None else kept


# In the server


router = APIRouter()
DayName = Annotated[str, Path(max_length=10)]


@router.get("/api/days/{date}")
async def look(date: DayName, request: Request) -> DayView:
    """A day that has begun: a date in UTC, such as 2026-11-18, or `today`."""
    when = days.today(clock.now()) if date == TODAY else days.begun(date, clock.now())
    found = await asyncio.to_thread(day_of, when)  # the first time, the puzzles are read
    return DayView(
        date=str(when),
        link=found.link,
        game=found.game,
        best=found.best,
        puzzle_game=found.puzzle.game,
        puzzle=view_of(found.puzzle),
        results=await _results(request, when),
        first=str(days.FIRST),
        ends=days.starts(when + timedelta(1)),
    )


async def _results(request: Request, when: date) -> tuple[DayResult, ...]:
    tables: Tables = request.app.state.tables
    found = await tables.store.results(str(when), LONGEST_LIST)
    return tuple(
        DayResult(place=1 + sum(other.score > one.score for other in found), name=one.name, score=one.score)
        for one in found
    )


@router.post("/api/days/{date}/results", status_code=201)
async def enter(date: DayName, new: NewResult, token: Bearer, request: Request) -> tuple[DayResult, ...]:
    """Enters a finished game of the day into the table of the day, which is answered."""
    when, tables = days.begun(date, clock.now()), request.app.state.tables
    live = await tables.ledger.get(new.table)
    table = live.table
    if table.kept:
        await asyncio.to_thread(_check, table, when)
    else:
        held_seat(tables, live, token)
        if table.options.day != str(when):
            raise Refusal("malformed", f"this table is not of {when}", place="table")
        if table.status != "over":
            raise Refusal("not-over", "this game is not over yet")
    result = Result(table.id, str(when), clean_name(new.name, 1), table.state.scores[0], clock.now())
    if not await tables.store.enter(result):
        listed = await tables.store.results(str(when), None)
        if any(one.table == table.id for one in listed):
            raise Refusal("already-entered", "this game is in the table of the day already")
        raise Refusal("name-taken", "somebody of this name is in the table of the day already")
    return await _results(request, when)


def _check(table: Table, when: date) -> None:
    """Is this record of the whole game of a day, with the day's dice? Raises `Refusal`."""
    record = table.record()
    if record.tag("DiceDay") != str(when) or record.start != GAMES[day_game().game].start(1):
        raise Refusal("malformed", f"this record is not of {when}", place="table")
    try:
        dice.verify(record)
    except Refusal as error:
        raise Refusal("malformed", str(error), place="table") from None


@router.get("/api/tables/{id}/account", response_model=AccountView)
async def account_of(table: WholeGame, request: Request) -> Response:
    """How a finished game of one went: what the dice brought, and what each decision cost."""
    if table.status != "over":
        raise Refusal("not-over", "nobody gets help in a game that is still played")
    if table.game != day_game().game or len(table.seats) != 1:
        raise Refusal("no-review", "only games of one have such an account")
    caller = whose(request.client.host) if request.client else ""
    found = await request.app.state.questions.ask(f"account {caller}", account, str(table.record()))
    return Response(found, media_type="application/json")
