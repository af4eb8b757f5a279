"""What positions of one player are worth, on any sheet: exactly where it is solved, else by its likeness to the classic
one."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np

from rowlock.bots.qwixx.likeness import blends_on
from rowlock.rules.dice import FACES
from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import MOST_PENALTIES, PENALTY_POINTS, Layout
from rowlock.solve.qwixx.layout import is_solved, places_of, solved_on
from rowlock.solve.qwixx.one_sheet import OneSheet
from rowlock.solve.qwixx.rows import ROWS, row_codes, sheet_codes
from rowlock.solve.qwixx.sheet import Progress, unheard
from rowlock.solve.qwixx.solitaire import cached


@dataclass(frozen=True, slots=True)
class Alone(OneSheet):
    """The points that one player may expect at the end of the game on a layout."""

    layout: Layout
    points: Callable[[Sequence[int], int], float]
    """Those still to come before a roll, from the codes of the rows and the penalties."""
    exact: bool

    def to_come(self, rows: Sequence[int], penalties: int) -> float:
        """As far as it is known."""
        return self.points(rows, penalties)

    def mean(self, state: Qwixx) -> float:
        """Before a roll: the mean over all rolls of what comes of them. Exactly known, it is the value itself."""
        if self.exact:
            return self.value(state)
        return state.scores[0] + self._mean_to_come(sheet_codes(state.sheets[0]), state.sheets[0].penalties)

    def _mean_to_come(self, rows: tuple[int, ...], penalties: int) -> float:
        """As the solver has it (`rowlock.solve.qwixx.layout_kernel`), with values that need not be exact."""
        from rowlock.solve.qwixx.kernel import NEVER, PENALTIES, active_value

        places, closed = row_codes().places, row_codes().closed
        one = np.full((places, PENALTIES), NEVER)
        two = np.full((places, ROWS, places, PENALTIES), NEVER)
        known: dict[tuple[int, ...], float] = {}

        def worth(codes: tuple[int, ...]) -> float:
            if codes not in known:
                known[codes] = self.to_come(codes, penalties) if codes.count(closed) < 2 else 0.0
            return known[codes]

        for number, colour, codes, gain in self._crosses(rows):
            value = gain + worth(codes)
            one[number, penalties] = max(one[number, penalties], value)
            if colour in self._colours(rows):
                two[:, colour, number, penalties] = np.maximum(two[:, colour, number, penalties], value)
            if codes.count(closed) < 2:
                there = self._colours(codes)
                for then, other, after, further in self._crosses(codes):
                    if other in there:
                        best = max(two[number, other, then, penalties], gain + further + worth(after))
                        two[number, other, then, penalties] = best
        no_cross = -float(PENALTY_POINTS)
        if penalties + 1 < MOST_PENALTIES:
            no_cross += self.to_come(rows, penalties + 1)
        values, colours = np.empty(ROWS * len(FACES)), np.empty(ROWS * len(FACES), np.int16)
        return float(active_value(penalties, one, two, no_cross, len(FACES), values, colours))

    def _crosses(self, rows: tuple[int, ...]) -> Iterator[tuple[int, int, tuple[int, ...], float]]:
        """All that may be crossed: the number, from 0, its colour, the rows after it, and the points it brings."""
        table, (place, row_of, _) = row_codes(), _places(self.layout)
        for colour in range(ROWS):
            for number in range(table.places):
                row = row_of[colour][number]
                code, at = rows[row], place[row][number]
                crossed = int(table.after[code, at])
                if crossed >= 0:
                    after = (*rows[:row], crossed, *rows[row + 1 :])
                    yield number, colour, after, float(table.gain[code, at])

    def _colours(self, rows: tuple[int, ...]) -> set[int]:
        """Whose dice are still in the game."""
        lock = _places(self.layout)[2]
        return {lock[row] for row, code in enumerate(rows) if code != row_codes().closed}


@lru_cache(maxsize=64)
def _places(layout: Layout) -> tuple[list[list[int]], list[list[int]], list[int]]:
    place, row_of, lock = places_of(layout)
    return place.tolist(), row_of.tolist(), lock.tolist()


def alone_on(layout: Layout, progress: Progress = unheard) -> Alone:
    """On a layout. The classic one is solved now, if need be; others only by `rowlock solve qwixx --layout`."""
    if is_solved(layout):
        return Alone(layout, solved_on(layout, progress).to_come, exact=True)
    classic = cached(progress)
    blends = [
        [((one, 1 - share), (other, share)) if share else ((one, 1.0),) for one, other, share in codes]
        for codes in (
            zip(blend.first.tolist(), blend.second.tolist(), blend.share.tolist(), strict=True)
            for blend in blends_on(layout)
        )
    ]

    def to_come(rows: Sequence[int], penalties: int) -> float:
        parts = product(*(blends[row][code] for row, code in enumerate(rows)))
        return math.fsum(
            math.prod(share for _, share in part) * classic.to_come([code for code, _ in part], penalties)
            for part in parts
        )

    return Alone(layout, to_come, exact=False)
