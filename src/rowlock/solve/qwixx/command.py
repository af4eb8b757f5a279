"""`rowlock solve qwixx`."""

from __future__ import annotations

import argparse
import time

from rowlock import files
from rowlock.rules.layouts import layout_of
from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import CLASSIC, MOST_PENALTIES, Sheet
from rowlock.solve.progress import progress, span

SOON = 5.0
"""Seconds before anybody knows how long it takes."""


def add_parser(games: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `qwixx` to what `rowlock solve` can solve."""
    parser = games.add_parser("qwixx", help="the sheet of one player", description=run.__doc__)
    parser.add_argument(
        "--layout", metavar="NAME", default="classic", help="another sheet: a name, random-CODE, or a file"
    )
    parser.set_defaults(run=run, complain=parser.error)


class _Told:
    """Tells how much is done, and how long the rest will take if it goes on like this."""

    def __init__(self) -> None:
        self._first: tuple[float, float] | None = None

    def hear(self, share: float) -> None:
        """So much of all is done."""
        now = time.monotonic()
        share_then, then = self._first = self._first or (share, now)
        text = f"{share:.0%} of all sheets"
        if share > share_then and now - then > SOON:
            text += f", {span((now - then) * (1 - share) / (share - share_then))} left"
        progress(text)


def run(options: argparse.Namespace) -> int:
    """Solve the game of one player exactly: the expected final score under best play.

    The classic sheet takes seconds. Others take minutes, can be stopped with Ctrl-C, and go on from there."""
    from rowlock.solve.qwixx.layout import solved_on

    layout = files.read_word(options.layout, "--layout", layout_of)
    solved = solved_on(layout, _Told().hear)
    progress("")
    print("Expected final score of one player under best play, by penalties already taken:")
    digits = 10 if layout == CLASSIC else 4
    for penalties in range(MOST_PENALTIES):
        print(
            f"{penalties}  {solved.value(Qwixx((Sheet((0,) * 4, penalties),), 1, layout=layout)):.{digits}f}"
        )
    return 0
