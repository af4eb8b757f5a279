"""Where each Quixo position stands in the tables: one order for the solvers, the files and the probe.

Positions are gathered in pairs of classes. In the pair (many, few) one player has `many` cubes, the other `few`,
with many >= few; in side 0 of the pair the player with many cubes is to move, in side 1 the other one. Taking
a blank cube leads to a pair with one cube more, taking one's own stays in the pair, on its other side. So the
pairs can be solved from full boards down.

Each side of a pair is a matrix. A row is a set of `many` cubes, the least of its eight mirror images; the rows are
in rising order. A column is a set of `few` cubes among the squares that the row leaves, as a number with one bit
for each of them; the columns are in rising order. The reason for this order: where a push leads to is the same
row for all columns, and its column is a fixed rearrangement of bits.

Where a row is its own mirror image a position has several columns, which hold the same value. Where many = few
the two sides hold the same positions, once from each player's view.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from rowlock.rules.board import board
from rowlock.solve.quixo.images import all_images

Pair = tuple[int, int]
Numbers = npt.NDArray[Any]

ROW_SHIFT = 4
"""An entry of `Orbits.entry` is the row, one bit that says whether the row has symmetries, and the symmetry."""
SYMMETRIC = 8
SYMMETRY = 7


@dataclass(frozen=True, slots=True)
class Grid:
    """Pushes and symmetries of one board as rearrangements of its squares: `p[square]` is where it goes."""

    size: int
    pushes: Numbers
    taken: Numbers
    placed: Numbers
    symmetries: Numbers
    lines: Numbers

    @property
    def cells(self) -> int:
        """How many squares the board has."""
        return self.size**2

    def columns(self, pair: Pair) -> int:
        """How many columns the matrices of a pair have."""
        many, few = pair
        return comb(self.cells - many, few)

    def layer(self, cubes: int) -> list[Pair]:
        """The pairs with so many marked cubes."""
        return [(cubes - few, few) for few in range(cubes // 2 + 1)]

    def pairs(self) -> Iterator[Pair]:
        """All pairs, each after those that it needs."""
        for cubes in range(self.cells, -1, -1):
            yield from self.layer(cubes)

    def members(self, pair: Pair) -> int:
        """How many positions each side of a pair has, mirror images counted."""
        many, _ = pair
        return comb(self.cells, many) * self.columns(pair)

    def unpushes(self) -> Numbers:
        """The pushes backwards: the cube that was put back returns to where it was taken."""
        return np.argsort(self.pushes, axis=1).astype(np.uint8)


@cache
def grid(size: int) -> Grid:
    """That of one board size."""
    geometry = board(size)
    cells = size**2
    pushes = np.tile(np.arange(cells, dtype=np.uint8), (len(geometry.pushes), 1))
    for k, push in enumerate(geometry.pushes):
        for cell in range(cells):
            if push.sliding >> cell & 1:
                pushes[k, cell] = cell + push.step
        pushes[k, push.taken.bit_length() - 1] = push.placed.bit_length() - 1
    ranks, files = np.divmod(np.arange(cells), size)
    symmetries = []
    for _ in range(2):
        for _ in range(4):
            symmetries.append(ranks * size + files)
            ranks, files = files, size - 1 - ranks
        ranks, files = files, ranks
    return Grid(
        size=size,
        pushes=pushes,
        taken=np.array([push.taken.bit_length() - 1 for push in geometry.pushes], np.uint8),
        placed=np.array([push.placed.bit_length() - 1 for push in geometry.pushes], np.uint8),
        symmetries=np.array(symmetries, np.uint8),
        lines=np.array(geometry.lines, np.uint32),
    )


@dataclass(frozen=True, slots=True)
class Orbits:
    """The rows: for each number of cubes the sets that are the least of their mirror images."""

    entry: Any
    """For each set its row, and the symmetry that takes it there (see ROW_SHIFT)."""
    sets: list[Any]
    """For each number of cubes, the sets in rising order."""
    sizes: list[Any]
    """For each row, how many different mirror images it has."""


def orbits(of: Grid, xp: Any = np) -> Orbits:
    """Number all rows. `xp` is numpy or a library with the same functions, so that the GPU can do it too."""
    half = (of.cells + 1) // 2
    everything = xp.arange(1 << of.cells, dtype=xp.uint32)
    low, high = everything & ((1 << half) - 1), everything >> half
    least = everything.copy()
    best = xp.zeros(1 << of.cells, xp.uint8)
    fixed = xp.ones(1 << of.cells, xp.uint8)
    for number, symmetry in list(enumerate(of.symmetries))[1:]:
        images = [xp.asarray(all_images(part)) for part in (symmetry[:half], symmetry[half:])]
        image = images[0][low] | images[1][high]
        fixed += image == everything
        better = image < least
        best[better] = number
        xp.minimum(least, image, out=least)
    del low, high, image, better
    cubes = bit_counts(of.cells, xp)
    row = xp.zeros(1 << of.cells, xp.uint32)
    sets, sizes = [], []
    is_least = least == everything
    for count in range(of.cells + 1):
        chosen = xp.flatnonzero(is_least & (cubes == count)).astype(xp.uint32)
        row[chosen] = xp.arange(len(chosen), dtype=xp.uint32)
        sets.append(chosen)
        sizes.append((8 // fixed[chosen]).astype(xp.uint8))
    symmetric = (fixed > 1).astype(xp.uint32) * SYMMETRIC
    return Orbits((row[least] << ROW_SHIFT) | symmetric | best, sets, sizes)


def bit_counts(bits: int, xp: Any) -> Any:
    """How many bits each number has."""
    counts = xp.zeros(1, xp.uint8)
    for _ in range(bits):
        counts = xp.concatenate([counts, counts + xp.uint8(1)])
    return counts
