"""Who can force a line within so many plies, proved by looking at every push: exact where no table tells the distance.

A position is two sets of cubes, those of the side to move first. Tables, where they know a position, spare the proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from rowlock.rules.board import Board, Cubes, board
from rowlock.solve.quixo.verdict import Verdict

Known = Callable[[Cubes, Cubes], Verdict | None]
"""What a table knows of a position."""


def after(geometry: Board, own: Cubes, other: Cubes) -> Iterator[tuple[str, Cubes, Cubes]]:
    """Every push, and the cubes after it, still those of the pusher first."""
    for push in geometry.pushes:
        if not push.taken & other:
            yield push.name, push.slide(own) | push.placed, push.slide(other)


class Proof:
    """Proofs on a board of one size; remembers what it has proved."""

    def __init__(self, size: int, known: Known = lambda own, other: None) -> None:  # noqa: ARG005 (nothing)
        self.board, self._known = board(size), known
        self.steps = cache(self._find_steps)
        self.wins = cache(self._wins)
        self.loses = cache(self._loses)

    def _find_steps(self, own: Cubes, other: Cubes) -> tuple[bool, tuple[tuple[Cubes, Cubes], ...]]:
        """Can the side to move finish a line of its own now? And the positions where the game goes on, as the other
        side meets them."""
        has_line = self.board.has_line
        steps = set()
        for _, mine, theirs in after(self.board, own, other):
            if has_line(theirs):
                continue
            if has_line(mine):
                return True, ()
            steps.add((theirs, mine))
        return False, tuple(sorted(steps))

    def _wins(self, own: Cubes, other: Cubes, plies: int) -> bool:
        """Can the side to move force a win within so many plies?"""
        now, steps = self.steps(own, other)
        if now or plies < 3:
            return now and plies > 0
        if (verdict := self._known(own, other)) and verdict.value != 1:
            return False
        return self.wins(own, other, plies - 2) or any(self.loses(*step, plies - 1) for step in steps)

    def _loses(self, own: Cubes, other: Cubes, plies: int) -> bool:
        """Does the side to move lose within so many plies, whatever it does?"""
        now, steps = self.steps(own, other)
        if now or plies < 1:
            return False
        if steps and plies > 2 and (verdict := self._known(own, other)) and verdict.value != -1:
            return False
        return all(self.wins(*step, plies - 1) for step in steps)

    def verdict(self, own: Cubes, other: Cubes, most: int) -> Verdict | None:
        """The value of a position that ends within so many plies under best play, and in how many."""
        for plies in range(1, most + 1):
            if plies % 2 and self.wins(own, other, plies):
                return Verdict(1, plies)
            if self.loses(
                own, other, plies
            ):  # in an odd number: only where every push finishes the other's line
                return Verdict(-1, plies)
        return None
