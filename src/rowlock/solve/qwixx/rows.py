"""One row of a Qwixx sheet as a small number, and what crossing does to it.

What a row can still bring depends only on its last cross and on how many crosses it has, and a closed row
brings nothing any more, whoever closed it: 57 codes instead of 2,048 sets of crosses. Points already made are
kept apart. The same tables for dice with fewer faces, and so with fewer numbers a row, serve to check the solver.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from rowlock.rules.sheet import CLASSIC, CROSSES_TO_LOCK, Sheet

EMPTY = 0
ROWS = 4
RISING = 2
"""Red and yellow rise; green and blue, the rows from number 2 on, fall."""


@dataclass(frozen=True, slots=True)
class RowCodes:
    """All codes of a row, and where each cross leads."""

    places: int
    """How many numbers a row has."""
    closed: int
    """The code of a closed row: the highest one."""
    after: NDArray[np.int16]
    """`after[code, place]`: the row with one more cross, or -1 where that is not allowed."""
    gain: NDArray[np.float64]
    """`gain[code, place]`: the points that the cross brings, its lock included."""
    level: NDArray[np.int16]
    """How far a row has come: every cross, and closing it, leads to a higher level."""

    def __len__(self) -> int:
        return self.closed + 1


def row_code(last: int, crosses: int) -> int:
    """The code of an open row with its last cross at a place counted from 0, and so many crosses; empty: (-1, 0)."""
    return 1 + last * (last + 1) // 2 + crosses - 1 if crosses else EMPTY


@cache
def row_codes(faces: int = 6, to_lock: int = CROSSES_TO_LOCK) -> RowCodes:
    """The codes for dice with so many faces, where the last number needs `to_lock` crosses before it."""
    places = 2 * faces - 1
    closed = row_code(places - 2, places - 1) + 1
    after = np.full((closed + 1, places), -1, np.int16)
    gain = np.zeros((closed + 1, places))
    level = np.zeros(closed + 1, np.int16)
    level[closed] = places
    for last in range(-1, places - 1):
        for crosses in range(1, last + 2) if last >= 0 else (0,):
            code = row_code(last, crosses)
            level[code] = last + 1
            for place in range(last + 1, places - 1):
                after[code, place] = row_code(place, crosses + 1)
                gain[code, place] = crosses + 1
            if crosses >= to_lock:
                after[code, places - 1] = closed
                gain[code, places - 1] = 2 * crosses + 3
    return RowCodes(places, closed, after, gain, level)


def sheet_codes(sheet: Sheet, closed_rows: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The codes of a sheet's four rows, where these rows are closed, by whomever."""
    return tuple(
        row_codes().closed if row in closed_rows or sheet.locked(row, CLASSIC) else _open_code(crossed)
        for row, crossed in enumerate(sheet.rows)
    )


def _open_code(crossed: int) -> int:
    return row_code(crossed.bit_length() - 1, crossed.bit_count())
