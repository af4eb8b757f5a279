"""PostgreSQL that goes away, hangs up or keeps us waiting."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg  # type: ignore[import-untyped]
import pytest

from rowlock.store import StoreUnavailable
from tests.postgres import Postgres, execute
from tests.store.steps import append, fails, opened, works


def test_postgres_goes_and_comes_back(postgres: Postgres) -> None:
    async def play() -> None:
        async with opened(address) as store:
            await works(store, 0)
            await asyncio.to_thread(postgres.stop)
            for _ in range(3):
                await fails(store, "The PostgreSQL database doesn't do its work")
                for call in (store.events("t"), store.tables(), store.sweep(0), store.beat(0)):
                    with pytest.raises(StoreUnavailable, match="The PostgreSQL database doesn't do its work"):
                        await call
            await asyncio.to_thread(postgres.start)
            await works(store, 1)

    address = postgres.new_database()
    try:
        asyncio.run(play())
    finally:
        postgres.start()


def test_a_closed_connection_is_opened_again(postgres: Postgres) -> None:
    async def play() -> None:
        async with opened(address) as store:
            await works(store, 0)
            await execute(address, HANG_UP)
            await asyncio.sleep(0.1)
            await works(store, 1)

    address = postgres.new_database()
    asyncio.run(play())


HANG_UP = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
    "WHERE application_name = 'rowlock' AND datname = current_database()"
)


@asynccontextmanager
async def locked_tables(address: str) -> AsyncIterator[None]:
    """Another server has locked the tables and doesn't go on."""
    connection = await asyncpg.connect(address)
    try:
        await connection.execute("BEGIN")
        await connection.execute("SELECT * FROM tables FOR UPDATE")
        yield
    finally:
        await connection.close()


def test_the_connection_is_lost_in_the_middle(postgres: Postgres) -> None:
    async def play() -> None:
        async with opened(address) as store:
            await works(store, 0)
            async with locked_tables(address):
                calls = [store.append(append("t", 1, "lost")), store.append(append("x0", 0))]
                waiting = asyncio.gather(*calls, return_exceptions=True)
                await asyncio.sleep(0.2)
                assert not waiting.done()
                await execute(address, HANG_UP)
                for result in await waiting:
                    assert isinstance(result, StoreUnavailable)
                    assert "The PostgreSQL database doesn't do its work" in str(result)
            await works(store, 1)

    address = postgres.new_database()
    asyncio.run(play())


def test_another_server_holds_a_table_too_long(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowlock.store.postgres.COMMAND_SECONDS", 0.3)

    async def play() -> None:
        async with opened(address) as store:
            await works(store, 0)
            async with locked_tables(address):
                with pytest.raises(
                    StoreUnavailable, match="The PostgreSQL database doesn't do its work: TimeoutError"
                ):
                    await store.append(append("t", 1, "late"))
            await works(store, 1)

    address = postgres.new_database()
    asyncio.run(play())
