"""How fast the rules are: pure Python, one core, nothing remembered between games.

Time is what the processor spent on it, and each figure is the best of several rounds, because other work on the
machine can only make a round slower.
"""

from __future__ import annotations

import argparse
import os
import platform
import time
from collections.abc import Callable, Sequence
from random import Random

from rowlock.rules import GAMES
from rowlock.rules.perft import perft

TARGETS = {"Quixo, random moves": 60_000, "Qwixx, random games of two": 500}
"""What the rules promise, a second."""


def random_games(name: str, seats: int, seconds: float) -> tuple[float, float]:
    """Moves and games a second in random play; the dice count as a player, so each roll is a move."""
    game, chance = GAMES[name], Random(1)
    moves = games = 0
    begin = time.process_time()
    while (elapsed := time.process_time() - begin) < seconds:
        state = game.start(seats, 1)
        while awaiting := state.awaiting:
            seat = awaiting[0]
            state = state.play(seat, chance.choice(state.legal_moves(seat)))
            moves += 1
        games += 1
    return moves / elapsed, games / elapsed


def perft_seconds(depth: int) -> float:
    """How long it takes to count the sequences of `depth` moves at Quixo."""
    begin = time.process_time()
    perft(GAMES["quixo"].start(), depth)
    return time.process_time() - begin


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20, help="how many rounds to take the best of (20)")
    parser.add_argument(
        "--seconds", type=float, default=0.25, help="how long a round of random games is (0.25)"
    )
    options = parser.parse_args(arguments)
    measures: dict[str, Callable[[], float]] = {
        "Quixo, random moves": lambda: random_games("quixo", 2, options.seconds)[0],
        "Quixo in teams, random moves": lambda: random_games("quixo4", 4, options.seconds)[0],
        "Qwixx, random games of two": lambda: random_games("qwixx", 2, options.seconds)[1],
    }
    print(f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores, one used")
    print(f"{'a second, best of ' + str(options.rounds):36}{'measured':>14}{'target':>10}{'ratio':>8}")
    for what, measure in measures.items():
        best = max(measure() for _ in range(options.rounds))
        target = TARGETS.get(what)
        goal = f"{target:>10,}{best / target:>8.2f}" if target else f"{'–':>10}{'–':>8}"
        print(f"{what:36}{best:>14,.0f}{goal}")
    seconds = min(perft_seconds(5) for _ in range(min(options.rounds, 5)))
    print(f"{'Quixo, perft 5, seconds in all':36}{seconds:>14.2f}")
