"""Who asks, and about which table."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Header, Request

from rowlock.rules import Refusal
from rowlock.server.live import Live
from rowlock.server.tables import Tables, token_hash
from rowlock.server.wire import TableId
from rowlock.table.table import Table


async def the_tables(request: Request) -> Tables:
    """The tables of this application."""
    tables: Tables = request.app.state.tables
    return tables


async def a_table(id: TableId, tables: Annotated[Tables, Depends(the_tables)]) -> Live:  # noqa: A002
    """The table that the address names."""
    return await tables.ledger.get(id)


async def bearer(authorization: Annotated[str | None, Header(max_length=200)] = None) -> str | None:
    """The token of the request, if it has one."""
    scheme, _, token = (authorization or "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token else None


AllTables = Annotated[Tables, Depends(the_tables)]
ATable = Annotated[Live, Depends(a_table)]
Bearer = Annotated[str | None, Depends(bearer)]


def may_look(table: Table, token: str | None) -> None:
    """Raises `Refusal` where only those who play may look, because others still play with the same dice."""
    if table.dice_secret and not (token and table.held((token_hash(token),))):
        raise Refusal("round-open", "others still play with these dice: look on when all of them are done")


def held_seat(tables: Tables, live: Live, token: str | None) -> int:
    """The seat that whoever asks holds. Raises `Refusal`."""
    if token is None:
        raise Refusal("not-seated", "say who you are: Authorization: Bearer TOKEN")
    return tables.seat_of(live.table, token)
