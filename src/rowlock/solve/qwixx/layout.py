"""Qwixx for one player on any layout, solved: the exact value of every position, and the best decision in it.

On the classic sheet symmetries leave 1.8 million sheets (`solitaire`); here there are 10.6 million. That takes minutes
and half a gigabyte of memory, and goes on where it was stopped; the table is kept, with seven significant digits, among
the last ones.
"""

from __future__ import annotations

import contextlib
import hashlib
import shutil
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rowlock.rules.layouts import layout_text
from rowlock.rules.sheet import CLASSIC, COLOURS, CROSSES_TO_LOCK, MOST_PENALTIES, Layout
from rowlock.solve import shelf
from rowlock.solve.batch import locked
from rowlock.solve.qwixx.half_done import HalfDone
from rowlock.solve.qwixx.one_sheet import OneSheet
from rowlock.solve.qwixx.rows import EMPTY, ROWS, RowCodes, row_codes
from rowlock.solve.qwixx.sheet import Progress, unheard
from rowlock.solve.qwixx.solitaire import Solitaire, cached

Codes = tuple[int, ...]
NAME, BEGUN = "qwixx-layout", "qwixx-half-done"
"""Of the tables on the shelf, and of those that are being made."""


@dataclass(frozen=True, slots=True, eq=False)
class SolvedLayout(OneSheet):
    """The solved game on a layout. All values are expected final scores under best play."""

    table: NDArray[np.floating]
    """`[first and second row, third and fourth row, penalties]`: the points still to come before a roll."""

    def to_come(self, rows: Sequence[int], penalties: int) -> float:
        """Exactly, up to the digits that are kept."""
        size = round(len(self.table) ** 0.5)
        return float(self.table[rows[0] * size + rows[1], rows[2] * size + rows[3], penalties])


def solved_on(layout: Layout, progress: Progress = unheard) -> Solitaire | SolvedLayout:
    """The solved game on any layout, the classic one included, as it is kept; else it is computed, and kept."""
    if layout == CLASSIC:
        return cached(progress)

    version = version_of(layout)
    if shelf.has(NAME, version):  # as long as it is there, nobody begins anew
        return SolvedLayout(shelf.arrays(NAME, version, partial(_solved, layout, None, progress))["table"])
    folder = shelf.folder(BEGUN, version)
    with locked(folder / "lock" if folder else None):  # by one process while all others wait for it
        solved = shelf.arrays(NAME, version, partial(_solved, layout, folder, progress))["table"]
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
    return SolvedLayout(solved)


def _solved(layout: Layout, folder: Path | None, progress: Progress) -> shelf.Arrays:
    half_done = None
    with contextlib.suppress(OSError):  # what can't be kept on the way is only not taken up again
        half_done = HalfDone(folder, table_shape()) if folder else None
    return {"table": solve_layout(layout, progress=progress, half_done=half_done).table.astype(np.float32)}


def table_shape(faces: int = 6, to_lock: int = CROSSES_TO_LOCK) -> tuple[int, int, int]:
    """Of the table of a layout."""
    size = len(row_codes(faces, to_lock)) ** 2
    return size, size, MOST_PENALTIES


def version_of(layout: Layout) -> str:
    """By which a layout's table is found."""
    return hashlib.sha256(f"1\n{layout_text(layout)}".encode()).hexdigest()[:16]


def is_solved(layout: Layout) -> bool:
    """Need nobody wait long for it?"""
    return layout == CLASSIC or shelf.has(NAME, version_of(layout))


def solve_layout(
    layout: Layout,
    faces: int = 6,
    to_lock: int = CROSSES_TO_LOCK,
    begin: Codes = (EMPTY,) * ROWS,
    progress: Progress = unheard,
    threads: int = 2,
    half_done: HalfDone | None = None,
) -> SolvedLayout:
    """The values of all sheets that can follow from one, for one player; other entries of the table mean nothing. With
    a run that was stopped it goes on from what is done."""
    from rowlock.solve.qwixx.layout_kernel import solve_pairs

    codes = row_codes(faces, to_lock)
    table = half_done.table if half_done else np.zeros(table_shape(faces, to_lock))
    upper, lower = (_pairs_by_level(codes, pair) for pair in (begin[:2], begin[2:]))
    place, row_of, lock = places_of(layout)

    total, done, began = sum(map(len, upper)) * sum(map(len, lower)), 0, False
    with ThreadPoolExecutor(threads) as pool:
        for level in range(len(upper) + len(lower) - 2, -1, -1):
            work = [
                (part, lower[level - high])
                for high in range(len(upper))
                if 0 <= level - high < len(lower)
                for part in np.array_split(upper[high], threads)
            ]
            if half_done and half_done.level is not None and level >= half_done.level:
                done += sum(len(some) * len(others) for some, others in work)
                continue
            if not began:  # something may have to be compiled
                progress(done / total)
                began = True

            def fill(pairs: tuple[NDArray[np.int64], NDArray[np.int64]]) -> None:
                solve_pairs(*pairs, table, codes.after, codes.gain, place, row_of, lock, faces)

            for (some, others), _ in zip(work, pool.map(fill, work), strict=True):
                done += len(some) * len(others)
                progress(done / total)
            if half_done:
                half_done.keep(level)
    return SolvedLayout(table)


def _pairs_by_level(codes: RowCodes, begin: Codes) -> list[NDArray[np.int64]]:
    """The numbers of all pairs of codes that can follow from two, by how far the two rows have come together."""
    first, second = (sorted(_following(codes, code)) for code in begin)
    by_level: list[list[int]] = [[] for _ in range(2 * codes.places + 1)]
    for one in first:
        for other in second:
            by_level[int(codes.level[one] + codes.level[other])].append(one * len(codes) + other)
    return [np.array(pairs, np.int64) for pairs in by_level]


def _following(codes: RowCodes, code: int) -> set[int]:
    """The codes that a row can come to from one, itself included."""
    found, waiting = {code}, [code]
    while waiting:
        for after in codes.after[waiting.pop()].tolist():
            if after >= 0 and after not in found:
                found.add(after)
                waiting.append(after)
    return found


def places_of(layout: Layout) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Where in a row each number stands, in which row each number of a colour, and the colour of each lock."""
    places = len(layout.rows[0])
    place, row_of = np.zeros((ROWS, places), np.int64), np.zeros((ROWS, places), np.int64)
    for cell in layout.named.values():
        place[cell.row, cell.number - 2] = cell.bit.bit_length() - 1
        row_of[COLOURS.index(cell.colour), cell.number - 2] = cell.row
    lock = np.array([COLOURS.index(layout.lock_colour(row)) for row in range(ROWS)], np.int64)
    return place, row_of, lock
