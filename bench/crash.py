"""Kills the server very often while people play: what it acknowledged must be there exactly once.

The short form of this, with 25 kills, is in `make test`; what is checked stands in tests/server/crashing.py.
"""

from __future__ import annotations

import argparse
import random
import shutil
import signal
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.postgres import Postgres
from tests.server.crashing import crash
from tests.server.serving import lavish


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=500, help="how often, on each database (500)")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="to do the same again")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        begin = time.monotonic()
        report = crash(lavish(Path(folder) / "db"), Path(folder), options.kills, options.seed)
        print(
            f"SQLite: {report} in {time.monotonic() - begin:.0f} s, seed {options.seed}",
            flush=True,
        )
    with tempfile.TemporaryDirectory() as folder:
        home = Path(tempfile.mkdtemp(prefix="rowlock-postgres-"))
        postgres = Postgres(home)
        try:
            postgres.start()
            begin = time.monotonic()
            report = crash(lavish(postgres.new_database()), Path(folder), options.kills, options.seed)
            print(f"PostgreSQL: {report} in {time.monotonic() - begin:.0f} s, seed {options.seed}")
        finally:
            postgres.stop(signal.SIGQUIT)
            shutil.rmtree(home)
