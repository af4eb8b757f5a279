"""`rowlock solve qwixx`."""

from __future__ import annotations

import argparse

from rowlock import files
from rowlock.rules.layouts import layout_of
from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import CLASSIC, MOST_PENALTIES, Sheet
from rowlock.solve.progress import progress


def add_parser(games: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `qwixx` to what `rowlock solve` can solve."""
    parser = games.add_parser("qwixx", help="the sheet of one player", description=run.__doc__)
    parser.add_argument(
        "--layout", metavar="NAME", default="classic", help="another sheet: a name, random-CODE, or a file"
    )
    parser.set_defaults(run=run, complain=parser.error)


def run(options: argparse.Namespace) -> int:
    """Solve the game of one player exactly: the expected final score under best play."""
    from rowlock.solve.qwixx.layout import solved_on

    try:
        layout = layout_of(files.read_word(options.layout))
    except ValueError as error:
        options.complain(f"--layout: {error}")
    solved = solved_on(layout, lambda share: progress(f"{share:.0%} of all sheets"))
    progress("")
    print("Expected final score of one player under best play, by penalties already taken:")
    digits = 10 if layout == CLASSIC else 4
    for penalties in range(MOST_PENALTIES):
        print(
            f"{penalties}  {solved.value(Qwixx((Sheet((0,) * 4, penalties),), 1, layout=layout)):.{digits}f}"
        )
    return 0
