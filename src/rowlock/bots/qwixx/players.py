"""The built-in Qwixx players by name, for the simulator."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.qwixx.levels import HABITS, OVERLOOK
from rowlock.bots.qwixx.net import built_in_net
from rowlock.bots.qwixx.simulate import HABIT, NET, RANDOM, SHEET, SimulatedPlayer, simulate
from rowlock.bots.simulation import Results
from rowlock.solve.qwixx.sheet import PACE, solve_sheet

PLAIN, SOLITAIRE, SHEET_OF_A_SEAT = "plain", "solitaire", "sheet"
NAMES = ("random", "greedy", "easy", *reversed(OVERLOOK), SOLITAIRE, SHEET_OF_A_SEAT, PLAIN)


def seat_counts(name: str) -> tuple[int, ...]:
    """With how many seats a player can play: a network is made for one number of seats."""
    if name == PLAIN:
        return (2, 4)
    return (2, 3, 4, 5) if name in OVERLOOK else (1, 2, 3, 4, 5)


def player(name: str, seats: int) -> SimulatedPlayer:
    """The player of that name in a game with so many seats. Raises `KeyError`.

    Beside the levels there are some to measure against. `solitaire` plays for points as if it were alone, `sheet`
    plays for points the solved sheet of a seat among others. `plain` is a network of the kind that others have
    published, which ranks its own decisions by the chance to win as if the others did nothing.
    """
    if name in HABITS:
        habits = HABITS[name]
        return SimulatedPlayer(HABIT, habits.bearable, habits.dread, habits.overlook)
    if name in OVERLOOK:
        return SimulatedPlayer(NET, overlook=OVERLOOK[name], net=built_in_net(seats))
    return {
        "random": lambda: SimulatedPlayer(RANDOM),
        PLAIN: lambda: SimulatedPlayer(NET, net=built_in_net(seats, "plain"), alone=True),
        SOLITAIRE: lambda: SimulatedPlayer(SHEET, sheets=np.repeat(_sheet(1), seats, axis=0)),
        SHEET_OF_A_SEAT: lambda: SimulatedPlayer(SHEET, sheets=_sheet(seats)),
    }[name]()


def play(names: Sequence[str], games: int, seed: int, first: int) -> Results:
    """SimulatedGames number `first` and on between players of these names."""
    scores = simulate([player(name, len(names)) for name in names], games, seed, first).scores.astype(
        np.float64
    )
    best = scores == scores.max(axis=1, keepdims=True)
    return np.stack([best / best.sum(axis=1, keepdims=True), scores], axis=2)


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
