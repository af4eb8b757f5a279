"""Whoever plays a slow game may be told that it is their turn, also where the page is closed."""

from __future__ import annotations

from fastapi import APIRouter

from rowlock.rules import Refusal
from rowlock.server import clock
from rowlock.server.call_wire import CallMe, DontCallMe, PushKey
from rowlock.server.caller import AllTables, ATable, Bearer, held_seat
from rowlock.server.ledger import NoSuchTable
from rowlock.server.tables import token_hash
from rowlock.store import Subscription

router = APIRouter()


@router.get("/api/push")
async def push_key(tables: AllTables) -> PushKey:
    """By which key browsers know that it is this server that calls them."""
    return PushKey(key=await tables.calls.public_key())


@router.post("/api/tables/{id}/push", status_code=204)
async def call_me(live: ATable, where: CallMe, tables: AllTables, token: Bearer) -> None:
    """From now on whoever holds this seat is called there, in this game and its rematches."""
    held_seat(tables, live, token)
    if not tables.calls.may_call(where.endpoint):
        raise Refusal("malformed", "browsers of this address can't be called from here", place="endpoint")
    one = Subscription(token_hash(token or ""), table=live.table.id, at=clock.now(), **where.model_dump())
    if not await tables.store.subscribe(one):
        raise NoSuchTable(live.table.id)
    tables.calls.heed(live)


@router.delete("/api/tables/{id}/push", status_code=204)
async def dont_call_me(live: ATable, where: DontCallMe, tables: AllTables, token: Bearer) -> None:
    """Not there any more."""
    held_seat(tables, live, token)
    await tables.store.unsubscribe(token_hash(token or ""), where.endpoint)
