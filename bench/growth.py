"""What a database full of finished games, and of games whose clocks run, costs those who play now.

The rows are inserted directly, into SQLite or PostgreSQL: a million games take minutes, not days. Then, with the
database empty and full in turn: how long a start takes, until the server would answer; an append to a live table; a
page of public tables; the look for what is due; the events of one game.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import signal
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]

from rowlock.server import clock
from rowlock.server.news import NoNews
from rowlock.server.settings import Settings
from rowlock.server.tables import Tables
from rowlock.store import Append, Store, open_store

EVENTS = 5
"""Of each game that is inserted; a real one has more."""
EVENT = '{"type":"moved","at":1700000000000,"seat":1,"move":"a1a5","command":"m17"}'


def rows(finished: int, clocked: int) -> Iterator[tuple[str, Iterator[tuple[object, ...]]]]:
    """What is put into which table: games that are over, one of ten public, and games that wait for somebody, with a
    clock that runs for a day."""
    later = clock.now() + 86_400_000
    yield (
        "tables",
        ((f"f{n:08}", EVENTS, "quixo", "over", n % 10 == 0, n, n, None) for n in range(finished)),
    )
    yield (
        "tables",
        ((f"g{n:08}", EVENTS, "quixo", "playing", False, n, n, later + n) for n in range(clocked)),
    )
    for name, count in (("f", finished), ("g", clocked)):
        yield "events", ((f"{name}{n:08}", place + 1, EVENT) for n in range(count) for place in range(EVENTS))


COLUMNS = {
    "tables": ("id", "revision", "game", "status", "public", "created_at", "changed_at", "due_at"),
    "events": ("table", "revision", "event"),
}
FORGET = "DELETE FROM tables WHERE id >= 'live' AND id < 'livf'"
"""What an earlier round has left."""


def fill_file(path: str, finished: int, clocked: int) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA cache_size = -200000")
    for table, these in rows(finished, clocked):
        names = COLUMNS[table]
        places = ", ".join("?" * len(names))
        columns = ", ".join(f'"{name}"' for name in names)
        connection.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", these)
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


async def fill_postgres(address: str, finished: int, clocked: int) -> None:
    connection = await asyncpg.connect(address)
    for table, these in rows(finished, clocked):
        await connection.copy_records_to_table(table, records=these, columns=COLUMNS[table], timeout=3_600)
    await connection.execute("VACUUM ANALYZE")
    await connection.close()


async def median(work: Callable[[int], Awaitable[object]], times: int) -> float:
    """Milliseconds."""
    took: list[float] = []
    for number in range(times):
        begin = time.perf_counter()
        await work(number)
        took.append((time.perf_counter() - begin) * 1000)
    return statistics.median(took)


async def start(address: str) -> None:
    store = await open_store(address)
    tables = Tables(store, Settings(), NoNews())
    await tables.start()
    assert not tables.ledger.live
    await tables.close()


async def measure(address: str, times: int) -> list[float]:
    store = await open_store(address)
    await store.append(*(append(f"live{n}", 0) for n in range(times)))
    found = [
        await median(lambda _: start(address), max(3, times // 30)),
        await median(lambda n: store.append(append(f"live{n}", 1)), times),
        await median(lambda _: store.tables(status="waiting", public=True, limit=50), times),
        await median(lambda _: look_for_due(store), times),
        await median(lambda n: store.events(f"live{n}"), times),
    ]
    await store.close()
    return found


async def look_for_due(store: Store) -> None:
    now = clock.now()
    await store.claim(now, now + 5_000, 100)


def append(table: str, after: int) -> Append:
    return Append(table, after, (EVENT,), "quixo", "waiting", True, None, clock.now())


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--finished", type=int, default=1_000_000, help="games that are over (1000000)")
    parser.add_argument("--clocked", type=int, default=100_000, help="games whose clocks run (100000)")
    parser.add_argument("--times", type=int, default=300, help="how often each is measured (300)")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL, not on SQLite")
    options = parser.parse_args(arguments)
    print(
        "milliseconds, median"
        + "".join(f"{name:>12}" for name in ("start", "append", "lobby", "due", "events"))
    )
    with ExitStack() as stack:
        places = postgres(stack) if options.postgres else files(stack)
        for place in places:
            asyncio.run(start(place))
        if options.postgres:
            asyncio.run(fill_postgres(places[1], options.finished, options.clocked))
        else:
            fill_file(places[1], options.finished, options.clocked)
        for _ in range(2):
            for name, place in zip(("empty", "full"), places, strict=True):
                asyncio.run(forget(place))
                found = asyncio.run(measure(place, options.times))
                print(f"{name:<20}" + "".join(f"{value:>12.2f}" for value in found), flush=True)
        print(f"the full database: {asyncio.run(size(places[1])) / 1e9:.2f} GB")


def files(stack: ExitStack) -> tuple[str, str]:
    """Two databases, one of which stays empty."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    return str(folder / "empty.db"), str(folder / "full.db")


def postgres(stack: ExitStack) -> tuple[str, str]:
    from tests.postgres import Postgres

    home = Path(tempfile.mkdtemp(prefix="rowlock-postgres-"))
    stack.callback(shutil.rmtree, home)
    server = Postgres(home)
    server.start()
    stack.callback(server.stop, signal.SIGQUIT)
    return server.new_database(), server.new_database()


async def forget(address: str) -> None:
    """The live tables of `measure` must not be there yet."""
    if "://" in address:
        connection = await asyncpg.connect(address)
        await connection.execute(FORGET)
        await connection.close()
        return
    file = sqlite3.connect(address)
    file.execute("PRAGMA foreign_keys = ON")
    file.execute(FORGET)
    file.commit()
    file.close()


async def size(address: str) -> int:
    """Bytes."""
    if "://" not in address:
        return Path(address).stat().st_size
    connection = await asyncpg.connect(address)
    found: int = await connection.fetchval("SELECT pg_database_size(current_database())")
    await connection.close()
    return found


if __name__ == "__main__":
    main()
