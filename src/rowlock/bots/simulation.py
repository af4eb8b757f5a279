"""Whole games between some bots of a game, very fast: what a game may offer to the arena."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rowlock.solve.batch import Batch

Results = NDArray[np.float64]
"""`[game, seat, 2]`: the share of the first place, and the score (0 in a game without points)."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """Who can play in it, with how many seats, and how to play so many games: `play(names, games, seed, first)`. Some
    of them may sit nowhere else."""

    names: Sequence[str]
    seat_counts: Callable[[str], tuple[int, ...]]
    play: Callable[[Sequence[str], int, int, int], Results]
    needs: Sequence[Batch] = ()
    """What is compiled before."""
