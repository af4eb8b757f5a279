"""What positions of one player are worth, and the best decision in them, from the points that are still to come."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from rowlock.rules.game import Move
from rowlock.rules.qwixx import Qwixx
from rowlock.solve.qwixx.rows import sheet_codes


class OneSheet(ABC):
    """Whoever knows, or guesses, what a sheet may still expect before a roll. All values are expected final scores."""

    __slots__ = ()

    @abstractmethod
    def to_come(self, rows: Sequence[int], penalties: int) -> float:
        """The points that a sheet may still expect before a roll, from the codes of its rows and its penalties."""

    def value(self, state: Qwixx) -> float:
        """What a position with one sheet is worth. Raises `ValueError`."""
        if state.phase == "over":
            return float(state.scores[0])
        if state.phase == "roll":
            _check_alone(state)
            return state.scores[0] + self.to_come(sheet_codes(state.sheets[0]), state.sheets[0].penalties)
        return self.best(state)[1]

    def best(self, state: Qwixx) -> tuple[Move, float]:
        """The best decision in a position with rolled dice, and its value. Raises `ValueError`."""
        _check_alone(state)
        moves = state.legal_moves(1)
        if not moves or state.phase == "roll":
            raise ValueError(f"nothing to decide in {str(state)!r}")
        values = {move: self.value(state.play(1, move)) for move in moves}
        best = max(moves, key=values.__getitem__)
        return best, values[best]


def _check_alone(state: Qwixx) -> None:
    if state.seats != 1:
        raise ValueError(f"solitaire has one sheet, not {state.seats}")
