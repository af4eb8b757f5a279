"""How many turns games between `master` players of Qwixx have, and what they score.

python -m bench qwixx.lengths [GAMES]
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np

from rowlock.bots.arena import CONFIDENCE
from rowlock.bots.qwixx.players import player
from rowlock.bots.qwixx.simulate import simulate


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", type=int, nargs="?", default=5000, help="of each number of players (5000)")
    options = parser.parse_args(arguments)
    games: int = options.games
    for seats in (2, 3, 4, 5):
        played = simulate([player("master", seats)] * seats, games, seed=1)
        told = []
        for name, values in (("turns", played.turns), ("points", played.scores.mean(axis=1))):
            told.append(f"{values.mean():.2f} ± {CONFIDENCE * values.std() / np.sqrt(games):.2f} {name}")
        print(f"{seats} players, {games:,} games: {', '.join(told)}", flush=True)
