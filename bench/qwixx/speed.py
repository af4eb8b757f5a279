"""How many games a second the Qwixx simulator plays on one core.

python -m bench qwixx.speed
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

from rowlock.bots.qwixx.players import player
from rowlock.bots.qwixx.simulate import simulate


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", type=float, default=1.0, help="what part of the games to play (1)")
    options = parser.parse_args(arguments)
    for names, whole in (
        (("random", "random"), 200_000),
        (("greedy", "greedy"), 100_000),
        (("greedy",) * 4, 50_000),
        (("master", "master"), 500),
    ):
        games = max(1, int(whole * options.part))
        players = [player(name, len(names)) for name in names]
        simulate(players, 10, seed=0)  # compile
        began, used = time.perf_counter(), time.process_time()
        simulate(players, games, seed=1)
        wall, used = time.perf_counter() - began, time.process_time() - used
        print(
            f"{', '.join(names):32} {games / wall:10,.0f} games/s, {games / used:10,.0f} a second of CPU time"
        )
