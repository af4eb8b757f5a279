"""Which team can force a line within so many plies, proved by looking at every push and both arrows.

A position is four sets of cubes: those that point at the player to move, at the next one, at the partner and at the
one before, clockwise. In their first turns players may take less; those positions are not for here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rowlock.rules.board import Cubes, Push, board

Pointing = tuple[Cubes, Cubes, Cubes, Cubes]


class TeamProof:
    """Proofs on a board of one size; remembers what it has proved."""

    def __init__(self, size: int) -> None:
        self.board = board(size)
        self.steps = cache(self._find_steps)
        self.wins = cache(self._wins)
        self.loses = cache(self._loses)

    def takeable(self, now: Pointing) -> Iterator[Push]:
        """The pushes of cubes that are blank or point at the player to move."""
        others = now[1] | now[2] | now[3]
        return (push for push in self.board.pushes if not push.taken & others)

    def _find_steps(self, now: Pointing) -> tuple[bool, tuple[Pointing, ...]]:
        """Can the player to move finish a line of the own team now? And the positions where the game goes on, as the
        next player meets them."""
        has_line = self.board.has_line
        steps = set()
        me, right, partner, left = now
        skips = True
        for push in self.takeable(now):
            skips = False
            if has_line(push.slide(right | left)):
                continue
            if has_line(push.slide(me | partner) | push.placed):
                return True, ()
            a, b, c, d = push.slide(me), push.slide(right), push.slide(partner), push.slide(left)
            steps |= {(b, c, d, a | push.placed), (b, c | push.placed, d, a)}
        return False, tuple(sorted(steps)) if not skips else ((right, partner, left, me),)

    def _wins(self, now: Pointing, plies: int) -> bool:
        """Can the team to move force a win within so many plies?"""
        at_once, steps = self.steps(now)
        if at_once or plies < 2:
            return at_once and plies > 0
        return any(self.loses(step, plies - 1) for step in steps)

    def _loses(self, now: Pointing, plies: int) -> bool:
        """Does the team to move lose within so many plies, whatever its player does?"""
        at_once, steps = self.steps(now)
        if at_once or plies < 1:
            return False
        return all(self.wins(step, plies - 1) for step in steps)
