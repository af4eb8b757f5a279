"""Tries how the others hurry in a game of Qwixx: candidates for the `Pace` of the sheet of one seat among several.

    python -m training.qwixx.pace --players 2 --games 20000 " -3,0,-3,0" " -3,0.03,-3,0.02"

Each candidate is four numbers, those of `Pace.curved`. The sheet is solved for it and plays one seat against
`greedy` players, and `master` plays one seat against such sheets; the best candidate wins most against both.
"""

from __future__ import annotations

import argparse

from rowlock.bots.arena import CONFIDENCE
from rowlock.bots.qwixx.players import player
from rowlock.bots.qwixx.simulate import SHEET, SimulatedPlayer, simulate
from rowlock.solve.qwixx.sheet import Pace, solve_sheet


def first_places(players: list[SimulatedPlayer], games: int) -> str:
    """The share of first places of the first seat, ties split, with its 95 % interval."""
    scores = simulate(players, games, seed=1).scores
    best = scores == scores.max(axis=1, keepdims=True)
    won = best[:, 0] / best.sum(axis=1)
    return f"{100 * won.mean():.2f} % ± {100 * CONFIDENCE * won.std(ddof=1) / games**0.5:.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("curves", nargs="+")
    options = parser.parse_args()
    others = options.players - 1
    for text in options.curves:
        end, end_rise, close, close_rise = map(float, text.split(","))
        values = solve_sheet(options.players, Pace.curved(end, end_rise, close, close_rise))
        sheet = SimulatedPlayer(SHEET, sheets=values.settled)
        against_greedy = first_places([sheet, *[player("greedy", options.players)] * others], options.games)
        master = first_places([player("master", options.players), *[sheet] * others], options.games // 5)
        print(f"{text}: {against_greedy} against greedy; master against it {master}", flush=True)


if __name__ == "__main__":
    main()
