"""The picture that a link to a table shows where it is sent."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Header, Request, Response
from starlette.exceptions import HTTPException

from rowlock.pads.card import LinkCard, cards_can_be_made
from rowlock.server.caller import ATable, may_look
from rowlock.server.limits import whose
from rowlock.server.previews import preview, texts_of
from rowlock.server.printing import MANY, Press

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
    if not cards_can_be_made():
        raise HTTPException(404, "this server makes no pictures: pip install 'rowlock[pads]'")
    title, line = preview(table)
    drawn = await asyncio.to_thread(table.state.seen_by(None)._repr_svg_)
    card = LinkCard(drawn, title, line, texts_of(table).language)
    headers = {"ETag": f'"{card.mark}"', "Cache-Control": "no-cache"}
    if headers["ETag"] in (mark.strip() for mark in if_none_match.split(",")):
        return Response(status_code=304, headers=headers)
    request.app.state.requests.take(whose(request.client.host) if request.client else "", MANY)
    press: Press = request.app.state.press
    return Response(await press.card(card), media_type="image/png", headers=headers)
