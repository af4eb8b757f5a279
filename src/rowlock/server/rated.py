"""How well people play who are known by a key in their browser, and by nothing else."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path

from rowlock.rules import Refusal
from rowlock.rules.games import check_game
from rowlock.server.caller import AllTables, ATable, Bearer
from rowlock.server.rating import newcomer, told
from rowlock.server.tables import token_hash
from rowlock.server.wire import Message
from rowlock.store import PersonRating


class RatingView(Message):
    """How well somebody plays: the truth lies within the margin nineteen times out of twenty."""

    name: str
    rating: int
    margin: int
    games: int
    you: bool
    """Is it the key of whoever asks?"""


class TableRatings(Message):
    """Who plays how well at a rated table, seat by seat."""

    counts: bool
    """Does the game count? Only where each seat is that of somebody who is known, and of somebody else."""
    seats: tuple[RatingView | None, ...]


router = APIRouter()
GameName = Annotated[str, Path(max_length=20)]


@router.get("/api/ratings/{game}")
async def ratings(game: GameName, tables: AllTables, key: Bearer) -> tuple[RatingView, ...]:
    """The best hundred at a game; whoever shows their key finds themselves."""
    check_game(game)
    own = token_hash(key) if key else ""
    return tuple(_view(one, own) for one in await tables.store.ratings(game))


@router.get("/api/tables/{id}/ratings")
async def table_ratings(live: ATable, tables: AllTables) -> TableRatings:
    """The ratings of those who sit at a table, as they are now."""
    table = live.table
    known = [seat.identity for seat in table.seats if seat.identity]
    found = {one.identity: one for one in await tables.store.ratings(table.game, known)}
    return TableRatings(
        counts=table.counts,
        seats=tuple(
            _view(found.get(seat.identity) or newcomer(table.game, seat.identity, seat.name, 0), "")
            if seat.identity
            else None
            for seat in table.seats
        ),
    )


@router.delete("/api/ratings", status_code=204)
async def forget_me(tables: AllTables, key: Bearer) -> None:
    """Removes all ratings of whoever shows their key."""
    if not key:
        raise Refusal("not-seated", "say who you are: Authorization: Bearer KEY")
    await tables.store.forget_ratings(token_hash(key))


def _view(one: PersonRating, own: str) -> RatingView:
    rating, margin = told(one)
    return RatingView(name=one.name, rating=rating, margin=margin, games=one.games, you=one.identity == own)
