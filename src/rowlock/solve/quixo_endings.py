"""Quixo positions with at most one blank cube, in memory: solved, and for a search that meets many of them.

With all cubes marked, those of the side to move tell the whole position. With one blank, they do so together with the
blank square, which is first turned to where it stands for its mirror images. Importing this module imports numba, so
import it where it is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from rowlock.rules.board import board
from rowlock.solve.kernel import kernel, lean_kernel
from rowlock.solve.quixo_kernel import Masks, count_bits
from rowlock.solve.quixo_layout import Layout, Numbers, bit_counts, layout
from rowlock.solve.quixo_table import DATA, LOST, Table

LOW = 13
"""Sets of cubes are turned in two halves, the lower of so many squares."""
WON_VALUE, LOST_VALUE = 1, 2
"""Two-bit codes, as `quixo_table` has them."""


class Endings(NamedTuple):
    """What positions with at most one blank cube are worth for the side to move."""

    full: Numbers
    """Byte codes of full boards, by the own cubes."""
    blank: Numbers
    """Two-bit codes, four a byte, of boards with one blank: by its square, as `turns` numbers it, and the own cubes
    without the bit of that square."""
    turns: Numbers
    """For each square the symmetry that takes it to where it stands for its mirror images, that square, and its number
    among those."""
    lows: Numbers
    """For each symmetry, where the cubes of the lower half go."""
    highs: Numbers
    cells: int


def standing_squares(of: Layout) -> list[int]:
    """The squares that stand for their mirror images: the least of each."""
    return sorted({int(min(of.symmetries[:, square])) for square in range(of.cells)})


def no_endings(of: Layout) -> Endings:
    """Room for all of them; nothing is known yet."""
    lows, highs = (
        np.array([_images(goals) for goals in part], np.uint32)
        for part in (of.symmetries[:, :LOW], of.symmetries[:, LOW:])
    )
    standing = standing_squares(of)
    turns = np.empty((of.cells, 3), np.int64)
    for square in range(of.cells):
        symmetry = int(np.argmin(of.symmetries[:, square]))
        goal = int(of.symmetries[symmetry, square])
        turns[square] = symmetry, goal, standing.index(goal)
    full = np.zeros(1 << of.cells, np.uint8)
    blank = np.zeros(len(standing) << of.cells - 3, np.uint8)
    return Endings(full, blank, turns, lows, highs, of.cells)


def _images(goals: Numbers) -> Numbers:
    """For each subset of some squares where it goes, each square to its goal."""
    images = np.zeros(1, np.uint32)
    for goal in goals:
        images = np.concatenate([images, images | np.uint32(1 << int(goal))])
    return images


@kernel
def _spread(rows: Numbers, codes: Numbers, swap: int, endings: Endings) -> None:
    """Write the code of each full board to all its mirror images; `swap` turns rows into the cubes of the other."""
    lows, highs, full = endings.lows, endings.highs, endings.full
    for i in range(len(rows)):
        low, high, code = rows[i] & ((1 << LOW) - 1), rows[i] >> LOW, codes[i, 0]
        for symmetry in range(len(lows)):
            full[(lows[symmetry, low] | highs[symmetry, high]) ^ swap] = code


def take_full_boards(table: Table, endings: Endings) -> None:
    """Take in the full boards of a table."""
    of = table.layout
    for many, few in of.layer(of.cells):
        for side in range(1 if many == few else 2):
            swap = side * ((1 << of.cells) - 1)
            _spread(table.rows(many), table.codes((many, few), side), swap, endings)


@lean_kernel
def value_with_blank(own: int, blank: int, endings: Endings) -> int:
    """The two-bit code of a position with one blank cube, given as a set of one square."""
    square = count_bits(blank - 1)
    symmetry, goal, number = endings.turns[square, 0], endings.turns[square, 1], endings.turns[square, 2]
    turned = int(endings.lows[symmetry, own & ((1 << LOW) - 1)]) | int(endings.highs[symmetry, own >> LOW])
    rest = turned & ((1 << goal) - 1) | turned >> goal + 1 << goal
    at = number << endings.cells - 1 | rest
    return int(endings.blank[at >> 2] >> 2 * (at & 3) & 3)


@lean_kernel
def _value(own: int, other: int, blank: int, pushes: Numbers, lines: Numbers, endings: Endings) -> int:
    """What a position is worth by what is known so far; 0 if that does not suffice."""
    mine = theirs = False
    for line in lines:
        mine |= own & line == line
        theirs |= other & line == line
    if mine or theirs:
        return WON_VALUE if mine else LOST_VALUE
    lost = True
    for k in range(len(pushes)):
        taken, sliding, resting, left, right = pushes[k]
        if other & taken:
            continue
        other_now = other & resting | (other & sliding) << left >> right
        if taken & blank:
            code = endings.full[other_now]
            after = LOST_VALUE if code >= LOST else WON_VALUE if code else 0
        else:
            after = value_with_blank(other_now, blank & resting | (blank & sliding) << left >> right, endings)
        if after == LOST_VALUE:
            return WON_VALUE
        lost &= after == WON_VALUE
    return LOST_VALUE if lost else 0


@lean_kernel
def _settle(open_ones: Numbers, standing: Numbers, pushes: Numbers, lines: Numbers, endings: Endings) -> int:
    """Look at the positions that are open, given by their places; returns how many stay so, and puts them in front."""
    everywhere, bits = (1 << endings.cells) - 1, endings.cells - 1
    left = 0
    for i in range(len(open_ones)):
        at = int(open_ones[i])
        goal, rest = int(standing[at >> bits]), at & ((1 << bits) - 1)
        own = rest & ((1 << goal) - 1) | rest >> goal << goal + 1
        value = _value(own, everywhere & ~own & ~(1 << goal), 1 << goal, pushes, lines, endings)
        if value:
            endings.blank[at >> 2] |= value << 2 * (at & 3)
        else:
            open_ones[left] = at
            left += 1
    return left


def solve_with_blank(of: Layout, endings: Endings) -> Iterator[int]:
    """Solve the positions with one blank cube, once the full boards are known. Round by round: how many are open."""
    masks = Masks.of(board(of.size))
    columns = masks.taken, masks.sliding, masks.resting, masks.left, masks.right
    pushes, lines = np.array(columns, np.int64).T.copy(), np.array(masks.lines, np.int64)
    standing = np.array(standing_squares(of), np.int64)
    open_ones, before = np.arange(len(standing) << of.cells - 1, dtype=np.uint32), -1
    while len(open_ones) != before:
        before = len(open_ones)
        open_ones = open_ones[: _settle(open_ones, standing, pushes, lines, endings)]
        yield len(open_ones)


def counts_with_blank(of: Layout, endings: Endings) -> list[tuple[int, int, int]]:
    """How many positions with one blank cube are won, lost and drawn, mirror images included, by the own cubes."""
    cubes = bit_counts(of.cells - 1, np).astype(np.int64)
    totals = np.zeros((of.cells, 4), np.int64)
    for square, some in zip(standing_squares(of), endings.blank.reshape(-1, len(cubes) // 4), strict=True):
        values = (some[:, None] >> np.arange(0, 8, 2, dtype=np.uint8) & 3).ravel()
        found = np.bincount(4 * cubes + values, minlength=totals.size).reshape(totals.shape)
        totals += found * len(set(of.symmetries[:, square]))
    return [(int(won), int(lost), int(drawn)) for drawn, won, lost, _ in totals]


@cache
def built_in_endings() -> Endings:
    """Those of 5×5, which come with Rowlock."""
    of = layout(5)
    endings = no_endings(of)
    take_full_boards(Table(DATA / "quixo5-full.rlq"), endings)
    table = Table(DATA / "quixo5-blank.rlq")
    values = [table.with_blank(square) for square in standing_squares(of)]
    return endings._replace(blank=np.concatenate(values))
