"""Plays games of the simulator again by the rules, and stops at the first difference.

    python bench/qwixx/side_by_side.py [GAMES] [SEATS]

The dice and decisions come from the simulator; each must be legal, and the end and the scores must be the same.
"""

from __future__ import annotations

import sys

from rowlock.bots.qwixx.simulate import RANDOM, SimulatedPlayer, simulate
from tests.bots.qwixx.test_simulate import replay

PORTION = 1000


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seats = int(sys.argv[2]) if len(sys.argv) > 2 else 2
    for first in range(0, games, PORTION):
        count = min(PORTION, games - first)
        played = simulate([SimulatedPlayer(RANDOM)] * seats, count, seed=5, first_game=first, log=True)
        for game in range(count):
            state = replay(played, game, seats)
            if state.phase != "over" or state.scores != tuple(played.scores[game]):
                raise SystemExit(f"game {first + game} differs: {state} {played.scores[game]}")
    print(f"{games:,} games with {seats} seats: no difference")


if __name__ == "__main__":
    main()
