"""The puzzles of a game as the page and other programs fetch them: all at once, to be solved without a connection."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Annotated

from fastapi import APIRouter, Header, Path, Request, Response
from starlette.exceptions import HTTPException

from rowlock.bots.question import Value
from rowlock.rules.games import check_game
from rowlock.server.limits import whose
from rowlock.server.wire import Message
from rowlock.study.puzzles import Puzzle, level_ratings, puzzles


class Worth(Message):
    """Moves that are worth the same to the seat that decides. What isn't known is None."""

    moves: tuple[str, ...]
    value: Value | None
    plies: int | None
    points: float | None


class PuzzleView(Message):
    """A position, and what every move is worth, best first: the first ones are the answer."""

    position: str
    """Tells puzzles apart, too."""
    seats: int
    seat: int
    theme: str
    rating: int
    worth: tuple[Worth, ...]


class Puzzles(Message):
    """All puzzles of a game, the easiest first, and what the levels of the bots are worth on their scale."""

    game: str
    levels: dict[str, int]
    puzzles: tuple[PuzzleView, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """An answer, and a mark by which whoever has it already knows that."""

    body: bytes
    mark: str


def view_of(puzzle: Puzzle) -> PuzzleView:
    """A puzzle as it is told."""
    alike = groupby(puzzle.moves, lambda option: (option.value, option.plies, option.points))
    return PuzzleView(
        position=puzzle.position,
        seats=puzzle.state.seats,
        seat=puzzle.seat,
        theme=puzzle.theme,
        rating=puzzle.rating,
        worth=tuple(
            Worth(moves=tuple(option.move for option in some), value=value, plies=plies, points=points)
            for (value, plies, points), some in alike
        ),
    )


@cache
def told(game: str) -> Told:
    """All puzzles of a game. They are the same as long as the server runs. Raises `ValueError`."""
    views = tuple(view_of(puzzle) for puzzle in puzzles(game))
    body = Puzzles(game=game, levels=level_ratings(game), puzzles=views).model_dump_json().encode()
    return Told(body, f'W/"{hashlib.sha256(body).hexdigest()[:16]}"')


router = APIRouter()
MANY = 5
"""All puzzles of a game count like so many more requests."""


@router.get("/api/puzzles/{game}", response_model=Puzzles, responses={304: {"description": "as before"}})
async def all_puzzles(
    game: Annotated[str, Path(max_length=20)],
    request: Request,
    if_none_match: Annotated[str, Header()] = "",
) -> Response:
    """The puzzles of a game with their answers."""
    check_game(game)
    try:
        found = told(game)
    except ValueError as error:
        raise HTTPException(404, str(error)) from None
    headers = {"ETag": found.mark, "Cache-Control": "no-cache"}
    if found.mark in (mark.strip() for mark in if_none_match.split(",")):
        return Response(status_code=304, headers=headers)
    request.app.state.requests.take(whose(request.client.host) if request.client else "", MANY)
    return Response(found.body, media_type="application/json", headers=headers)
