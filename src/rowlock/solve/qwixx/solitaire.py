"""Qwixx for one player, solved: the exact value of every position, and the best decision in it.

The table takes some twenty seconds to compute and 44 MB to keep, so it is made at its first use and then kept in
the user's cache folder.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import platformdirs
from numpy.typing import NDArray

from rowlock.rules.sheet import MOST_PENALTIES
from rowlock.solve.batch import locked
from rowlock.solve.qwixx.one_sheet import OneSheet
from rowlock.solve.qwixx.rows import row_codes
from rowlock.solve.qwixx.sheet import Progress, SheetValues, numbered_pairs, solve_sheet, unheard

FILE = "qwixx-solitaire-1.npy"
"""The number changes when the meaning of the table does."""


@dataclass(frozen=True, slots=True)
class Solitaire(OneSheet):
    """The solved game. All values are expected final scores under best play."""

    pairs: NDArray[np.int16]
    packed: NDArray[np.float64]
    """`[sheet, penalties]`: the points still to come; the symmetric table's upper half, row by row."""

    @staticmethod
    def of(values: SheetValues) -> Solitaire:
        """The solved game from the solver's values for one player."""
        table = values.tables[0]
        return Solitaire(values.pairs, table[np.triu_indices(len(table))])

    def to_come(self, rows: Sequence[int], penalties: int) -> float:
        """Exactly."""
        low, high = sorted((int(self.pairs[rows[0], rows[1]]), int(self.pairs[rows[2], rows[3]])))
        count = int(self.pairs[-1, -1]) + 1
        return float(self.packed[low * count - low * (low - 1) // 2 + high - low, penalties])


def cached(progress: Progress = unheard, folder: Path | None = None) -> Solitaire:
    """The solved game from the cache folder. If it isn't there yet, it is computed and put there, by one process while
    all others wait for it."""
    folder = folder or Path(platformdirs.user_cache_dir("rowlock"))
    if found := _found(folder):
        return found
    with contextlib.suppress(OSError):  # a cache that can't be written is only slower
        folder.mkdir(parents=True, exist_ok=True)
    with locked(folder / f"{FILE}.lock"):
        if found := _found(folder):
            return found
        solved = Solitaire.of(solve_sheet(progress=progress))
        with contextlib.suppress(OSError):
            keep(solved, folder)
    return solved


def _found(folder: Path) -> Solitaire | None:
    """None if it is not there, or cut off."""
    pairs, members = numbered_pairs(len(row_codes()))
    shape = (len(members) * (len(members) + 1) // 2, MOST_PENALTIES)
    with contextlib.suppress(OSError, ValueError, EOFError):
        packed = np.load(folder / FILE, mmap_mode="r")
        if packed.shape == shape and packed.dtype == np.float64:
            return Solitaire(pairs, packed)
    return None


def keep(solved: Solitaire, folder: Path) -> None:
    """Write the table in one step, so that nobody ever reads half of it."""
    handle, name = tempfile.mkstemp(dir=folder, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            np.save(file, solved.packed)
        Path(name).replace(folder / FILE)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
