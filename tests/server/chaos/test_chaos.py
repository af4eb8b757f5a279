"""The short form of `make chaos`: a handful of faults, and proof that whoever watches would notice."""

import asyncio
import os
import time
from pathlib import Path

import pytest

from tests.server.chaos.chaos import GROWTH, run
from tests.server.chaos.people import Game, Seen, check
from tests.server.chaos.site import Site, aside

KINDS = (
    "clock of the database jumps by days",
    "line to the database: muted",
    "death before telling",
    "answer to COMMIT muted",
    "backends killed",
    "line to Redis: cut",
    "garbage",
)


@pytest.mark.long
def test_a_handful_of_faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """How soon all is well again is what the long form says: here many tests share the machine, so nobody plays as fast
    as it can."""
    monkeypatch.setattr("tests.server.chaos.people.THINKING", 0.1)
    report = asyncio.run(run(tmp_path, KINDS, seed=os.getpid()))
    assert report.seen.wrong == []
    assert report.faults == len(KINDS)
    assert report.seen.acknowledged > 5 * len(KINDS)
    assert report.seen.refused_strangers
    assert report.growth < GROWTH


def test_whoever_checks_would_notice(tmp_path: Path) -> None:
    """A table in which one move is lost, one is doubled, one comes from nobody, and somebody has lost on time."""
    events = [
        '{"type":"moved","command":"1:c1"}',
        '{"type":"moved","command":"1:c1"}',
        '{"type":"moved","command":"2:c7"}',
        '{"type":"ended","reason":"time"}',
    ]

    async def look() -> list[str]:
        site, seen = Site(tmp_path), Seen()
        try:
            await aside(site.postgres.start)
            site.database = await aside(site.postgres.new_database)
            await site.ask('CREATE TABLE events ("table" text, revision int, event text)')
            for revision, event in enumerate(events):
                await site.ask("INSERT INTO events VALUES ('t', $1, $2)", revision, event)
            game = Game("t", {}, time.monotonic(), sent={"1:c1", "1:c2"})
            game.acknowledged = {"1:c1": (0.0, 1), "1:c2": (0.0, 2)}
            await check(site, seen, [game])
        finally:
            await site.close()
        return [text.removeprefix("table t: ").partition(":")[0] for text in seen.wrong]

    assert asyncio.run(look()) == [
        "acknowledged and lost",
        "played twice",
        "nobody sent ['2",
        "lost on time",
    ]
