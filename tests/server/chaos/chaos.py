"""Faults, one after the other, while people play; after each of them everything must be as if it had not been."""

from __future__ import annotations

import asyncio
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import asyncpg  # type: ignore[import-untyped]

from tests.server.chaos.faults import BOTH, KINDS, LONGEST, Scene, inject
from tests.server.chaos.people import Game, Match, Seen, Stranger, check
from tests.server.chaos.site import Site

BEGINNING = 300.0
"""Seconds that the start of everything may take."""
HEALED = 10.0
"""Seconds after the end of a fault in which everybody must be playing again."""
GIVING_UP = 90.0
"""Seconds after which a run gives up: there it is stuck."""
GROWTH = 64.0
"""MB by which a server may have grown since it was seen first."""
SETTLING = 15.0

PERSON, BOT = {"kind": "human"}, {"kind": "bot", "level": "easy"}
CASTS = (
    ("quixo", [PERSON, PERSON]),
    ("qwixx", [PERSON, PERSON, PERSON]),
    ("quixo", [PERSON, BOT]),
    ("qwixx", [PERSON, BOT, PERSON]),
    ("quixo4", [PERSON] * 4),
)


class Stuck(Exception):
    """Somebody can't play on."""


@dataclass
class Report:
    """What a run has shown."""

    seen: Seen = field(default_factory=Seen)
    healing: dict[str, list[float]] = field(default_factory=dict)
    """Of each kind, after how many seconds everybody played again."""
    late: list[str] = field(default_factory=list)
    growth: float = 0.0
    """The most by which a server grew over its life, in MB, as it stands after the settling."""
    began: float = field(default_factory=time.monotonic)

    @property
    def faults(self) -> int:
        return sum(map(len, self.healing.values()))

    def __str__(self) -> str:
        minutes = (time.monotonic() - self.began) / 60
        summary = (
            f"{self.faults} faults of {len(self.healing)} kinds in {minutes:.0f} minutes; {self.seen.tables:,} tables, "
            f"{self.seen.acknowledged:,} acknowledged moves, {self.seen.welcomes:,} times somebody came (back), "
            f"{self.seen.refused_strangers:,} tries of strangers, {self.seen.stood_in} times a bot played for somebody "
            f"who was away; wrong: {len(self.seen.wrong)}; "
            f"healed late: {len(self.late)}; a server grew by {self.growth:.0f} MB at most"
        )
        lines = [
            summary,
            "",
            "| fault | times | healed after, median | at most |",
            "|---|---|---|---|",
        ]
        for name, seconds in sorted(self.healing.items()):
            middle = sorted(seconds)[len(seconds) // 2]
            lines.append(f"| {name} | {len(seconds)} | {middle:.1f} s | {max(seconds):.1f} s |")
        return "\n".join([*lines, *("wrong: " + text for text in self.seen.wrong), *self.late])


async def run(
    folder: Path,
    names: Sequence[str],
    seed: int,
    *,
    casts: Sequence[tuple[str, list[dict[str, str]]]] = CASTS,
    tables: int = 1,
    minutes: float = 1e6,
    longest: float = LONGEST,
    tell: Callable[[str], None] = lambda _: None,
    enough: Callable[[], bool] = lambda: False,
) -> Report:
    """These faults in this order, or as many as there is time for and until it is enough, with so many tables of each
    cast."""
    report, chance, site = Report(), Random(seed), Site(folder)
    playing: list[asyncio.Task[None]] = []
    try:
        await site.start()
        matches = [
            Match(site, report.seen, game, list(seats), chance.randrange(10**9))
            for game, seats in casts
            for _ in range(tables)
        ]
        stranger = Stranger(site, report.seen, matches)
        playing = [
            asyncio.create_task(work) for work in [*(match.play() for match in matches), stranger.try_on()]
        ]
        for _ in range(2):  # everybody has begun, and then played; the first thoughts of bots take long
            await _healing(matches, time.monotonic(), playing, BEGINNING)
        sizes = {server.process: server.memory for server in site.servers}
        told = 0
        for number, name in enumerate(names, start=1):
            if enough() or time.monotonic() - report.began > 60 * minutes:
                break
            # By number, so that the same fault comes again whatever the players have asked of chance meanwhile.
            scene = Scene(site, matches, Random(f"{seed} {number}"), longest)
            kind = await inject(name, scene)
            took = await _healing(matches, time.monotonic(), playing)
            report.healing.setdefault(BOTH if name == BOTH else kind, []).append(took)
            if took > HEALED:
                report.late.append(f"late: {took:.1f} s after {kind}")
            await check(site, report.seen, _unchecked(matches))
            for wrong in report.seen.wrong[told:]:
                tell(f"wrong: {wrong}")
            told = len(report.seen.wrong)
            for server in site.servers:
                sizes.setdefault(server.process, server.memory)
            tell(
                f"{number}/{len(names)} {kind} for {scene.seconds:.1f} s: healed after {took:.1f} s; "
                f"{report.seen.acknowledged:,} moves, wrong {len(report.seen.wrong)}"
            )
        await check(site, report.seen, [game for match in matches for game in match.games])
        await _settled(site, sizes, report)
    except Stuck as stuck:
        report.seen.wrong.append(str(stuck))
    except (AssertionError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        report.seen.wrong.append(f"the run itself failed: {error!r}, {where.filename}:{where.lineno}")
    finally:
        for task in playing:
            task.cancel()
        for result in await asyncio.gather(*playing, return_exceptions=True):
            if isinstance(result, Exception):
                report.seen.wrong.append(f"somebody who played failed: {result!r}")
        await site.close()
    return report


async def _healing(
    matches: list[Match], since: float, playing: list[asyncio.Task[None]], longest: float = GIVING_UP
) -> float:
    """Seconds until everybody at every table plays again."""
    while not all(match.healed(since) for match in matches):
        if any(task.done() for task in playing):
            raise Stuck("somebody plays no more")
        if time.monotonic() - since > longest:
            stuck = [
                f"{match.game.id} at {[person.revision for person in match.people]}"
                for match in matches
                if not match.healed(since)
            ]
            raise Stuck(f"stuck: {', '.join(stuck)}")
        await asyncio.sleep(0.02)
    return time.monotonic() - since


def _unchecked(matches: list[Match]) -> list[Game]:
    """The games of each match since the last check, the present one among them."""
    found = [game for match in matches for game in match.games if not game.checked]
    for match in matches:
        for game in match.games[:-1]:
            game.checked = True
    return found


async def _settled(site: Site, sizes: dict[int, float], report: Report) -> None:
    """How much each server has grown since it was seen first; what is only lent comes back within a while."""
    give_up = time.monotonic() + SETTLING
    while True:
        report.growth = max(server.memory - sizes[server.process] for server in site.servers)
        if report.growth < GROWTH or time.monotonic() > give_up:
            return
        await asyncio.sleep(0.5)


def order(faults: int, seed: int) -> list[str]:
    """So many faults of all kinds, equally often, in a random order."""
    kinds = [*KINDS, BOTH]
    chance, found = Random(seed), list[str]()
    while len(found) < faults:
        found += chance.sample(kinds, len(kinds))
    return found[:faults]


def succeed(report: Report) -> bool:
    """Has everything held?"""
    return not report.seen.wrong and not report.late and report.growth < GROWTH
