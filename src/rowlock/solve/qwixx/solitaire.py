"""Qwixx for one player, solved: the exact value of every position, and the best decision in it.

The table takes some twenty seconds to compute and 44 MB to keep, so it is made at its first use and then kept in
the user's cache folder.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import platformdirs
from numpy.typing import NDArray

from rowlock.rules.game import Move
from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import MOST_PENALTIES
from rowlock.solve.qwixx.rows import row_codes, sheet_codes
from rowlock.solve.qwixx.sheet import Progress, SheetValues, numbered_pairs, solve_sheet, unheard

FILE = "qwixx-solitaire-1.npy"
"""The number changes when the meaning of the table does."""


@dataclass(frozen=True, slots=True)
class Solitaire:
    """The solved game. All values are expected final scores under best play."""

    pairs: NDArray[np.int16]
    packed: NDArray[np.float64]
    """`[sheet, penalties]`: the points still to come; the symmetric table's upper half, row by row."""

    @staticmethod
    def of(values: SheetValues) -> Solitaire:
        """The solved game from the solver's values for one player."""
        table = values.tables[0]
        return Solitaire(values.pairs, table[np.triu_indices(len(table))])

    def value(self, state: Qwixx) -> float:
        """The expected final score from a position with one sheet."""
        if state.phase == "over":
            return float(state.scores[0])
        if state.phase == "roll":
            return state.scores[0] + self._to_come(state)
        return self.best(state)[1]

    def best(self, state: Qwixx) -> tuple[Move, float]:
        """The best decision in a position with rolled dice, and its value."""
        if state.seats != 1:
            raise ValueError(f"solitaire has one sheet, not {state.seats}")
        moves = state.legal_moves(1)
        if not moves or state.phase == "roll":
            raise ValueError(f"nothing to decide in {str(state)!r}")
        values = [self.value(state.play(1, move)) for move in moves]
        best = max(range(len(moves)), key=values.__getitem__)
        return moves[best], values[best]

    def _to_come(self, state: Qwixx) -> float:
        if state.seats != 1:
            raise ValueError(f"solitaire has one sheet, not {state.seats}")
        rows = sheet_codes(state.sheets[0])
        low, high = sorted((int(self.pairs[rows[0], rows[1]]), int(self.pairs[rows[2], rows[3]])))
        count = int(self.pairs[-1, -1]) + 1
        return float(self.packed[low * count - low * (low - 1) // 2 + high - low, state.sheets[0].penalties])


def cached(progress: Progress = unheard, folder: Path | None = None) -> Solitaire:
    """The solved game from the cache folder; computed and put there if it isn't there yet."""
    folder = folder or Path(platformdirs.user_cache_dir("rowlock"))
    pairs, members = numbered_pairs(len(row_codes()))
    shape = (len(members) * (len(members) + 1) // 2, MOST_PENALTIES)
    try:
        packed = np.load(folder / FILE, mmap_mode="r")
        if packed.shape == shape and packed.dtype == np.float64:
            return Solitaire(pairs, packed)
    except (OSError, ValueError, EOFError):
        pass  # not there, or cut off: make it again
    solved = Solitaire.of(solve_sheet(progress=progress))
    with contextlib.suppress(OSError):  # a cache that can't be written is only slower
        keep(solved, folder)
    return solved


def keep(solved: Solitaire, folder: Path) -> None:
    """Write the table in one step, so that nobody ever reads half of it."""
    folder.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=folder, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            np.save(file, solved.packed)
        Path(name).replace(folder / FILE)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
