"""SQLite: one file, one thread that writes, one that reads.

A thread runs a whole transaction. With a hop to the thread for each statement, as aiosqlite does it, every one of
them waits for a turn of the event loop: with 100 callers and a busy loop that was three times slower.
"""

import asyncio
import contextlib
import hashlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from sqlalchemy import Connection, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import NullPool

from rowlock.store.errors import StoreUnavailable
from rowlock.store.group import driver
from rowlock.store.migrate import migrate

T = TypeVar("T")
File = tuple[int, int]
"""Device and inode."""

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


class Clerk:
    """A thread with a connection of its own. It stays open from one transaction to the next: to get one from a pool and
    to give it back each time takes processor time that a busy event loop lacks."""

    def __init__(self, database: "SqliteDatabase", name: str, *, writes: bool) -> None:
        self._database, self._writes = database, writes
        self._thread = ThreadPoolExecutor(1, name)
        self._connection: Connection | None = None
        self._file: File | None = None

    async def run(self, work: Callable[[Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transact, work)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._disconnect)
        await asyncio.to_thread(self._thread.shutdown)

    def _transact(self, work: Callable[[Connection], T]) -> T:
        with self._database.failing_in_one_sentence():
            connection = self._connected()
            with connection.begin():
                return work(connection)

    def _connected(self) -> Connection:
        """Connects anew when the file has gone: writing into a deleted file would succeed, and be lost. Also when the
        transaction before could not even be rolled back."""
        file, connection = self._database.file(), self._connection
        if connection is None or file != self._file or driver(connection).in_transaction:
            self._disconnect()
            connection = self._connection = self._database.connect(writes=self._writes)
            self._file = file
        return connection

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


class SqliteDatabase:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._engine = create_engine("sqlite://", creator=self._connect, poolclass=NullPool)
        event.listen(self._engine, "begin", begin)
        self._writer = Clerk(self, "store-writer", writes=True)
        self._reader = Clerk(self, "store-reader", writes=False)

    async def write(self, work: Callable[[Connection], T]) -> T:
        return await self._writer.run(work)

    async def read(self, work: Callable[[Connection], T]) -> T:
        return await self._reader.run(work)

    async def close(self) -> None:
        for clerk in (self._writer, self._reader):
            await clerk.close()

    @property
    def mark(self) -> str:
        # Not the path: whoever asks the server may see this, and a path names its user.
        file = self.file()
        return hashlib.sha256(repr(file).encode()).hexdigest()[:32] if file else ""

    def connect(self, *, writes: bool) -> Connection:
        return self._engine.connect().execution_options(writes=writes)

    @contextlib.contextmanager
    def failing_in_one_sentence(self) -> Iterator[None]:
        try:
            yield
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
        )
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")  # for macOS, where fsync alone doesn't reach the disk
        return connection

    def file(self) -> File | None:
        """Which file it is now."""
        try:
            status = self._path.stat()
        except FileNotFoundError:
            return None
        return status.st_dev, status.st_ino

    def prepare(self) -> None:
        """Creates the file if there is none, for this user only, and brings it to the newest schema."""
        with self.failing_in_one_sentence():
            os.close(os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600))
            self._log_ahead()
            with self.connect(writes=True) as connection, connection.begin():
                migrate(connection)

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
