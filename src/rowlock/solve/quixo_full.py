"""All full boards of 5×5 in memory, for a search that meets many of them.

With all cubes marked, those of the side to move tell the whole position. Importing this module imports numba, so
import it where it is used.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from rowlock.solve.kernel import kernel
from rowlock.solve.quixo_layout import Numbers, layout
from rowlock.solve.quixo_table import DATA, Table

LOW = 13
"""Sets of cubes are turned in two halves, the lower of so many squares."""


@kernel
def _spread(rows: Numbers, codes: Numbers, swap: int, lows: Numbers, highs: Numbers, boards: Numbers) -> None:
    """Write the code of each row to all its mirror images; `swap` turns them into the cubes of the other player."""
    for i in range(len(rows)):
        low, high, code = rows[i] & ((1 << LOW) - 1), rows[i] >> LOW, codes[i, 0]
        for symmetry in range(len(lows)):
            boards[(lows[symmetry, low] | highs[symmetry, high]) ^ swap] = code


@cache
def full_boards() -> Numbers:
    """For each set of cubes of the side to move, while the other has all the rest: the byte code of `quixo_table`."""
    table, of = Table(DATA / "quixo5-full.rlq"), layout(5)
    lows, highs = (
        np.array([_images(goals) for goals in part], np.uint32)
        for part in (of.symmetries[:, :LOW], of.symmetries[:, LOW:])
    )
    boards = np.empty(1 << of.cells, np.uint8)
    for many, few in of.layer(of.cells):
        for side in (0, 1):
            swap = side * ((1 << of.cells) - 1)
            _spread(table.rows(many), table.codes((many, few), side), swap, lows, highs, boards)
    return boards


def _images(goals: Numbers) -> Numbers:
    """For each subset of some squares where it goes, each square to its goal."""
    images = np.zeros(1, np.uint32)
    for goal in goals:
        images = np.concatenate([images, images | np.uint32(1 << int(goal))])
    return images
