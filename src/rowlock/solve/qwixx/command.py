"""`rowlock solve qwixx`."""

from __future__ import annotations

import argparse

from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import MOST_PENALTIES, Sheet
from rowlock.solve.progress import progress


def add_parser(games: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `qwixx` to what `rowlock solve` can solve."""
    parser = games.add_parser("qwixx", help="the sheet of one player", description=run.__doc__)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:  # noqa: ARG001 (it has none)
    """Solve the game of one player exactly: the expected final score under best play."""
    from rowlock.solve.qwixx.solitaire import cached

    solved = cached(lambda share: progress(f"{share:.0%} of all sheets"))
    progress("")
    print("Expected final score of one player under best play, by penalties already taken:")
    for penalties in range(MOST_PENALTIES):
        print(f"{penalties}  {solved.value(Qwixx((Sheet((0,) * 4, penalties),), 1)):.10f}")
    return 0
