"""The picture that a link to a table, or to a series, shows where it is sent."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request, Response
from starlette.exceptions import HTTPException

from rowlock.pads.card import LinkCard, cards_can_be_made
from rowlock.rules import State
from rowlock.server.caller import ATable, may_look
from rowlock.server.limits import whose
from rowlock.server.previews import preview, series_preview, texts_of
from rowlock.server.printing import MANY, Press
from rowlock.server.series_desk import Desk
from rowlock.server.series_wire import SeriesId
from rowlock.table.options import Options, rules_of

router = APIRouter()
PICTURE: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/png": {}}},
    304: {"description": "as before"},
}


@router.get("/api/tables/{id}/preview.png", response_class=Response, responses=PICTURE)
async def preview_picture(
    live: ATable, request: Request, if_none_match: Annotated[str, Header()] = ""
) -> Response:
    """What a link to the table shows: the game as a spectator sees it, who plays, and how it stands."""
    table = live.table
    may_look(table, None)
    seen = table.state.seen_by(None)
    return await _picture(request, if_none_match, seen, preview(table), table.options)


@router.get("/api/series/{id}/preview.png", response_class=Response, responses=PICTURE)
async def series_preview_picture(
    id: SeriesId,  # noqa: A002
    desk: Desk,
    request: Request,
    if_none_match: Annotated[str, Header()] = "",
) -> Response:
    """What a link to the series shows: the game, and how everybody stands."""
    series = await desk.current(id)
    options = series.plan.options
    begins = rules_of(series.plan.game, options).start(series.plan.size, 1, **options.chosen)
    return await _picture(request, if_none_match, begins, series_preview(series), options)


async def _picture(
    request: Request, known: str, state: State, said: tuple[str, str], options: Options
) -> Response:
    """The card, unless whoever asks has it already."""
    if not cards_can_be_made():
        raise HTTPException(404, "this server makes no pictures: pip install 'rowlock[pads]'")
    title, line = said
    drawn = await asyncio.to_thread(state._repr_svg_)
    card = LinkCard(drawn, title, line, texts_of(options).language)
    headers = {"ETag": f'"{card.mark}"', "Cache-Control": "no-cache"}
    if headers["ETag"] in (mark.strip() for mark in known.split(",")):
        return Response(status_code=304, headers=headers)
    request.app.state.requests.take(whose(request.client.host) if request.client else "", MANY)
    press: Press = request.app.state.press
    return Response(await press.card(card), media_type="image/png", headers=headers)
