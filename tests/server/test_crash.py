"""The server is killed at random moments: what it acknowledged is there exactly once, and everything goes on.

`python -m bench crash` does the same for much longer.
"""

import random
from pathlib import Path

import pytest

from rowlock.table import playing
from rowlock.table.options import Clock, Options
from tests.postgres import Postgres
from tests.server.crashing import HOUR, Report, _check_clocks, crash
from tests.server.serving import lavish
from tests.table.sitting import NOON, Sitting

KILLS = {"sqlite": 8, "postgresql": 8}


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


def test_the_check_of_the_clocks_can_fail() -> None:
    """Two lives of ten seconds with as many between them; a table that was there all the time."""
    report = Report(lives=[(NOON / 1000, NOON / 1000 + 10), (NOON / 1000 + 20, NOON / 1000 + 30)])
    sitting = Sitting(options=Options(first=1, clock=Clock(per_game=HOUR)))
    sitting.wait(10)
    sitting.now += 10_000
    unaware = sitting.table
    sitting.add(playing.resume(sitting.table, NOON + 10_000, sitting.now))
    sitting.wait(10)
    sitting.play(1, "a1a5")
    _check_clocks(sitting.table, report)
    sitting.table = unaware
    sitting.wait(10)
    sitting.play(1, "a1a5")
    with pytest.raises(AssertionError, match="lived only"):
        _check_clocks(sitting.table, report)
