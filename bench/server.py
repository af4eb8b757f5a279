"""How many moves a second the server acknowledges, and how long a player waits for the acknowledgement.

The server is a process of its own, with SQLite and full sync, as `rowlock serve` starts it. The players are in other
processes: at each table two of them, each with a socket of its own, who play games of random legal moves one after
the other, every move as soon as they have seen the one before, or, with --rate, so many a second in all. A latency is
the time from sending a move to reading that it is on disk. Without --rate, all tables wait for the server all the
time, so the latency is what the throughput leaves: tables divided by moves a second.

What a disk does is not ours: its own time to write 64 kB and sync, measured before and after, stands below the table.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import platform
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bench.players import players
from bench.serving import Backing, Server, services

BOARDGAME_IO = {1: 767, 100: 544}
"""Moves a second of boardgame.io, in memory and without durability, on such a machine."""


def measure(
    servers: Sequence[Server], around: Backing, tables: int, seconds: float, processes: int, moves: float = 0
) -> str:
    def computed() -> float:
        return sum(server.cpu_seconds() for server in servers)

    ports = [server.port for server in servers]
    context = multiprocessing.get_context("spawn")
    processes = min(processes, tables)
    pause = tables / moves if moves else 0.0
    pipes, children = [], []
    for number in range(processes):
        here, there = context.Pipe()
        share = tables // processes + (number < tables % processes)
        child = context.Process(target=players, args=(ports, share, seconds, pause, number, there))
        child.start()
        pipes.append(here)
        children.append(child)
    for pipe in pipes:
        pipe.recv()
    begin, before, stored = time.perf_counter(), computed(), around.cpu_seconds()
    for pipe in pipes:
        pipe.send("go")
    results = [pipe.recv() for pipe in pipes]
    elapsed = time.perf_counter() - begin
    busy, stored = (computed() - before) / elapsed, (around.cpu_seconds() - stored) / elapsed
    for child in children:
        child.join()
    latencies = sorted(latency for result in results for latency in result[0])
    rate = sum(len(result[0]) / result[2] for result in results)
    p50, p99 = (statistics.quantiles(latencies, n=100)[n] * 1000 for n in (49, 98))
    theirs = BOARDGAME_IO.get(tables)
    ratio = f"{rate / theirs:8.2f}×" if theirs else f"{'–':>9}"
    players_busy = sum(result[3] for result in results)
    return (
        f"{tables:>7,}{rate:>10,.0f}{p50:>9.1f}{p99:>9.1f}{ratio}{busy:>9.0%}{rate / busy:>10,.0f}"
        f"{stored / rate * 1000:>9.2f}{players_busy:>9.0%}{os.getloadavg()[0]:>7.1f}"
    )


def sync_times(folder: Path, seconds: float = 2.0) -> list[float]:
    """How long the disk takes to keep 64 kB, about what a group of moves writes; in milliseconds."""
    taken = []
    with (folder / "sync").open("wb") as file:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            file.seek(0)
            file.write(bytes(65_536))
            file.flush()
            begin = time.perf_counter()
            os.fdatasync(file.fileno())
            taken.append((time.perf_counter() - begin) * 1000)
            time.sleep(0.01)
    return taken


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", default="1,100,1000", help="how many tables play at once (1,100,1000)")
    parser.add_argument("--seconds", type=float, default=10, help="how long each is measured (10)")
    parser.add_argument("--processes", type=int, default=1, help="processes of players (1)")
    parser.add_argument(
        "--rate", type=float, default=0, help="moves a second in all (as many as there can be)"
    )
    parser.add_argument(
        "--workers", type=int, default=0, help="on PostgreSQL, with so many server processes (one, on SQLite)"
    )
    parser.add_argument(
        "--by-table", action="store_true", help="these at an address each, and all who play at a table at one"
    )
    options = parser.parse_args(arguments)
    print(f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores")
    columns = {
        "tables": 7,
        "moves/s": 10,
        "p50 ms": 9,
        "p99 ms": 9,
        "vs bg.io": 9,
        "server": 9,
        "per CPU s": 10,
        "db ms": 9,
    }
    columns |= {"players": 9, "load": 7}
    print("".join(f"{name:>{width}}" for name, width in columns.items()))
    with (
        tempfile.TemporaryDirectory() as folder,
        services(options.workers) as around,
    ):
        syncs = sync_times(Path(folder))
        apart = max(1, options.workers) if options.by_table else 1
        environment = around.environment | ({"ROWLOCK_WORKERS": "1"} if options.by_table else {})
        servers = [Server(Path(folder), environment) for _ in range(apart)]
        try:
            for tables in options.tables.split(","):
                print(
                    measure(servers, around, int(tables), options.seconds, options.processes, options.rate),
                    flush=True,
                )
        finally:
            for server in servers:
                server.stop()
        syncs += sync_times(Path(folder))
    p50, p99 = (statistics.quantiles(syncs, n=100)[n] for n in (49, 98))
    print(f"the disk alone: p50 {p50:.1f} ms, p99 {p99:.1f} ms, longest {max(syncs):.0f} ms")
