"""PostgreSQL, through asyncpg."""

import asyncio
import time
from collections.abc import Callable
from typing import Any, TypeVar

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy import Connection, event, func, select
from sqlalchemy.exc import DBAPIError, DisconnectionError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoConnectionFree
from sqlalchemy.ext.asyncio import create_async_engine

from rowlock.store.errors import StoreUnavailable
from rowlock.store.migrate import migrate

T = TypeVar("T")

CONNECT_SECONDS = 5
COMMAND_SECONDS = 10
"""How long one statement may take, waiting for the rows of another server included."""
READ_SECONDS = 2.0
"""How long a question may take: people wait for what is read, and a line that has gone silent is to be given up."""

SETTINGS = {
    "application_name": "rowlock",
    "synchronous_commit": "on",  # a commit that has returned is on disk, whatever the default of the database
    "default_transaction_isolation": "read committed",  # a row that was waited for is read as it is then
    "idle_in_transaction_session_timeout": f"{COMMAND_SECONDS}s",  # a server that hangs lets go of its rows
}

MIGRATION_LOCK = 0x726F776C6F636B  # "rowlock"


class PostgresDatabase:
    def __init__(self, address: str) -> None:
        self._address = address
        self._engine = create_async_engine("postgresql+asyncpg://", async_creator=self._connect)
        event.listen(self._engine.sync_engine, "connect", remember_when)
        event.listen(self._engine.sync_engine, "checkout", self._still_good)
        self._silent_at = 0.0

    async def write(self, work: Callable[[Connection], T]) -> T:
        try:
            async with self._engine.begin() as connection:
                return await connection.run_sync(work)
        except IntegrityError:
            raise
        except DBAPIError as error:
            raise unavailable(error.orig) from error
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, NoConnectionFree) as error:
            raise unavailable(error) from error

    async def read(self, work: Callable[[Connection], T]) -> T:
        try:
            async with asyncio.timeout(READ_SECONDS):
                return await self.write(work)
        except TimeoutError as error:
            self._silent_at = time.monotonic()
            raise StoreUnavailable("The PostgreSQL database doesn't answer.") from error

    mark = ""

    def _still_good(self, connection: Any, record: Any, _: Any) -> None:
        """Connects anew when the database has closed the connection: it was restarted, say. Also when one that is not
        newer has gone silent, because the others may have, too. Costs no round trip."""
        if connection.driver_connection.is_closed() or record.info["made_at"] <= self._silent_at:
            raise DisconnectionError("the database has closed the connection")

    async def close(self) -> None:
        await self._engine.dispose()

    async def _connect(self) -> Any:
        return await asyncpg.connect(
            self._address, timeout=CONNECT_SECONDS, command_timeout=COMMAND_SECONDS, server_settings=SETTINGS
        )


def remember_when(_: Any, record: Any) -> None:
    record.info["made_at"] = time.monotonic()


def unavailable(error: BaseException | None) -> StoreUnavailable:
    reason = " ".join(str(error).split()).rstrip(".") or type(error).__name__
    return StoreUnavailable(f"The PostgreSQL database doesn't do its work: {reason}.")


def migrate_alone(connection: Connection) -> None:
    connection.execute(select(func.pg_advisory_xact_lock(MIGRATION_LOCK)))
    migrate(connection)


async def open_postgres(address: str) -> PostgresDatabase:
    database = PostgresDatabase(address)
    try:
        await database.write(migrate_alone)
    except BaseException:
        await database.close()
        raise
    return database
