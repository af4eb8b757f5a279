"""Quixo solved on the processor: who wins every position, and in how many plies.

Backwards by distance. A position whose mover already has a line is won in 0 plies (the opponent made that
line), one whose opponent has a line is lost in 0. A position is won in d plies if some move leads to
one that is lost in d - 1 for the opponent, and lost in d if all moves lead to won ones, the slowest in d - 1. What
remains is a draw. Pair by pair: moves with blank cubes lead to pairs that are done, and give each position a hint;
moves with own cubes stay in the pair, and are looked at round by round.

Distances are for boards on which no forced win is longer than a byte can say, so not for 5×5. Without them all wins are
alike, and a round takes whatever is known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rowlock.solve.kernel import kernel
from rowlock.solve.quixo.codes import BEYOND, FURTHEST, LOST, OPEN, WON
from rowlock.solve.quixo.layout import (
    ROW_SHIFT,
    SYMMETRY,
    Grid,
    Numbers,
    Orbits,
    Pair,
    bit_counts,
    grid,
    orbits,
)
from rowlock.solve.quixo.pushes import count_bits

CHUNK = 6
"""Columns are rearranged six bits at a time, by tables of 64 entries."""
CHUNKS = 5


@kernel
def _image(cubes: int, goals: Numbers) -> int:
    image = 0
    for cell in range(len(goals)):
        if cubes >> cell & 1:
            image |= 1 << int(goals[cell])
    return image


@kernel
def _bit_of(cell: int, row: int) -> int:
    """The column's bit for a square that the row leaves."""
    return count_bits(~row & ((1 << cell) - 1))


@kernel
def _plan(
    row: int,
    goals: Numbers,
    taken: int,
    by_row: bool,
    blank: bool,
    symmetries: Numbers,
    entry: Numbers,
    tables: Numbers,
) -> tuple[int, int, int, int]:
    """Where a push leads to from a row: (row there, bits of the column that count, their value, bits added).

    The row is -1 if the cube can't be taken. `tables` then rearrange the column.
    """
    own = row >> taken & 1
    if own != (by_row and not blank):
        return -1, 0, 0, 0
    row_now = _image(row, goals)
    if by_row and blank:
        row_now |= 1 << int(goals[taken])
    found = int(entry[row_now])
    symmetry = symmetries[found & SYMMETRY]
    row_now = _image(row_now, symmetry)
    bit, added = 0, 0
    cells = len(goals)
    for chunk in range(CHUNKS):
        tables[chunk, 0] = 0
    for cell in range(cells):
        if row >> cell & 1:
            continue
        goal = int(symmetry[goals[cell]])
        image = 0 if row_now >> goal & 1 else 1 << _bit_of(goal, row_now)
        if cell == taken and blank and not by_row:
            added = image
        chunk, low = bit // CHUNK, 1 << bit % CHUNK
        for i in range(low):
            tables[chunk, low + i] = tables[chunk, i] | image
        bit += 1
    if by_row and not blank:
        return found >> ROW_SHIFT, 0, 0, 0
    mask = 1 << _bit_of(taken, row)
    return found >> ROW_SHIFT, mask, 0 if blank else mask, added


@kernel
def _rearranged(column: int, tables: Numbers, chunks: int) -> int:
    image = tables[0, column & 63]
    for chunk in range(1, chunks):
        image |= tables[chunk, column >> CHUNK * chunk & 63]
    return int(image)


class Ways(NamedTuple):
    """The pushes of a board, its mirror images and lines, and where to find a row and a column."""

    goals: Numbers
    taken: Numbers
    symmetries: Numbers
    lines: Numbers
    entry: Numbers
    rank: Numbers


class Side(NamedTuple):
    """One side of a pair: its number, its rows and columns, and for each position its code and its hint."""

    number: int
    rows: Numbers
    column_sets: Numbers
    codes: Numbers
    hints: Numbers


class Bounds(NamedTuple):
    """What a round calls won and lost, and what positions have to be below of that it concludes from."""

    won: int
    lost: int
    won_limit: int
    lost_limit: int


@kernel
def _first_look(of: Side, ways: Ways, fuller: Numbers) -> int:
    """Decide the finished games of a pair's side, and give every other position its hint: what the moves with
    blank cubes lead to. Returns the greatest distance among the hints."""
    side, rows, column_sets, codes, hints = of
    goals, taken, symmetries, lines, entry, rank = ways
    cells = goals.shape[1]
    tables = np.empty((len(taken), CHUNKS, 64), np.uint32)
    plans = np.empty((len(taken), 2), np.int64)
    column_lines = np.empty(len(lines), np.int64)
    greatest = 0
    for r in range(len(rows)):
        row = int(rows[r])
        chunks = (cells - count_bits(row) + CHUNK - 1) // CHUNK
        row_line = False
        line_count = 0
        for line in lines:
            row_line |= row & line == line
            if row & line == 0:
                column_lines[line_count] = 0
                for cell in range(cells):
                    if line >> cell & 1:
                        column_lines[line_count] |= 1 << _bit_of(cell, row)
                line_count += 1
        count = 0
        masks = np.empty((len(taken), 2), np.int64)
        if fuller.shape[0] > 0 and not row_line:
            for k in range(len(taken)):
                there, mask, _, added = _plan(
                    row, goals[k], int(taken[k]), side == 0, True, symmetries, entry, tables[count]
                )
                if there >= 0:
                    plans[count, 0], plans[count, 1] = there, added
                    masks[count, 0] = mask
                    count += 1
        for c in range(codes.shape[1]):
            column = int(column_sets[c])
            column_line = False
            for i in range(line_count):
                column_line |= column & column_lines[i] == column_lines[i]
            code, hint = OPEN, OPEN
            if row_line or column_line:
                mine = row_line if side == 0 else column_line
                code = WON if mine else LOST
            else:
                hint = LOST + 1
                for i in range(count):
                    if column & masks[i, 0]:
                        continue
                    there = _rearranged(column, tables[i], chunks) | plans[i, 1]
                    after = fuller[plans[i, 0], rank[there]]
                    if after >= LOST:
                        win = WON + after - LOST + 1
                        hint = win if hint == OPEN or hint >= LOST else min(hint, win)
                    elif hint >= LOST:
                        hint = OPEN if after == OPEN else max(hint, LOST + after - WON + 1)
                if hint != OPEN:
                    greatest = max(greatest, hint - (LOST if hint >= LOST else WON))
            codes[r, c] = code
            hints[r, c] = hint
    return greatest


@kernel
def _round(bounds: Bounds, of: Side, ways: Ways, opposite: Numbers) -> int:
    """Find the positions of a pair's side that are now `won` or `lost`; returns how many. Those that they lead to must
    be below the limits, their hints not above."""
    won, lost, won_limit, lost_limit = bounds
    side, rows, column_sets, codes, hints = of
    goals, taken, symmetries, _, entry, rank = ways
    cells = goals.shape[1]
    tables = np.empty((len(taken), CHUNKS, 64), np.uint32)
    plans = np.empty((len(taken), 3), np.int64)
    changed = 0
    for r in range(len(rows)):
        count = -1
        row = int(rows[r])
        chunks = (cells - count_bits(row) + CHUNK - 1) // CHUNK
        for c in range(codes.shape[1]):
            if codes[r, c] == OPEN:
                column = int(column_sets[c])
                if count < 0:
                    count = 0
                    for k in range(len(taken)):
                        there, mask, value, _ = _plan(
                            row, goals[k], int(taken[k]), side == 0, False, symmetries, entry, tables[count]
                        )
                        if there >= 0:
                            plans[count, 0], plans[count, 1], plans[count, 2] = there, mask, value
                            count += 1
                hint = hints[r, c]
                win = OPEN < hint <= won_limit
                loss = LOST <= hint <= lost_limit
                i = 0
                while i < count and not win:
                    if column & plans[i, 1] == plans[i, 2]:
                        after = opposite[plans[i, 0], rank[_rearranged(column, tables[i], chunks)]]
                        if LOST <= after < lost_limit:
                            win = True
                        elif not OPEN < after < won_limit:
                            loss = False
                    i += 1
                if win or loss:
                    codes[r, c] = won if win else lost
                    changed += 1
    return changed


@kernel
def _ranks(bits: int) -> Numbers:
    """For each number its place among the numbers with as many bits."""
    seen = np.zeros(bits + 1, np.uint32)
    ranks = np.empty(1 << bits, np.uint32)
    for number in range(1 << bits):
        count = count_bits(number)
        ranks[number] = seen[count]
        seen[count] += 1
    return ranks


@dataclass(frozen=True, slots=True)
class SolvedPair:
    """One pair: its codes for both sides, and how many rounds they took."""

    pair: Pair
    sides: tuple[Numbers, Numbers]
    rounds: int


class Processor:
    """Solves pairs, each after those that it needs."""

    def __init__(self, of: Grid, *, distances: bool = True) -> None:
        self.layout, self.distances = of, distances
        self.orbits: Orbits = orbits(of)
        self.rank = _ranks(of.cells)
        self._bit_counts = bit_counts(of.cells, np)

    def solve(self, pair: Pair, fuller: Callable[[Pair, int], Numbers]) -> SolvedPair:
        """`fuller(pair, side)` gives the codes of a pair with one cube more."""
        of, (many, few) = self.layout, pair
        rows = self.orbits.sets[many]
        shape = len(rows), of.columns(pair)
        codes = [np.empty(shape, np.uint8) for _ in (0, 1)]
        hints = [np.empty(shape, np.uint8) for _ in (0, 1)]
        column_sets = np.flatnonzero(self._bit_counts[: 1 << of.cells - many] == few)
        ways = Ways(of.pushes, of.taken, of.symmetries, of.lines, self.orbits.entry, self.rank)
        sides = [Side(side, rows, column_sets, codes[side], hints[side]) for side in (0, 1)]
        none = np.empty((0, 0), np.uint8)
        full = many + few == of.cells
        greatest = 0
        for side in (0, 1):
            if side == 1 and many == few:
                self._swap_players(rows, column_sets, codes)
                self._swap_players(rows, column_sets, hints)
                continue
            above = none if full else fuller((many + 1, few) if side == 0 else (many, few + 1), 1 - side)
            greatest = max(greatest, _first_look(sides[side], ways, above))
        distance, changed = 0, 1
        while changed or (self.distances and distance < greatest):
            distance += 1
            if distance > FURTHEST and self.distances:
                raise ArithmeticError(f"forced wins of more than {FURTHEST} plies in the pair {pair}")
            reached = (WON + distance, LOST + distance) * 2 if self.distances else (WON, LOST, LOST, BEYOND)
            bounds = Bounds(*reached)
            changed = 0
            for side in (0, 1):
                changed += _round(bounds, sides[side], ways, codes[1 - side])
        return SolvedPair(pair, (codes[0], codes[1]), distance)

    def _swap_players(self, rows: Numbers, column_sets: Numbers, sides: list[Numbers]) -> None:
        """Where both have as many cubes, side 1 is side 0 seen by the other player."""
        _swap(rows, column_sets, self.layout.symmetries, self.orbits.entry, self.rank, sides[0], sides[1])


@kernel
def _swap(
    rows: Numbers,
    column_sets: Numbers,
    symmetries: Numbers,
    entry: Numbers,
    rank: Numbers,
    codes: Numbers,
    swapped: Numbers,
) -> None:
    cells = symmetries.shape[1]
    for r in range(len(rows)):
        row = int(rows[r])
        for c in range(codes.shape[1]):
            column = int(column_sets[c])
            cubes, bit = 0, 0
            for cell in range(cells):
                if not row >> cell & 1:
                    cubes |= (column >> bit & 1) << cell
                    bit += 1
            found = int(entry[cubes])
            symmetry = symmetries[found & SYMMETRY]
            new_row, others = _image(cubes, symmetry), _image(row, symmetry)
            there = 0
            for cell in range(cells):
                if others >> cell & 1:
                    there |= 1 << _bit_of(cell, new_row)
            swapped[r, c] = codes[found >> ROW_SHIFT, rank[there]]


def solve(size: int) -> Iterator[SolvedPair]:
    """Solve a whole board in memory, pair by pair from full boards down."""
    of = grid(size)
    processor = Processor(of)
    layers: dict[Pair, tuple[Numbers, Numbers]] = {}
    for pair in of.pairs():
        solved = processor.solve(pair, lambda above, side: layers[above][side])
        layers[pair] = solved.sides
        for above in [key for key in layers if sum(key) > sum(pair) + 1]:
            del layers[above]
        yield solved
