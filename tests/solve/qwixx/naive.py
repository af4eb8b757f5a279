"""The Qwixx sheet by plain enumeration of all rolls and decisions: slow, and nothing like the solver."""

from __future__ import annotations

from functools import cache
from itertools import product

Row = tuple[int, ...]
"""The places crossed in a row, from 0."""


class NaiveSheet:
    """Short rows (dice with few faces), kept as lists of crosses; a lock is the place after the last number."""

    def __init__(
        self, faces: int, to_lock: int, others: int = 0, close: float = 0.0, end: float = 0.0
    ) -> None:
        self.faces = range(1, faces + 1)
        self.last = 2 * faces - 2
        self.to_lock = to_lock
        self.others = others
        self.close = close
        self.end = end
        self.before_roll = cache(self._before_roll)

    def crossed(self, rows: tuple[Row, ...], row: int, number: int) -> tuple[Row, ...] | None:
        place = number - 2 if row < 2 else self.last + 2 - number
        old = rows[row]
        if old and place <= old[-1]:
            return None
        new = (*old, place)
        if place == self.last:
            if len(old) < self.to_lock:
                return None
            new = (*new, self.last + 1)
        return (*rows[:row], new, *rows[row + 1 :])

    def shut(self, row: Row) -> bool:
        return bool(row) and row[-1] > self.last

    def over(self, rows: tuple[Row, ...], penalties: int) -> bool:
        return penalties == 4 or sum(map(self.shut, rows)) >= 2

    def score(self, rows: tuple[Row, ...], penalties: int) -> float:
        """A row closed by others holds a mark that is no cross."""
        counts = [sum(place <= self.last + 1 for place in row) for row in rows]
        return sum(n * (n + 1) // 2 for n in counts) - 5 * penalties

    def _before_roll(self, rows: tuple[Row, ...], penalties: int, wait: int = 0) -> float:
        """The expected final score before a roll, with so many turns of others before the own turn."""
        total, rolls = 0.0, 0
        if wait:
            for white, other in product(self.faces, repeat=2):
                options = [rows, *(self.crossed(rows, row, white + other) for row in range(4))]
                total += max(self.after_turn(new, penalties, wait - 1) for new in options if new is not None)
                rolls += 1
            return total / rolls
        for white, other, *coloured in product(self.faces, repeat=6):
            best = -1e9
            for first in (rows, *(self.crossed(rows, row, white + other) for row in range(4))):
                if first is None:
                    continue
                if self.over(first, penalties):
                    best = max(best, self.score(first, penalties))
                    continue
                idle = penalties + (first == rows)
                best = max(best, self.after_turn(first, idle, self.others))
                for row, die in enumerate(coloured):
                    if not self.shut(first[row]):
                        for number in {white + die, other + die}:
                            second = self.crossed(first, row, number)
                            if second is not None:
                                best = max(best, self.after_turn(second, penalties, self.others))
            total += best
            rolls += 1
        return total / rolls

    def after_turn(self, rows: tuple[Row, ...], penalties: int, wait: int) -> float:
        if self.over(rows, penalties):
            return self.score(rows, penalties)
        value = self.before_roll(rows, penalties, wait)
        if not self.others:
            return value
        open_rows = [row for row in range(4) if not self.shut(rows[row])]
        elsewhere = 0.0
        for row in open_rows:
            new = (*rows[:row], (*rows[row], self.last + 2), *rows[row + 1 :])
            if self.over(new, penalties):
                elsewhere += self.score(new, penalties)
            else:
                elsewhere += self.before_roll(new, penalties, wait)
        undisturbed = (1 - self.close) * value + self.close * elsewhere / len(open_rows)
        return self.end * self.score(rows, penalties) + (1 - self.end) * undisturbed
