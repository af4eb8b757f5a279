"""How fast the store is: durable appends a second, and how long a caller waits for one.

    python -m bench store [--postgres]

Each caller has a table of its own and appends one event after the other. Group commit is compared, in turns, with one
commit for each append: the same code, with groups of one.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rowlock.store import Append, open_store, store

CALLERS = (1, 100, 1_000)
EVENT = (
    '{"type": "moved", "seat": 1, "move": "a1a5", "turn": 17, "id": "7d1ce60b5f5c4c5b", "at": 1700000000000}'
)


async def measure(address: str, callers: int, seconds: float) -> tuple[float, list[float]]:
    """Appends a second, and how long each of them took, in order of length."""
    waits: list[float] = []
    opened = await open_store(address)
    start = time.perf_counter()

    async def call(number: int) -> None:
        table, revision = f"{number:032x}", 0
        # On a busy machine the time may be over before the first of them begins.
        while (begin := time.perf_counter()) < start + seconds or not waits:
            await opened.append(Append(table, revision, (EVENT,), "quixo", "playing", True, None, revision))
            waits.append(time.perf_counter() - begin)
            revision += 1

    await asyncio.gather(*(call(number) for number in range(callers)))
    elapsed = time.perf_counter() - start  # a little more than asked for: until the last one is acknowledged
    await opened.close()
    return len(waits) / elapsed, sorted(waits)


@contextmanager
def sqlite(folder: Path) -> Iterator[Callable[[], str]]:
    numbers = iter(range(1_000_000))
    yield lambda: str(folder / f"{next(numbers)}.db")


@contextmanager
def postgres(folder: Path) -> Iterator[Callable[[], str]]:
    from tests.postgres import Postgres

    server = Postgres(folder)  # with fsync, unlike the one of the tests
    server.start()
    try:
        yield server.new_database
    finally:
        server.stop()


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--postgres", action="store_true", help="on a PostgreSQL started for this, not on SQLite"
    )
    parser.add_argument("--seconds", type=float, default=3, help="how long each measurement is (3)")
    parser.add_argument("--rounds", type=int, default=3, help="how many rounds, each of which is shown (3)")
    parser.add_argument(
        "--folder", type=Path, default=Path(), help="a folder on the disk to measure (this one)"
    )
    options = parser.parse_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="bench-store-", dir=options.folder.absolute()))
    kind = "PostgreSQL" if options.postgres else "SQLite"
    print(
        f"{kind}, CPython {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    )
    print(f"{'callers':>8}{'commit':>10}{'appends/s':>12}{'p50 ms':>9}{'p99 ms':>9}")
    try:
        with (postgres if options.postgres else sqlite)(folder) as new_address:
            for callers in CALLERS * options.rounds:
                for largest_group, name in ((1_000, "group"), (1, "each")):
                    store.LARGEST_GROUP = largest_group
                    rate, waits = asyncio.run(measure(new_address(), callers, options.seconds))
                    p50, p99 = (waits[int(len(waits) * part)] * 1_000 for part in (0.5, 0.99))
                    print(f"{callers:8,}{name:>10}{rate:12,.0f}{p50:9.1f}{p99:9.1f}", flush=True)
    finally:
        shutil.rmtree(folder)
