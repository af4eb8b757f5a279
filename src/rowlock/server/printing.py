"""Pads to print, and pictures for links, made while somebody waits: in a thread, at most two at a time, and the latest
ones are kept."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from pathlib import PurePosixPath
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Depends, Query, Request, Response
from starlette.exceptions import HTTPException

from rowlock.locale import DEFAULT
from rowlock.pads import PadWish, draw_pad
from rowlock.pads.card import LinkCard
from rowlock.pads.press import Kind
from rowlock.rules import Refusal
from rowlock.rules.games import check_game
from rowlock.server.limits import whose
from rowlock.server.replay import WholeGame

MANY = 3
"""A pad counts like so many more requests."""
MOST_KEPT = 64
AT_A_TIME = 2
TYPES: dict[str, tuple[Kind, str]] = {".pdf": ("pdf", "application/pdf"), ".png": ("png", "image/png")}


class Press:
    """Makes pads and cards one or two at a time, and remembers the latest ones."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(AT_A_TIME)
        self._made: OrderedDict[tuple[str, PadWish, Kind] | LinkCard, bytes] = OrderedDict()

    async def empty(self, game: str, wish: PadWish, kind: Kind) -> bytes:
        """A pad to write on. Raises `ValueError`."""
        return await self._kept((game, wish, kind), partial(draw_pad, game, wish, kind))

    async def card(self, card: LinkCard) -> bytes:
        """What a link shows."""
        return await self._kept(card, card.picture)

    async def _kept(self, key: tuple[str, PadWish, Kind] | LinkCard, make: Callable[[], bytes]) -> bytes:
        async with self._free:
            if key not in self._made:
                self._made[key] = await asyncio.to_thread(make)
                if len(self._made) > MOST_KEPT:
                    self._made.popitem(last=False)
            self._made.move_to_end(key)
            return self._made[key]

    async def played(self, table: WholeGame, wish: PadWish, kind: Kind) -> bytes:
        """The sheets of a table's game. Raises `ValueError`."""
        async with self._free:
            return await asyncio.to_thread(draw_pad, table.game, wish, kind, table.record())


async def wished(
    request: Request,
    language: Annotated[str, Query(max_length=2)] = DEFAULT,
    paper: Annotated[str, Query(max_length=10)] = "A4",
    sheets: Annotated[int | None, Query(ge=1, le=100)] = None,
    ink: bool = False,
    rules: bool = False,
    layout: Annotated[str, Query(max_length=300)] = "",
    code: Annotated[bool, Query(description="with a QR code that opens the pad on a phone")] = False,
) -> PadWish:
    """The pad as the address describes it."""
    request.app.state.requests.take(whose(request.client.host) if request.client else "", MANY)
    game = PurePosixPath(request.path_params.get("name", "")).stem
    sheet = f"#{quote(layout, safe=',;')}" if layout else ""
    address = f"{request.base_url}pad/{game}{sheet}" if code and game else ""
    try:
        return PadWish(language, paper, sheets, ink, rules, layout, address)
    except ValueError as error:
        raise _no_such_pad(error) from None


def _no_such_pad(error: ValueError) -> Refusal:
    return Refusal("malformed", str(error), place="query")


def _kind(name: str) -> tuple[str, Kind, str]:
    """A file's name, what kind of file it is, and what a browser calls that."""
    path = PurePosixPath(name)
    if path.suffix not in TYPES:
        raise HTTPException(404, f"a pad is {' or '.join(TYPES)}")
    return (path.stem, *TYPES[path.suffix])


Wished = Annotated[PadWish, Depends(wished)]
router = APIRouter()
FILE: dict[int | str, dict[str, Any]] = {200: {"content": {"application/pdf": {}, "image/png": {}}}}


@router.get("/api/pads/{name}", response_class=Response, responses=FILE)
async def empty_pad(name: str, wish: Wished, request: Request) -> Response:
    """A pad to write on, `GAME.pdf`, or a picture of its first page, `GAME.png`."""
    game, kind, media_type = _kind(name)
    check_game(game)
    press: Press = request.app.state.press
    try:
        made = await press.empty(game, wish, kind)
    except ValueError as error:
        raise _no_such_pad(error) from None
    return _file(made, f"{game}-{wish.language}-{wish.paper}{PurePosixPath(name).suffix}", media_type)


@router.get("/api/tables/{id}/sheets.pdf", response_class=Response, responses=FILE)
async def played_sheets(table: WholeGame, wish: Wished, request: Request) -> Response:
    """The sheets of a finished game, as a keepsake."""
    if table.status != "over":
        raise Refusal("not-over", "the sheets are printed when the game is over")
    press: Press = request.app.state.press
    try:
        made = await press.played(table, wish, "pdf")
    except ValueError as error:
        raise _no_such_pad(error) from None
    return _file(made, f"{table.game}-{table.id}.pdf", "application/pdf")


def _file(made: bytes, name: str, media_type: str) -> Response:
    headers = {"Content-Disposition": f'inline; filename="{name}"', "Cache-Control": "no-cache"}
    return Response(made, media_type=media_type, headers=headers)
