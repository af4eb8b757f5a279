"""Hints, thought about in a process of their own: in games without other people, and for any position to study."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import Field

from rowlock.bots import Limit
from rowlock.rules import IllegalMove, Move, Refusal, State, parse_position
from rowlock.server.analysing import MoveWorth
from rowlock.server.caller import AllTables, ATable, Bearer, held_seat
from rowlock.server.desk import INSIDE
from rowlock.server.limits import whose
from rowlock.server.questions import Questions
from rowlock.server.wire import Message
from rowlock.study import Hint, Reason, Words, can_hint
from rowlock.study import hint as think
from rowlock.study.analysis import Judge
from rowlock.table.commands import MoveText, SeatNumber
from rowlock.table.hinting import give_hint, why_no_hint

LONGEST_THOUGHT = 0.15
"""Seconds for the search where values are not known; a hint shall be there within 0.3."""
MOST_PAST = 400
"""Positions before the one that is asked about."""

PositionText = Annotated[str, Field(max_length=600)]


class WordsView(Message):
    """A text of the catalogues, `hint.KEY`, with its facts, some of which are words themselves."""

    key: str
    facts: dict[str, str | int | float | WordsView]


class ReasonView(Message):
    """One part of why a move is better than another."""

    code: str
    amount: float | None
    """Of the difference; all of them add up to it."""
    words: WordsView | None
    about: str | None
    """The move that it tells of, where it is one of the two alone."""


class WhyView(Message):
    """Why a move is better than another."""

    move: str
    against: str | None
    unit: Literal["chance", "points"] | None
    amount: float | None
    reasons: tuple[ReasonView, ...]
    words: WordsView


class HintView(Message):
    """Where to look, every move, best first, and why the best one is better than the next."""

    position: str
    seat: int
    look: WordsView
    moves: tuple[MoveWorth, ...]
    judge: Judge
    """Who says so, where it isn't certain."""
    why: WhyView


class AskHint(Message):
    """A position to study, the seat that decides, the positions before it, and which move is explained against which
    other; the best one against the next, if they are not told."""

    position: PositionText
    seat: SeatNumber | None = None
    past: Annotated[tuple[PositionText, ...], Field(max_length=MOST_PAST)] = ()
    move: MoveText | None = None
    against: MoveText | None = None


# In the process


def answer(
    state: State,
    seat: int | None,
    past: Sequence[State],
    move: Move | None = None,
    against: Move | None = None,
) -> str:
    """A hint as it is told."""
    limit = Limit(seconds=LONGEST_THOUGHT)
    return _view(think(state, seat, past, limit, INSIDE.means, move=move, against=against)).model_dump_json()


def _view(found: Hint) -> HintView:
    why = found.why
    return HintView(
        position=found.analysis.position,
        seat=found.analysis.seat,
        look=_words(found.look),
        moves=tuple(map(MoveWorth.of_option, found.analysis.moves)),
        judge=found.analysis.judge,
        why=WhyView(
            move=why.move,
            against=why.against,
            unit=why.unit,
            amount=why.amount,
            reasons=tuple(map(_reason, why.reasons)),
            words=_words(why.words),
        ),
    )


def _words(words: Words) -> WordsView:
    facts = {name: _words(fact) if isinstance(fact, Words) else fact for name, fact in words.facts.items()}
    return WordsView(key=words.key, facts=facts)


def _reason(reason: Reason) -> ReasonView:
    words = _words(reason.words) if reason.words else None
    return ReasonView(code=reason.code, amount=reason.amount, words=words, about=reason.about)


# In the server

router = APIRouter()


@router.get("/api/tables/{id}/hint", response_model=HintView)
async def table_hint(
    live: ATable, seat: Annotated[int, Query(ge=1)], tables: AllTables, token: Bearer, request: Request
) -> Response:
    """What a seat had best do now, and why; only where all others are bots. That it was told is written down."""
    if held_seat(tables, live, token) != seat:
        raise Refusal("not-seated", f"this token doesn't hold seat {seat}")
    table = live.table
    if refusal := why_no_hint(table, seat):
        raise refusal
    if not can_hint(table.game):
        raise Refusal("no-hint", f"nobody gives hints for {table.game}")
    request.app.state.moves.take(f"{table.id}:{seat}")
    turn = table.turn
    questions: Questions = request.app.state.questions
    past = table.states[:-1] if table.rules.two_sides else ()
    found = await questions.ask(f"{table.id}:{seat}", answer, table.state.seen_by(seat), seat, tuple(past))
    await tables.ledger.change(live, lambda now_there, now: give_hint(now_there, seat, turn, now))
    return Response(found, media_type="application/json")


@router.post("/api/hint", response_model=HintView)
async def any_hint(asked: AskHint, request: Request) -> Response:
    """The same for any position; nothing is written down."""
    state = parse_position(asked.position)
    past = tuple(map(parse_position, asked.past))
    seat = asked.seat or state.active
    for move in filter(None, (asked.move, asked.against)):
        if seat in state.awaiting and move not in state.legal_moves(seat):
            raise state.why_not(seat, move) or IllegalMove(state, move, "not-a-move")
    questions: Questions = request.app.state.questions
    who = whose(request.client.host) if request.client else ""
    try:
        found = await questions.ask(who, answer, state, asked.seat, past, asked.move, asked.against)
    except Refusal:
        raise
    except ValueError as error:
        raise Refusal("no-hint", str(error)) from None
    return Response(found, media_type="application/json")
