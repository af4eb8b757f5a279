"""Speed of the Quixo kernels on one core, compilation not counted: perft 6, and 4×4 solved with distances.

python -m bench quixo.speed
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence

from rowlock.rules.quixo import Quixo
from rowlock.solve.quixo.cpu import solve
from rowlock.solve.quixo.perft import perft


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--depth", type=int, default=6, help="plies that perft counts (6)")
    parser.add_argument("--size", type=int, default=4, choices=(3, 4), help="the board to solve (4)")
    options = parser.parse_args(arguments)
    perft(Quixo.start(), 2)  # compiles
    list(solve(3))
    start = time.thread_time()
    leaves = perft(Quixo.start(), options.depth)
    spent = time.thread_time() - start
    print(f"perft {options.depth}: {leaves:,} in {spent:.2f} s, {leaves / spent / 1e6:,.0f} million leaves/s")
    start = time.thread_time()
    rounds = sum(solved.rounds for solved in solve(options.size))
    spent = time.thread_time() - start
    print(f"{options.size}×{options.size} with distances: {spent:.2f} s, {rounds} rounds")
