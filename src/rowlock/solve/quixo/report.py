"""What a solution adds up to: wins, draws and losses in each class of positions, and the distances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

import numpy as np

from rowlock.solve.quixo.codes import LOST, WON
from rowlock.solve.quixo.layout import Grid, Numbers, Pair, orbits


@dataclass(frozen=True, slots=True)
class Counts:
    """How many positions are drawn, and how many won and lost in 0, 1, 2 … plies; without distances all at 0."""

    drawn: int
    won: Sequence[int]
    lost: Sequence[int]

    @property
    def values(self) -> tuple[int, int, int]:
        """Won, lost, drawn."""
        return sum(self.won), sum(self.lost), self.drawn


class Report:
    """Counts positions, mirror images included, by class: (cubes of the side to move, cubes of the other)."""

    def __init__(self, of: Grid) -> None:
        self.layout = of
        self.classes: dict[Pair, tuple[int, int, int]] = {}
        """Won, lost, drawn."""
        self.won: list[int] = []
        """How many positions are won in so many plies; without distances all at 0."""
        self.lost: list[int] = []
        self._sizes: list[Any] | None = None

    def add(self, pair: Pair, side: int, counts: Counts) -> None:
        """Take in how many positions of a pair's side are won, lost and drawn."""
        many, few = pair
        if many == few and side == 1:
            return  # the same positions as on side 0
        self.add_class((many, few) if side == 0 else (few, many), counts.values)
        self.won, self.lost = _sum(self.won, counts.won), _sum(self.lost, counts.lost)

    def add_class(self, cubes: Pair, values: tuple[int, int, int]) -> None:
        """Take in how many positions of a class are won, lost and drawn."""
        own, other = cubes
        expected = self.layout.members((max(own, other), min(own, other)))
        if sum(values) != expected:
            raise ArithmeticError(f"{sum(values)} positions in class {cubes}, not {expected}")
        self.classes[cubes] = values

    def add_codes(self, pair: Pair, sides: Sequence[Numbers]) -> None:
        """Count the byte codes of a pair."""
        if self._sizes is None:
            self._sizes = orbits(self.layout).sizes
        sizes = self._sizes[pair[0]]
        for side, codes in enumerate(sides):
            counts = np.zeros(256, np.int64)
            for some in blocks(*codes.shape):
                for size in (1, 2, 4, 8):
                    counts += size * np.bincount(codes[some][sizes[some] == size].ravel(), minlength=256)
            each = [int(count) for count in counts]
            self.add(pair, side, Counts(drawn=each[0], won=each[WON:LOST], lost=each[LOST:]))

    def layer(self, cubes: int) -> list[list[int]]:
        """The classes with so many cubes: own, other, won, lost, drawn."""
        return [[*pair, *values] for pair, values in sorted(self.classes.items()) if sum(pair) == cubes]

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
        """The most plies to a forced win, and to a forced loss; 0 without distances."""
        won, lost = (
            max((d for d, n in enumerate(counts) if n), default=0) for counts in (self.won, self.lost)
        )
        return won, lost


def blocks(rows: int, columns: int) -> Iterator[slice]:
    """Some rows of a large matrix at a time, so that working on them takes little memory."""
    step = max((1 << 22) // columns, 1)
    return (slice(start, start + step) for start in range(0, rows, step))


def _sum(some: Sequence[int], more: Sequence[int]) -> list[int]:
    length = max(len(some), len(more))
    return [sum(part[i] for part in (some, more) if i < len(part)) for i in range(length)]
