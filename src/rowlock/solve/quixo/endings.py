"""Quixo positions with at most two blank cubes: solved, and in memory for a search that meets many of them.

With all cubes marked, those of the side to move tell the whole position. With blanks, they do so together with the
blank squares, which are first turned to where they stand for their mirror images. Importing this module imports numba,
so import it where it is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import numpy as np

from rowlock.rules.board import board
from rowlock.solve import shelf
from rowlock.solve.kernel import kernel, lean_kernel
from rowlock.solve.quixo.codes import LOST, LOST_IN_TWO_BITS, WON_IN_TWO_BITS
from rowlock.solve.quixo.images import all_images
from rowlock.solve.quixo.layout import Grid, Numbers, bit_counts, grid
from rowlock.solve.quixo.pushes import Masks, count_bits, slid
from rowlock.solve.quixo.table import DATA, TableFile

LOW = 13
"""Sets of cubes are turned in two halves, the lower of so many squares."""


class Blanks(NamedTuple):
    """What positions with one blank cube are worth for the side to move, or those with two. One blank counts as the
    lower and the higher of both."""

    values: Numbers
    """Two-bit codes, four a byte: by the number of the blank squares and the own cubes without the bits of those."""
    turns: Numbers
    """For each lower and higher square the symmetry that takes them to where they stand for their mirror images, and
    the number of that place."""
    standing: Numbers
    """For each number its lower and higher square."""
    bits: int
    """How many cubes are marked."""


class Endings(NamedTuple):
    """What positions with at most two blank cubes are worth for the side to move."""

    full: Numbers
    """Byte codes of full boards, by the own cubes."""
    one: Blanks
    two: Blanks
    lows: Numbers
    """For each symmetry, where the cubes of the lower half go."""
    highs: Numbers
    cells: int


def standing_blanks(of: Grid, count: int) -> list[tuple[int, ...]]:
    """The sets of one or two squares that stand for their mirror images: the least of each."""
    return sorted({min(_mirrored(of, squares)) for squares in combinations(range(of.cells), count)})


def _mirrored(of: Grid, squares: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [tuple(sorted(int(goals[square]) for square in squares)) for goals in of.symmetries]


def no_blanks(of: Grid, count: int) -> Blanks:
    """Room for the positions with so many blank cubes; nothing is known yet."""
    standing, bits = standing_blanks(of, count), of.cells - count
    turns = np.zeros((of.cells, of.cells, 2), np.int64)
    for squares in combinations(range(of.cells), count):
        images = _mirrored(of, squares)
        least = min(images)
        turns[squares[0], squares[-1]] = images.index(least), standing.index(least)
    ends = np.array([(squares[0], squares[-1]) for squares in standing], np.int64)
    return Blanks(np.zeros(len(standing) << bits - 2, np.uint8), turns, ends, bits)


def no_endings(of: Grid) -> Endings:
    """Room for all of them; nothing is known yet."""
    lows, highs = (
        np.array([all_images(goals) for goals in part], np.uint32)
        for part in (of.symmetries[:, :LOW], of.symmetries[:, LOW:])
    )
    full = np.zeros(1 << of.cells, np.uint8)
    return Endings(full, no_blanks(of, 1), no_blanks(of, 2), lows, highs, of.cells)


@kernel
def _spread(rows: Numbers, codes: Numbers, swap: int, endings: Endings) -> None:
    """Write the code of each full board to all its mirror images; `swap` turns rows into the cubes of the other."""
    lows, highs, full = endings.lows, endings.highs, endings.full
    for i in range(len(rows)):
        low, high, code = rows[i] & ((1 << LOW) - 1), rows[i] >> LOW, codes[i, 0]
        for symmetry in range(len(lows)):
            full[(lows[symmetry, low] | highs[symmetry, high]) ^ swap] = code


def take_full_boards(table: TableFile, endings: Endings) -> None:
    """Take in the full boards of a table."""
    of = table.layout
    for many, few in of.layer(of.cells):
        for side in range(1 if many == few else 2):
            swap = side * ((1 << of.cells) - 1)
            _spread(table.rows(many), table.codes((many, few), side), swap, endings)


@lean_kernel
def value_with_blanks(own: int, blank: int, known: Blanks, endings: Endings) -> int:
    """The two-bit code of a position with so many blank cubes as are known."""
    low, rest = count_bits((blank & -blank) - 1), blank & blank - 1
    high = count_bits(rest - 1) if rest else low
    symmetry, number = known.turns[low, high, 0], known.turns[low, high, 1]
    turned = int(endings.lows[symmetry, own & ((1 << LOW) - 1)]) | int(endings.highs[symmetry, own >> LOW])
    low, high = known.standing[number, 0], known.standing[number, 1]
    turned = turned & ((1 << high) - 1) | turned >> high + 1 << high
    if low != high:
        turned = turned & ((1 << low) - 1) | turned >> low + 1 << low
    at = number << known.bits | turned
    return int(known.values[at >> 2] >> 2 * (at & 3) & 3)


@lean_kernel
def _value(
    own: int, other: int, blank: int, pushes: Numbers, lines: Numbers, known: Blanks, endings: Endings
) -> int:
    """What a position is worth by what is known so far; 0 if that does not suffice."""
    mine = theirs = False
    for line in lines:
        mine |= own & line == line
        theirs |= other & line == line
    if mine or theirs:
        return WON_IN_TWO_BITS if mine else LOST_IN_TWO_BITS
    lost = True
    for k in range(len(pushes)):
        taken, sliding, resting, left, right = pushes[k]
        if other & taken:
            continue
        other_now = slid(other, resting, sliding, left, right)
        blank_now = slid(blank, resting, sliding, left, right)
        if not blank_now:
            code = endings.full[other_now]
            after = LOST_IN_TWO_BITS if code >= LOST else WON_IN_TWO_BITS if code else 0
        elif taken & blank:
            after = value_with_blanks(other_now, blank_now, endings.one, endings)
        else:
            after = value_with_blanks(other_now, blank_now, known, endings)
        if after == LOST_IN_TWO_BITS:
            return WON_IN_TWO_BITS
        lost &= after == WON_IN_TWO_BITS
    return LOST_IN_TWO_BITS if lost else 0


@lean_kernel
def _settle(open_ones: Numbers, pushes: Numbers, lines: Numbers, known: Blanks, endings: Endings) -> int:
    """Look at the positions that are open, given by their places; returns how many stay so, and puts them in front."""
    everywhere, bits = (1 << endings.cells) - 1, known.bits
    left = 0
    for i in range(len(open_ones)):
        at = int(open_ones[i])
        low, high = known.standing[at >> bits, 0], known.standing[at >> bits, 1]
        own = at & ((1 << bits) - 1)
        if low != high:
            own = own & ((1 << low) - 1) | own >> low << low + 1
        own = own & ((1 << high) - 1) | own >> high << high + 1
        blank = 1 << low | 1 << high
        value = _value(own, everywhere & ~own & ~blank, blank, pushes, lines, known, endings)
        if value:
            known.values[at >> 2] |= value << 2 * (at & 3)
        else:
            open_ones[left] = at
            left += 1
    return left


def solve_with_blanks(of: Grid, known: Blanks, endings: Endings) -> Iterator[int]:
    """Solve the positions with one or two blank cubes, once those with fewer are known. Round by round: how many are
    open."""
    masks = Masks.of(board(of.size))
    columns = masks.taken, masks.sliding, masks.resting, masks.left, masks.right
    pushes, lines = np.array(columns, np.int64).T.copy(), np.array(masks.lines, np.int64)
    open_ones, before = np.arange(len(known.standing) << known.bits, dtype=np.uint32), -1
    while len(open_ones) != before:
        before = len(open_ones)
        open_ones = open_ones[: _settle(open_ones, pushes, lines, known, endings)]
        yield len(open_ones)


def counts_with_blanks(of: Grid, known: Blanks) -> list[tuple[int, int, int]]:
    """How many of these positions are won, lost and drawn, mirror images included, by the own cubes."""
    cubes = bit_counts(known.bits, np).astype(np.int64)
    totals = np.zeros((known.bits + 1, 4), np.int64)
    places = standing_blanks(of, of.cells - known.bits)
    for squares, some in zip(places, known.values.reshape(len(places), -1), strict=True):
        values = (some[:, None] >> np.arange(0, 8, 2, dtype=np.uint8) & 3).ravel()
        found = np.bincount(4 * cubes + values, minlength=totals.size).reshape(totals.shape)
        totals += found * len(set(_mirrored(of, squares)))
    return [(int(won), int(lost), int(drawn)) for drawn, won, lost, _ in totals]


def take_values(table: TableFile, known: Blanks) -> Blanks:
    """The same with what a table knows of these positions."""
    places = standing_blanks(table.layout, table.layout.cells - known.bits)
    return known._replace(values=np.concatenate([table.with_blanks(squares) for squares in places]))


@cache
def built_in_endings() -> Endings:
    """Those of 5×5, which come with Rowlock. All processes share them."""
    files = [DATA / f"quixo5-{name}.rlq" for name in ("full", "blank", "two-blanks")]
    known = shelf.arrays(
        "quixo-endings", shelf.version_of([*files, Path(__file__)]), lambda: _unpacked(*files)
    )
    endings = no_endings(grid(5))
    return endings._replace(
        full=known["full"],
        one=endings.one._replace(values=known["one"]),
        two=endings.two._replace(values=known["two"]),
    )


def _unpacked(full: Path, blank: Path, two_blanks: Path) -> dict[str, Numbers]:
    """What these tables know, as it is looked up."""
    endings = no_endings(grid(5))
    take_full_boards(TableFile(full), endings)
    one, two = take_values(TableFile(blank), endings.one), take_values(TableFile(two_blanks), endings.two)
    return {"full": endings.full, "one": one.values, "two": two.values}
