"""How many moves a second one thinking process makes, of each level of each game.

Bots play games among themselves, one table after the other, through the same processes that a server asks, and without
the pause that lets people follow. What the processor spent is told, too: a machine that is busy with other work
changes the moves a second, but not so much what a move costs.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bench.serving import cpu_seconds
from rowlock.rules import DICE, GAMES, State
from rowlock.rules.dice import Rolls
from rowlock.rules.levels import LEVELS
from rowlock.server.job import Job
from rowlock.server.thinking import LONGEST_START, NotReady, Thinker, answer


@dataclass(slots=True)
class BotTable:
    """A table at which bots play."""

    game: str
    chance: Random
    past: list[State]
    number: int = 0

    @property
    def state(self) -> State:
        return self.past[-1]

    def question(self, level: str) -> tuple[int, Job]:
        """Who decides next, and what they are asked; what dice decide is decided before, and a game that is over begins
        anew."""
        if self.state.outcome:
            self.past, self.number = [GAMES[self.game].start()], self.number + 1
        while self.state.awaiting == (DICE,):
            rolls = self.state.legal_moves(DICE)
            assert isinstance(rolls, Rolls)
            self.past.append(self.state.play(DICE, self.chance.choice(rolls)))
        seat = self.state.awaiting[0]
        past = tuple(str(state) for state in self.past[:-1])
        view = str(self.state.seen_by(seat))
        return seat, Job(f"{self.number}", self.game, level, view, past, seat, str(len(past)))


async def measure(game: str, level: str, seconds: float) -> str:
    thinker = Thinker(answer, {})
    table = BotTable(game, Random(1), [GAMES[game].start()])
    took: list[float] = []
    try:
        process = await _loaded(thinker, table, level)
        computed, began = cpu_seconds(process), time.perf_counter()
        while time.perf_counter() - began < seconds:
            asked = time.perf_counter()
            await _decide(thinker, table, level)
            took.append(time.perf_counter() - asked)
        elapsed, computed = time.perf_counter() - began, cpu_seconds(process) - computed
    finally:
        thinker.kill(wait=True)
    longest = max(took) * 1000
    return f"{game:<8}{level:<8}{len(took) / elapsed:>9,.1f}{computed / len(took) * 1000:>13,.1f}{longest:>13,.0f}"


async def _loaded(thinker: Thinker, table: BotTable, level: str) -> int:
    """The number of the process, when it has all that it needs; something may have to be compiled first."""
    while True:
        try:
            await _decide(thinker, table, level)
        except NotReady:
            await asyncio.sleep(0.5)
        else:
            return await thinker.run(LONGEST_START, os.getpid)


async def _decide(thinker: Thinker, table: BotTable, level: str) -> None:
    seat, job = table.question(level)
    table.past.append(table.state.play(seat, await thinker.ask(job)))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=5, help="how long each is measured (5)")
    parser.add_argument("--games", nargs="*", default=list(GAMES), help="these only (all)")
    parser.add_argument("--levels", nargs="*", default=LEVELS, help="these only (all)")
    options = parser.parse_args(arguments)
    print(f"{'game':<8}{'level':<8}{'moves/s':>9}{'CPU ms/move':>13}{'longest ms':>13}")
    for game in options.games:
        for level in options.levels:
            print(asyncio.run(measure(game, level, options.seconds)), flush=True)
    print(f"load {os.getloadavg()[0]:.1f}")
