"""A game from its beginning, step by step, for whoever wants to look at it again."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request

from rowlock.server.wire import Message, PlyView, TableId
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
    steps = list[Step]()
    begun = 0
    for number, state in enumerate(table.states[: known + 1]):
        if 0 < number < known and same_action(table.states[number - 1], state):
            continue
        plies = tuple(PlyView(seat=ply.seat, move=ply.move, why=ply.why) for ply in table.plies[begun:number])
        steps.append(
            Step(
                plies=plies,
                position=str(state),
                phase=state.phase,
                active=state.active,
                scores=state.scores,
            )
        )
        begun = number
    return Replay(id=table.id, game=table.game, steps=tuple(steps))


async def _table(id: TableId, request: Request) -> Table:  # noqa: A002
    live = await request.app.state.tables.get(id)
    table: Table = live.table
    return table


router = APIRouter()


@router.get("/api/tables/{id}/replay")
async def replay(table: Annotated[Table, Depends(_table)]) -> Replay:
    """Every step of the game so far, with its position."""
    return replay_view(table)
