"""Plays games of the simulator again by the rules, and stops at the first difference.

    python -m bench qwixx.side_by_side [GAMES] [SEATS]

The dice and decisions come from the simulator; each must be legal, and the end and the scores must be the same.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from rowlock.bots.qwixx.simulate import RANDOM, SimulatedPlayer, simulate
from tests.bots.qwixx.test_simulate import replay

PORTION = 1000


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", type=int, nargs="?", default=100_000, help="how many (100,000)")
    parser.add_argument("seats", type=int, nargs="?", default=2, help="players of each (2)")
    options = parser.parse_args(arguments)
    games, seats = options.games, options.seats
    for first in range(0, games, PORTION):
        count = min(PORTION, games - first)
        played = simulate([SimulatedPlayer(RANDOM)] * seats, count, seed=5, first_game=first, log=True)
        for game in range(count):
            state = replay(played, game, seats)
            if state.phase != "over" or state.scores != tuple(played.scores[game]):
                raise SystemExit(f"game {first + game} differs: {state} {played.scores[game]}")
    print(f"{games:,} games with {seats} seats: no difference")
