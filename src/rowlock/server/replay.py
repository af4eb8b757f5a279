"""A game from its beginning, step by step or as a record, for whoever wants to look at it again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import PlainTextResponse

from rowlock.rules import Refusal, State
from rowlock.rules.levels import LEVELS
from rowlock.server.caller import Bearer, may_look
from rowlock.server.limits import PLIES_A_REQUEST, whose
from rowlock.server.review_wire import HowGood, Reviewed, SkillView, Thinking
from rowlock.server.studying import Studies
from rowlock.server.table_wire import PlyView
from rowlock.server.wire import Message, TableId
from rowlock.study.skill import Played, scale, skill
from rowlock.table.table import Table, same_action


class Step(Message):
    """What was decided at the same time, or rolled, and the position after it; first the beginning, without plies."""

    plies: tuple[PlyView, ...]
    position: str
    phase: str
    active: int
    scores: tuple[int, ...]


class Replay(Message):
    """All steps that are no longer sealed."""

    id: str
    game: str
    steps: tuple[Step, ...]


def replay_view(table: Table) -> Replay:
    """The steps of a table's game; none before it begins."""
    known = len(table.plies) if table.status == "over" else table.action
    plies = [PlyView(seat=ply.seat, move=ply.move, why=ply.why) for ply in table.plies]
    return Replay(id=table.id, game=table.game, steps=steps_of(table.states[: known + 1], plies))


def steps_of(states: Sequence[State], plies: Sequence[PlyView]) -> tuple[Step, ...]:
    """What was decided at the same time is one step."""
    last = len(states) - 1
    steps = list[Step]()
    begun = 0
    for number, state in enumerate(states):
        if 0 < number < last and same_action(states[number - 1], state):
            continue
        steps.append(
            Step(
                plies=tuple(plies[begun:number]),
                position=str(state),
                phase=state.phase,
                active=state.active,
                scores=state.scores,
            )
        )
        begun = number
    return tuple(steps)


async def whole_game(id: TableId, request: Request, token: Bearer) -> Table:  # noqa: A002
    """The table that the address names; a long game counts like several requests."""
    live = await request.app.state.tables.ledger.get(id)
    table: Table = live.table
    may_look(table, token)
    caller = whose(request.client.host) if request.client else ""
    request.app.state.requests.take(caller, len(table.plies) / PLIES_A_REQUEST)
    return table


WholeGame = Annotated[Table, Depends(whole_game)]
router = APIRouter()


# Not async: FastAPI lets these work in a thread, and nobody else waits for a long game.


@router.get("/api/tables/{id}/replay", response_model=Replay)
def replay(table: WholeGame) -> Response:
    """Every step of the game so far, with its position."""
    return Response(replay_view(table).model_dump_json(), media_type="application/json")


@router.get(
    "/api/tables/{id}/record",
    response_model=None,
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def record(table: WholeGame) -> PlainTextResponse:
    """The game so far as text."""
    return PlainTextResponse(str(table.record()))


@router.get("/api/tables/{id}/review", response_model=Reviewed, responses={202: {"model": Thinking}})
async def review(table: WholeGame, request: Request) -> Response:
    """A finished game with what each roll brought and each decision cost; 202 as long as that is being found out."""
    if table.status != "over":
        raise Refusal("not-over", "nobody gets help in a game that is still played")
    studies: Studies = request.app.state.studies
    found = await studies.ask(table)
    if isinstance(found, str):
        return Response(found, media_type="application/json")
    return Response(
        Thinking(status="thinking", done=found).model_dump_json(), 202, media_type="application/json"
    )


@router.post("/api/skill")
def how_good(asked: HowGood) -> SkillView:
    """Where somebody stands on the scale of the bots, by the reviews of some games."""
    try:
        found = skill(asked.game, [Played(one.seats, one.performance) for one in asked.played])
    except ValueError as error:
        raise Refusal("no-review", str(error)) from None
    ratings = scale(asked.game).ratings
    return SkillView(
        rating=found.rating,
        margin=found.margin,
        like=found.like,
        games=found.games,
        levels={level: ratings[level].rating for level in LEVELS},
    )
