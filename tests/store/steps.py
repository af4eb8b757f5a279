"""What the tests of the store share."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from rowlock.store import Append, Store, open_store


def append(
    table: str,
    after: int,
    *events: str,
    game: str = "quixo",
    status: str = "playing",
    public: bool = True,
    waiting_for: str = "",
    at: int = 0,
) -> Append:
    return Append(table, after, events or ("{}",), game, status, public, waiting_for, at)


@asynccontextmanager
async def opened(address: str | None) -> AsyncIterator[Store]:
    store = await open_store(address)
    try:
        yield store
    finally:
        await store.close()
