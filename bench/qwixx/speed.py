"""How many games a second the Qwixx simulator plays on one core.

python bench/qwixx/speed.py
"""

from __future__ import annotations

import time

from rowlock.bots.qwixx.players import player
from rowlock.bots.qwixx.simulate import simulate


def main() -> None:
    for names, games in (
        (("random", "random"), 200_000),
        (("greedy", "greedy"), 100_000),
        (("greedy",) * 4, 50_000),
        (("master", "master"), 500),
    ):
        players = [player(name, len(names)) for name in names]
        simulate(players, 10, seed=0)  # compile
        began, used = time.perf_counter(), time.process_time()
        simulate(players, games, seed=1)
        wall, used = time.perf_counter() - began, time.process_time() - used
        print(
            f"{', '.join(names):32} {games / wall:10,.0f} games/s, {games / used:10,.0f} a second of CPU time"
        )


if __name__ == "__main__":
    main()
