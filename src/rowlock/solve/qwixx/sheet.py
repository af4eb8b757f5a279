"""The best play for points on one Qwixx sheet, exactly: alone, or as a seat among players who may end the game."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from rowlock.rules.sheet import CROSSES_TO_LOCK, MOST_PENALTIES
from rowlock.solve.qwixx.rows import ROWS, RowCodes, row_codes

Progress = Callable[[float], None]
"""Is told, again and again, which share of the work is done."""


def unheard(share: float) -> None:
    """Progress that nobody listens to."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How the others hurry: the chance that they end the game in a turn, and that they close one of the rows.

    Both depend on how far the own sheet has come, which is the only clock a sheet has: the sum over the rows of the
    place of the last cross, 1 to 11 (see `RowCodes.level`).
    """

    end: tuple[float, ...]
    close: tuple[float, ...]

    @staticmethod
    def curved(end: float, end_rise: float, close: float, close_rise: float) -> Pace:
        """Logistic curves: the log-odds begin at `end` and `close` and rise by so much with each place."""
        levels = np.arange(ROWS * row_codes().places + 1)
        ends = 1 / (1 + np.exp(-(end + end_rise * levels)))
        closes = 1 / (1 + np.exp(-(close + close_rise * levels)))
        return Pace(tuple(ends.tolist()), tuple(closes.tolist()))


PACE = Pace.curved(-3.1, 0.028, -3.5, 0.015)
"""How the others hurry, tuned against `greedy` and `master`; the same curve is best with two, three, four and five."""


@dataclass(frozen=True, slots=True)
class SheetValues:
    """The points still to come under best play, for every sheet."""

    codes: RowCodes
    pairs: NDArray[np.int16]
    tables: NDArray[np.float64]
    """`[turns of others before the own turn, red-yellow pair, green-blue pair, penalties]`, before the roll."""
    settled: NDArray[np.float64]
    """The same just after a turn, when the others may still have closed a row or ended the game in it."""

    def to_come(self, rows: tuple[int, ...], penalties: int, others_first: int = 0) -> float:
        """The points still to come for four row codes, with so many turns of others before the own one."""
        if penalties >= MOST_PENALTIES or rows.count(self.codes.closed) >= 2:
            return 0.0
        first, second = self.pairs[rows[0], rows[1]], self.pairs[rows[2], rows[3]]
        return float(self.tables[others_first, first, second, penalties])


def numbered_pairs(codes: int) -> tuple[NDArray[np.int16], NDArray[np.int16]]:
    """A number for each unordered pair of row codes, and the two members of each number."""
    members = np.array([(a, b) for a in range(codes) for b in range(a, codes)], np.int16)
    pairs = np.empty((codes, codes), np.int16)
    pairs[members[:, 0], members[:, 1]] = np.arange(len(members))
    pairs[members[:, 1], members[:, 0]] = np.arange(len(members))
    return pairs, members


def states_by_level(codes: RowCodes, members: NDArray[np.int16]) -> list[NDArray[np.int16]]:
    """All sheets with at most one closed row, up to symmetry, as pairs of pairs; the fullest sheets first."""
    level = codes.level[members].sum(axis=1, dtype=np.int16)
    closed = (members == codes.closed).sum(axis=1)
    first, second = np.triu_indices(len(members))
    going_on = closed[first] + closed[second] <= 1
    first, second = first[going_on].astype(np.int16), second[going_on].astype(np.int16)
    states = np.stack([first, second], axis=1)
    total = level[first] + level[second]
    order = np.argsort(-total, kind="stable")
    cuts = np.flatnonzero(np.diff(total[order])) + 1
    return np.split(states[order], cuts)


def solve_sheet(
    players: int = 1,
    pace: Pace | None = None,
    faces: int = 6,
    to_lock: int = CROSSES_TO_LOCK,
    progress: Progress = unheard,
    threads: int = 2,
) -> SheetValues:
    """The values of all sheets for one of so many players. Others, where there are any, keep to a `Pace`."""
    from rowlock.solve.qwixx.kernel import PENALTIES, solve_level

    if (players > 1) != (pace is not None):
        raise ValueError("a pace belongs to a game with others, and to no other game")
    codes = row_codes(faces, to_lock)
    levels = 4 * codes.places + 1
    close = np.array(pace.close if pace else [0.0] * levels)
    end = np.array(pace.end if pace else [0.0] * levels)
    pairs, members = numbered_pairs(len(codes))
    tables = np.zeros((players, len(members), len(members), PENALTIES))
    settled = np.zeros_like(tables) if pace else tables
    work = states_by_level(codes, members)
    size, done = sum(map(len, work)), 0
    tables_of_rows = (pairs, members, codes.after, codes.gain, codes.level, close, end, faces)

    def fill(states: NDArray[np.int16]) -> None:
        solve_level(states, tables, settled, *tables_of_rows)

    progress(0.0)  # the first level may have to be compiled
    with ThreadPoolExecutor(threads) as pool:
        for states in work:
            list(pool.map(fill, np.array_split(states, threads)))
            done += len(states)
            progress(done / size)
    return SheetValues(codes, pairs, tables, settled)
