"""Other sheets as the networks see them, who know the classic one.

What a row can still bring depends on its last cross, on how many it has, and on which numbers come behind. So a row is
shown to them as the classic row with as many crosses that would bring as much by itself: with one cross a turn at most,
and an end that may come with every turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import CLASSIC, Layout
from rowlock.solve.qwixx.rows import EMPTY, row_code, row_codes, sheet_codes

END = 0.05
"""The chance that a turn is the last one."""
ROUNDS = 80
"""After so many, the value of a row moves no more."""
FACES = range(1, 7)


def codes(state: Qwixx) -> list[tuple[int, ...]]:
    """The codes of the rows of each sheet, in seat order."""
    closed = state.closed_rows
    found = [sheet_codes(sheet, closed) for sheet in state.sheets]
    alike = alike_on(state.layout)
    return [tuple(alike[row][code] for row, code in enumerate(rows)) for rows in found]


@lru_cache(maxsize=64)
def alike_on(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """For each row and its code the code of the classic row that is worth about as much; on the classic sheet, its
    own."""
    if layout == CLASSIC:
        return (tuple(range(len(row_codes()))),) * len(layout.rows)
    classic = _values([cell.number for cell in CLASSIC.rows[0]])
    return tuple(_nearest(_values([cell.number for cell in row]), classic) for row in layout.rows)


def _nearest(values: NDArray[np.float64], classic: NDArray[np.float64]) -> tuple[int, ...]:
    found = list(range(len(row_codes())))
    for last in range(row_codes().places - 1):
        for crosses in range(1, last + 2):
            code = row_code(last, crosses)
            others = [row_code(other, crosses) for other in range(crosses - 1, row_codes().places - 1)]
            found[code] = min(others, key=lambda other: abs(classic[other] - values[code]))
    found[EMPTY] = EMPTY
    return tuple(found)


def _values(numbers: Sequence[int]) -> NDArray[np.float64]:
    """What a row by itself may still bring, by its code, where own and others' turns take turns."""
    codes, place = row_codes(), {number: at for at, number in enumerate(numbers)}
    own = [(one + other, one + colour, other + colour) for one, other, colour in product(FACES, repeat=3)]
    others = [(one + other,) * 3 for one, other, _ in product(FACES, repeat=3)]
    offered = np.array([[place[number] for number in numbers] for numbers in own + others])
    values = np.zeros(len(codes))
    for code in range(len(codes) - 2, -1, -1):  # every cross leads to a higher code
        after = codes.after[code]
        crossed = np.where(after >= 0, codes.gain[code] + values[after], -np.inf)
        best = crossed[offered].max(axis=1)
        value = 0.0
        for _ in range(ROUNDS):
            value = (1 - END) * float(np.maximum(best, value).mean())
        values[code] = value
    return values
