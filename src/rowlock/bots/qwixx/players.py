"""The built-in Qwixx players by name, for the simulator."""

from __future__ import annotations

import sys
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.qwixx.levels import HABITS, OVERLOOK
from rowlock.bots.qwixx.net import brain
from rowlock.bots.qwixx.simulate import HABIT, NET, RANDOM, SHEET, Player
from rowlock.solve.qwixx.sheet import PACE, solve_sheet

PLAIN: tuple[Literal["published", "plain"], ...] = ("published", "plain")
NAMES = ("random", "greedy", *HABITS, *reversed(OVERLOOK), "solitaire", "sheet", *PLAIN)


def seat_counts(name: str) -> tuple[int, ...]:
    """With how many seats a player can play: a network is made for one number of seats."""
    if name in PLAIN:
        return (2, 4)
    return (2, 3, 4, 5) if name in OVERLOOK else (1, 2, 3, 4, 5)


def player(name: str, seats: int) -> Player:
    """The player of that name in a game with so many seats.

    Beside the levels there are some to measure against. `solitaire` plays for points as if it were alone, `sheet`
    plays for points the solved sheet of a seat among others. `plain` and `published` are networks of the kind that
    others have published, which rank their own decisions by the chance to win: one as strong as it would become, and
    one about as strong as the best that was published.
    """
    if name == "random":
        return Player(RANDOM)
    if name == "greedy":
        return Player(HABIT)
    if name in HABITS:
        habits = HABITS[name]
        return Player(HABIT, habits.bearable, habits.dread, habits.overlook)
    if name in OVERLOOK:
        return Player(NET, overlook=OVERLOOK[name], brain=brain(seats))
    for kind in PLAIN:
        if name == kind:
            return Player(NET, brain=brain(seats, kind), alone=True)
    if name == "solitaire":
        return Player(SHEET, sheets=np.repeat(_sheet(1), seats, axis=0))
    return Player(SHEET, sheets=_sheet(seats))


@cache
def _sheet(seats: int) -> NDArray[np.float64]:
    def progress(share: float) -> None:
        if sys.stderr.isatty():
            print(
                f"\rsolving the sheet for {seats} players: {share:4.0%}", end="", file=sys.stderr, flush=True
            )

    settled = solve_sheet(seats, PACE if seats > 1 else None, progress=progress).settled
    if sys.stderr.isatty():
        print(end="\r\033[K", file=sys.stderr)
    return settled
