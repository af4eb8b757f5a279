"""How long a hint takes: asked of a real server about positions from games played by chance.

The first one of each game starts what it needs, or loads it; it is told apart.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator, Sequence
from random import Random

from bench.start import ask, served
from rowlock.rules import DICE, GAMES, State

LIMIT = 0.3
"""Seconds."""


def decisions(game: str, seats: int, chance: Random) -> Iterator[State]:
    """Positions in which somebody has a choice."""
    while True:
        state = GAMES[game].start(seats)
        while state.awaiting:
            seat = chance.choice(state.awaiting)
            moves = state.legal_moves(seat)
            if seat != DICE and len(moves) > 1 and chance.random() < 0.3:
                yield state
            state = state.play(seat, chance.choice(moves))


def main(arguments: Sequence[str] | None = None) -> None:
    """Prints the first, the median and the longest time of each game."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--hints", type=int, default=100, help="of each game")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    with served() as server:
        for game in GAMES.values():
            for seats in game.seat_counts:
                found = decisions(game.name, seats, Random(options.seed))
                times = []
                for _ in range(options.hints + 1):
                    state = next(found)
                    began = time.perf_counter()
                    ask(server, "/hint", {"position": str(state), "seat": state.awaiting[0]})
                    times.append(time.perf_counter() - began)
                first, *warm = times
                middle, longest = 1000 * statistics.median(warm), 1000 * max(warm)
                late = sum(one > LIMIT for one in warm)
                print(
                    f"{game.name}, {seats} seats: first {1000 * first:.0f} ms, then {middle:.0f} ms in the middle, "
                    f"{longest:.0f} ms at most; {late} of {len(warm)} after {1000 * LIMIT:.0f} ms",
                    flush=True,
                )
