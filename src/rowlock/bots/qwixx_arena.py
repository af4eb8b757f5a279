"""The built-in Qwixx players by name, for the simulator."""

from __future__ import annotations

import sys
from functools import cache

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.qwixx_brain import brain
from rowlock.bots.qwixx_levels import HABITS, OVERLOOK
from rowlock.bots.qwixx_simulator import HABIT, NET, RANDOM, SHEET, Player
from rowlock.solve.qwixx_sheet import PACES, solve_sheet

NAMES = ("random", "greedy", *HABITS, *reversed(OVERLOOK), "sheet", "plain")


def seat_counts(name: str) -> tuple[int, ...]:
    """With how many seats a player can play: a network is made for one number of seats."""
    if name == "plain":
        return (2, 4)
    return (2, 3, 4, 5) if name in OVERLOOK else (1, 2, 3, 4, 5)


def player(name: str, seats: int) -> Player:
    """The player of that name in a game with so many seats.

    Beside the levels: `sheet` plays the solved sheet of a seat among others for points, and `plain` is the kind of
    network that others have published, which ranks its own decisions by the chance to win. Both are
    there to measure against.
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
    if name == "plain":
        return Player(NET, brain=brain(seats, plain=True), alone=True)
    return Player(SHEET, sheets=_sheet(seats))


@cache
def _sheet(seats: int) -> NDArray[np.float64]:
    def progress(share: float) -> None:
        if sys.stderr.isatty():
            print(
                f"\rsolving the sheet for {seats} players: {share:4.0%}", end="", file=sys.stderr, flush=True
            )

    settled = solve_sheet(seats, PACES[seats] if seats > 1 else None, progress=progress).settled
    if sys.stderr.isatty():
        print(end="\r\033[K", file=sys.stderr)
    return settled
