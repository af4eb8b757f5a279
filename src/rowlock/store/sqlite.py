"""SQLite: one file, one thread that writes, one that reads.

A thread runs a whole transaction. With a hop to the thread for each statement, as aiosqlite does it, every one of
them waits for a turn of the event loop: with 100 callers and a busy loop that was three times slower.
"""

import asyncio
import hashlib
import os
import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.exc import DBAPIError, DisconnectionError, IntegrityError
from sqlalchemy.pool import QueuePool

from rowlock.store.errors import StoreUnavailable
from rowlock.store.migrate import migrate

T = TypeVar("T")

BUSY_SECONDS = 5.0
"""How long to wait for another program that holds the file."""

REASONS = {
    sqlite3.SQLITE_BUSY: "is held by another program",
    sqlite3.SQLITE_LOCKED: "is held by another program",
    sqlite3.SQLITE_READONLY: "can't be written",
    sqlite3.SQLITE_PERM: "can't be written",
    sqlite3.SQLITE_FULL: "has no room left on its disk",
    sqlite3.SQLITE_CANTOPEN: "can't be opened",
    sqlite3.SQLITE_IOERR: "can't be read or written",
    sqlite3.SQLITE_CORRUPT: "is damaged",
    sqlite3.SQLITE_NOTADB: "is no database",
}


class SqliteDatabase:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._writer = ThreadPoolExecutor(1, "store-writer")
        self._reader = ThreadPoolExecutor(1, "store-reader")
        self._engine = create_engine("sqlite://", creator=self._connect, poolclass=QueuePool)
        event.listen(self._engine, "connect", self._remember_file)
        event.listen(self._engine, "checkout", self._same_file)
        event.listen(self._engine, "begin", begin)

    async def write(self, work: Callable[[Connection], T]) -> T:
        return await self._run(self._writer, work, writes=True)

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await self._run(self._reader, work, writes=False)

    async def close(self) -> None:
        for executor in (self._writer, self._reader):
            await asyncio.to_thread(executor.shutdown)
        self._engine.dispose()

    @property
    def mark(self) -> str:
        # Not the path: whoever asks the server may see this, and a path names its user.
        file = self._file()
        return hashlib.sha256(repr(file).encode()).hexdigest()[:32] if file else ""

    async def _run(self, executor: Executor, work: Callable[[Connection], T], *, writes: bool) -> T:
        return await asyncio.get_running_loop().run_in_executor(executor, self._transact, work, writes)

    def _transact(self, work: Callable[[Connection], T], writes: bool) -> T:
        try:
            with self._engine.connect().execution_options(writes=writes) as connection, connection.begin():
                return work(connection)
        except IntegrityError:
            raise
        except DBAPIError as error:
            raise self._unavailable(error.orig) from error
        except (OSError, sqlite3.Error) as error:
            raise self._unavailable(error) from error

    def _unavailable(self, error: BaseException | None) -> StoreUnavailable:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the low byte names the kind
        reason = REASONS.get(code, "can't be used")
        problem = error.strerror if isinstance(error, OSError) else error
        return StoreUnavailable(f"The database {self._path} {reason}: {problem}.")

    def _connect(self) -> sqlite3.Connection:
        """Opens the file, which must be there: a lost database is an error and not an empty one."""
        connection = sqlite3.connect(
            f"{self._path.absolute().as_uri()}?mode=rw",
            uri=True,
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,  # the pool hands it to one thread at a time
        )
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")  # for macOS, where fsync alone doesn't reach the disk
        return connection

    def _remember_file(self, _: sqlite3.Connection, record: Any) -> None:
        record.info["file"] = self._file()

    def _same_file(self, _: sqlite3.Connection, record: Any, __: Any) -> None:
        """Connects anew when the file has gone: writing into a deleted file would succeed, and be lost."""
        if record.info["file"] != self._file():
            raise DisconnectionError(f"{self._path} is another file now")

    def _file(self) -> tuple[int, int] | None:
        try:
            status = self._path.stat()
        except FileNotFoundError:
            return None
        return status.st_dev, status.st_ino

    def prepare(self) -> None:
        """Creates the file if there is none, for this user only, and brings it to the newest schema."""
        try:
            os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))
            self._log_ahead()
        except (OSError, sqlite3.Error) as error:
            raise self._unavailable(error) from error
        self._transact(migrate, writes=True)

    def _log_ahead(self) -> None:
        """Switches the file to write-ahead logging, for good. SQLite doesn't wait its busy time for this switch."""
        give_up = time.monotonic() + BUSY_SECONDS
        connection = self._connect()
        try:
            while True:
                try:
                    connection.execute("PRAGMA journal_mode = WAL")
                except sqlite3.OperationalError as error:
                    if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > give_up:
                        raise
                    time.sleep(0.01)
                else:
                    return
        finally:
            connection.close()


def begin(connection: Connection) -> None:
    # The write lock at once: a transaction that reads first and then finds the file changed couldn't go on.
    # A reader needs no transaction, it asks one question.
    if connection.get_execution_options()["writes"]:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


async def open_sqlite(path: Path) -> SqliteDatabase:
    database = SqliteDatabase(path)
    try:
        await asyncio.to_thread(database.prepare)
    except BaseException:
        await database.close()
        raise
    return database
