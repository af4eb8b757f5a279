"""The server is killed at random moments: what it acknowledged is there exactly once, and everything goes on.

`bench/crash.py` does the same for much longer.
"""

import random
from pathlib import Path

import pytest

from tests.postgres import Postgres
from tests.server.crashing import crash
from tests.server.serving import lavish

KILLS = {"sqlite": 13, "postgresql": 12}


@pytest.mark.parametrize("kind", KILLS)
def test_nothing_acknowledged_is_lost_or_doubled(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = str(tmp_path / "db")
    if kind == "postgresql":
        server: Postgres = request.getfixturevalue("postgres")
        database = server.new_database()
    report = crash(lavish(database), tmp_path, KILLS[kind], seed=random.randrange(10**6))
    assert report.kills == KILLS[kind]
    assert report.acknowledged > 3 * KILLS[kind]
