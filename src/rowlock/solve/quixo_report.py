"""What a solution adds up to: wins, draws and losses in each class of positions, and the distances."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np

from rowlock.solve.quixo_layout import Layout, Numbers, Pair, orbits

WON, LOST = 1, 128


class Report:
    """Counts positions, mirror images included, by class: (cubes of the side to move, cubes of the other)."""

    def __init__(self, of: Layout) -> None:
        self.layout = of
        self.classes: dict[Pair, tuple[int, int, int]] = {}
        self.distances = np.zeros(256, np.int64)
        """How many positions have each byte code (see `quixo_table`)."""
        self._sizes: list[Any] | None = None

    def add(self, pair: Pair, side: int, counts: Sequence[int]) -> None:
        """Take in how many positions of a pair's side have each byte code, or each of 0, won, lost."""
        many, few = pair
        if many == few and side == 1:
            return  # the same positions as on side 0
        if len(counts) == 256:
            self.distances += np.asarray(counts, np.int64)
            won, lost = sum(map(int, counts[WON:LOST])), sum(map(int, counts[LOST:]))
        else:
            won, lost = int(counts[1]), int(counts[2])
        drawn = sum(map(int, counts)) - won - lost
        expected = self.layout.members(pair)
        if won + lost + drawn != expected:
            raise ArithmeticError(f"{won + lost + drawn} positions in class {pair}, not {expected}")
        self.classes[pair if side == 0 else (few, many)] = (won, lost, drawn)

    def add_codes(self, pair: Pair, sides: Sequence[Numbers]) -> None:
        """Count the byte codes of a pair."""
        if self._sizes is None:
            self._sizes = orbits(self.layout).sizes
        sizes = self._sizes[pair[0]]
        for side, codes in enumerate(sides):
            counts = np.zeros(256, np.int64)
            for size in (1, 2, 4, 8):
                counts += size * np.bincount(codes[sizes == size].ravel(), minlength=256)
            self.add(pair, side, [int(count) for count in counts])

    @property
    def complete(self) -> bool:
        """Is every class there?"""
        cells = self.layout.cells
        return len(self.classes) == (cells + 1) * (cells + 2) // 2

    def totals(self) -> tuple[int, int, int]:
        """Won, lost and drawn positions of the whole board, once every class is there."""
        cells = self.layout.cells
        for own in range(cells + 1):
            for other in range(cells + 1 - own):
                found = sum(self.classes[own, other])
                if found != comb(cells, own) * comb(cells - own, other):
                    raise ArithmeticError(f"{found} positions in class {(own, other)}")
        won, lost, drawn = (sum(counts) for counts in zip(*self.classes.values(), strict=True))
        return won, lost, drawn

    def longest(self) -> tuple[int, int]:
        """The most plies to a forced win, and to a forced loss."""
        furthest = np.flatnonzero(self.distances)
        won, lost = furthest[(furthest >= WON) & (furthest < LOST)], furthest[furthest >= LOST]
        return int(won[-1]) - WON, int(lost[-1]) - LOST
