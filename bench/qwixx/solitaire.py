"""A million games of one player under best play: their mean must agree with the exact value.

    python -m bench qwixx.solitaire [GAMES]

Prints how long solving took, the exact value, and the mean with its 95 % interval.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import numpy as np

from rowlock.bots.qwixx.simulate import SHEET, SimulatedPlayer, simulate
from rowlock.solve.qwixx.sheet import solve_sheet


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", type=int, nargs="?", default=1_000_000, help="how many (a million)")
    options = parser.parse_args(arguments)
    games: int = options.games
    began = time.perf_counter()
    values = solve_sheet()
    exact = values.to_come((0, 0, 0, 0), 0)
    print(f"exact {exact:.10f}, solved in {time.perf_counter() - began:.1f} s")
    scores = simulate([SimulatedPlayer(SHEET, sheets=values.tables)], games, seed=2024).scores[:, 0]
    margin = 1.96 * scores.std() / np.sqrt(games)
    print(f"mean of {games:,} games {scores.mean():.4f} ± {margin:.4f}")
    print("quantiles 1 5 25 50 75 95 99 %:", *np.percentile(scores, [1, 5, 25, 50, 75, 95, 99]).astype(int))
