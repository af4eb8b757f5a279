"""What the tests of the store share."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from rowlock.store import Append, Store, StoreUnavailable, open_store
from rowlock.store.database import Database
from rowlock.store.group import driver
from rowlock.store.sqlite import SqliteDatabase


def append(
    table: str,
    after: int,
    *events: str,
    game: str = "quixo",
    status: str = "playing",
    public: bool = True,
    at: int = 0,
    due_at: int | None = None,
) -> Append:
    return Append(table, after, events or ("{}",), game, status, public, due_at, at)


@asynccontextmanager
async def opened(address: str | None) -> AsyncIterator[Store]:
    store = await open_store(address)
    try:
        yield store
    finally:
        await store.close()


async def fails(store: Store, match: str) -> None:
    """Nothing can be written: all callers of a group hear the same sentence, and nothing of theirs is there."""
    results = await asyncio.gather(
        *(store.append(append(f"x{n}", 0)) for n in range(3)), return_exceptions=True
    )
    for result in results:
        assert isinstance(result, StoreUnavailable)
        assert match in str(result)
        assert "\n" not in str(result)


async def works(store: Store, revision: int) -> None:
    """The table t goes on from this revision, and what failed in between isn't there."""
    await store.append(append("t", revision, str(revision)))
    assert await store.events("t") == [str(n) for n in range(revision + 1)]
    assert await store.revision("x0") == 0


def refuse_to_write(database: Database, refuse: bool) -> None:
    """Tells SQLite itself to refuse: as root, permissions mean nothing."""
    assert isinstance(database, SqliteDatabase)
    writer = database._writer

    def tell() -> None:  # not in a transaction, which would begin with the lock for writing
        driver(writer._connected()).execute(f"PRAGMA query_only = {refuse}")

    writer._thread.submit(tell).result(60)
