"""Breaks everything that can break, again and again, while people play, and reports what came of it.

Two servers with PostgreSQL and Redis, each line between them through a proxy of its own; what is done to them stands in
tests/server/chaos/faults.py, who plays and notices in people.py. The short form, with a few kinds of fault, is in
`make test`. The exit code is 1 if anything was lost, doubled, stuck, shown backwards or healed late. Ctrl-C or SIGTERM
ends it after the fault that is going on, with the report of what there is so far; a second one ends it at once.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import random
import shutil
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.server.chaos.chaos import order, run, succeed
from tests.server.chaos.faults import BOTH, KINDS, LONGEST


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--faults", type=int, default=1000, help="how many (1000)")
    parser.add_argument("--kind", choices=[*KINDS, BOTH], action="append", help="these kinds only")
    parser.add_argument("--tables", type=int, default=1, help="tables of each kind of game and company (1)")
    parser.add_argument("--minutes", type=float, default=1e6, help="how long at most (as it takes)")
    parser.add_argument("--longest", type=float, default=LONGEST, help=f"seconds of a fault ({LONGEST:.0f})")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="to do the same again")
    options = parser.parse_args(arguments)
    names = order(options.faults, options.seed)
    if options.kind:
        names = (options.kind * options.faults)[: options.faults]
    print(f"CPython {platform.python_version()}, {os.cpu_count()} cores, seed {options.seed}", flush=True)
    folder = Path(tempfile.mkdtemp(prefix="rowlock-chaos-"))
    asked: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: _end(number, asked))
    work = run(
        folder,
        names,
        options.seed,
        tables=options.tables,
        minutes=options.minutes,
        longest=options.longest,
        tell=lambda line: print(line, flush=True),
        enough=lambda: bool(asked),
    )
    report = asyncio.run(work)
    print(report)
    print(f"load {os.getloadavg()[0]:.1f}")
    if succeed(report):
        shutil.rmtree(folder)
        return
    print(f"the logs of the servers are in {folder}")
    sys.exit(1)


def _end(number: int, asked: list[int]) -> None:
    """Asked to end: politely at first."""
    asked.append(number)
    if len(asked) > 1:
        raise KeyboardInterrupt
