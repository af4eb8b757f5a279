"""How many turns games between `master` players of Qwixx have, and what they score.

python bench/qwixx/lengths.py [GAMES]
"""

from __future__ import annotations

import sys

import numpy as np

from rowlock.bots.arena import CONFIDENCE
from rowlock.bots.qwixx.players import player
from rowlock.bots.qwixx.simulate import simulate


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    for seats in (2, 3, 4, 5):
        played = simulate([player("master", seats)] * seats, games, seed=1)
        told = []
        for name, values in (("turns", played.turns), ("points", played.scores.mean(axis=1))):
            told.append(f"{values.mean():.2f} ± {CONFIDENCE * values.std() / np.sqrt(games):.2f} {name}")
        print(f"{seats} players, {games:,} games: {', '.join(told)}", flush=True)


if __name__ == "__main__":
    main()
