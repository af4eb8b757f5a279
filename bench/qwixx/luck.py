"""Whether the review of Qwixx is fair: over many games luck and correction are zero on the mean, and all parts add up.

python -m bench qwixx.luck [--games 200] [--seats hard,easy]

Reviews simulated games and prints, for each seat, the mean of every part with its 95 % interval, and how long a review
takes. A judge that is biased would show in the correction.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

import numpy as np

from rowlock.bots.qwixx.players import player
from rowlock.bots.qwixx.simulate import NONE, SimulatedGames, simulate
from rowlock.rules import DICE, Ply, Record
from rowlock.rules.qwixx import PASS, Qwixx
from rowlock.rules.sheet import COLOURS
from rowlock.study import review

PARTS = ("start", "luck", "decisions", "others", "correction", "result")


def record_of(games: SimulatedGames, game: int, names: Sequence[str]) -> Record:
    """One game of the simulator as a record."""
    log = games.log[game, : games.turns[game]].tolist()
    seats = len(names)
    state = Qwixx.start(seats, log[0][0] + 1)
    record = Record.new("qwixx", names, log[0][0] + 1)
    plies: list[Ply] = []
    for _, *rest in log:
        dice, whites, colour = rest[:6], rest[6 : 6 + seats], rest[6 + seats]
        roll = "".join(
            str(face) if there else "." for face, there in zip(dice, state.dice_in_play, strict=True)
        )
        moves = [(DICE, roll)]
        for seat, row in enumerate(whites, 1):
            moves.append((seat, f"{COLOURS[row]}{dice[0] + dice[1]}" if row >= 0 else PASS))
        if colour != NONE:
            row = colour >> 1
            cross = f"{COLOURS[row]}{dice[colour & 1] + dice[2 + row]}" if colour >= 0 else PASS
            moves.append((state.active, cross))
        for seat, move in moves:
            plies.append(Ply(seat, move))
            state = state.play(seat, move)
    return record.played(plies)


def main(arguments: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--games", type=int, default=200)
    options.add_argument("--seats", default="hard,easy")
    given = options.parse_args(arguments)
    names = given.seats.split(",")
    games = simulate([player(name, len(names)) for name in names], given.games, seed=7, log=True)
    parts = np.zeros((given.games, len(names), len(PARTS)))
    worst, began = 0.0, time.process_time()
    for game in range(given.games):
        found = review(record_of(games, game, names))
        for seat, one in enumerate(found.seats):
            parts[game, seat] = [getattr(one, part) for part in PARTS]
            worst = max(worst, abs(parts[game, seat, :-1].sum() - one.result))
    spent = (time.process_time() - began) / given.games
    print(
        f"{given.games} games of {', '.join(names)}: {spent:.2f} s a review; parts add up to within {worst:.1e}"
    )
    means, margins = parts.mean(axis=0), 1.96 * parts.std(axis=0, ddof=1) / np.sqrt(given.games)
    for seat, name in enumerate(names):
        told = ", ".join(
            f"{part} {mean:+.4f} ± {margin:.4f}"
            for part, mean, margin in zip(PARTS, means[seat], margins[seat], strict=True)
        )
        print(f"seat {seat + 1} {name}: {told}")
