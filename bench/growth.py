"""What a database full of finished games, and of games whose clocks run, costs those who play now.

The rows are inserted directly: a million games take minutes, not days. Then, with the database empty and full in
turn: how long a start takes, until the server would answer; an append to a live table; a page of public tables; the
look for what is due; the events of one game.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from rowlock.server import clock
from rowlock.server.news import NoNews
from rowlock.server.settings import Settings
from rowlock.server.tables import Tables
from rowlock.store import Append, Store, open_store

EVENTS = 5
"""Of each game that is inserted; a real one has more."""
EVENT = '{"type":"moved","at":1700000000000,"seat":1,"move":"a1a5","command":"m17"}'


def fill(path: Path, finished: int, clocked: int) -> None:
    """Games that are over, one of ten public, and games that wait for somebody, with a clock that runs for a day."""
    later = clock.now() + 86_400_000
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute("PRAGMA cache_size = -200000")
    tables = "INSERT INTO tables (id, revision, game, status, public, created_at, changed_at, due_at) VALUES"
    over = ((f"f{n:08}", EVENTS, "quixo", "over", n % 10 == 0, n, n, None) for n in range(finished))
    going = ((f"g{n:08}", EVENTS, "quixo", "playing", 0, n, n, later + n) for n in range(clocked))
    for name, rows, count in (("f", over, finished), ("g", going, clocked)):
        connection.executemany(f"{tables} (?, ?, ?, ?, ?, ?, ?, ?)", rows)
        events = ((f"{name}{n:08}", place + 1, EVENT) for n in range(count) for place in range(EVENTS))
        connection.executemany("INSERT INTO events VALUES (?, ?, ?)", events)
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


async def median(work: Callable[[int], Awaitable[object]], times: int) -> float:
    """Milliseconds."""
    took: list[float] = []
    for number in range(times):
        begin = time.perf_counter()
        await work(number)
        took.append((time.perf_counter() - begin) * 1000)
    return statistics.median(took)


async def start(path: Path) -> None:
    store = await open_store(str(path))
    tables = Tables(store, Settings(), NoNews())
    await tables.start()
    assert not tables.ledger.live
    await tables.close()


async def measure(path: Path, times: int) -> list[float]:
    store = await open_store(str(path))
    await store.append(*(append(f"live{n}", 0) for n in range(times)))
    found = [
        await median(lambda _: start(path), max(3, times // 30)),
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
    options = parser.parse_args(arguments)
    print(
        "milliseconds, median"
        + "".join(f"{name:>12}" for name in ("start", "append", "lobby", "due", "events"))
    )
    with tempfile.TemporaryDirectory() as folder:
        empty, full = Path(folder) / "empty.db", Path(folder) / "full.db"
        for path in (empty, full):
            asyncio.run(start(path))
        fill(full, options.finished, options.clocked)
        for _ in range(2):
            for name, path in (("empty", empty), ("full", full)):
                found = asyncio.run(measure_anew(path, options.times))
                print(f"{name:<20}" + "".join(f"{value:>12.2f}" for value in found), flush=True)
        print(f"the full database: {full.stat().st_size / 1e9:.2f} GB")


async def measure_anew(path: Path, times: int) -> list[float]:
    """As `measure`, whose tables must not be there yet."""
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("DELETE FROM tables WHERE id >= 'live' AND id < 'livf'")
    connection.commit()
    connection.close()
    return await measure(path, times)


if __name__ == "__main__":
    main()
