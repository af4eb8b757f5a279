"""Quixo positions with exact values, by the million: games of any strength on an NVIDIA card that has solved 5×5."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from rowlock.rules.board import board
from rowlock.solve.quixo.layout import grid

BOARD = board(5)
SCORES = (0, 1, -1)
"""The value of each answer of `Card.probe`."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Positions for the side to move with the values of all their moves; -2 for a push that may not be made."""

    owns: Any
    others: Any
    values: Any
    moves: Any


class CardGames:
    """Many games at once. `probe(owns, others)` tells what positions are worth, as `Card.probe` does."""

    def __init__(self, xp: Any, probe: Callable[[Any, Any], Any], seed: int) -> None:
        self.xp, self._probe = xp, probe
        self._rng = xp.random.default_rng(seed)
        pushes = BOARD.pushes
        self._taken = xp.asarray([push.taken for push in pushes], xp.uint32)
        self._placed = xp.asarray([push.placed for push in pushes], xp.uint32)
        self._sliding = xp.asarray([push.sliding for push in pushes], xp.uint32)
        self._left = xp.asarray([max(push.step, 0) for push in pushes], xp.uint32)
        self._right = xp.asarray([max(-push.step, 0) for push in pushes], xp.uint32)
        self._scores = xp.asarray(SCORES, xp.int8)
        self.halves = [[self._images(goals[:13]), self._images(goals[13:])] for goals in grid(5).symmetries]

    def _images(self, goals: Any) -> Any:
        images = np.zeros(1, np.uint32)
        for goal in goals:
            images = np.concatenate([images, images | np.uint32(1 << int(goal))])
        return self.xp.asarray(images)

    def turned(self, cubes: Any, symmetry: int) -> Any:
        """Sets of cubes seen in a mirror."""
        low, high = self.halves[symmetry]
        return low[cubes & 8191] | high[cubes >> 13]

    def names(self, owns: Any, others: Any) -> Any:
        """One number for each position, the same for its mirror images."""
        wide = self.xp.uint64
        least = None
        for symmetry in range(8):
            turned = self.turned(owns, symmetry).astype(wide) << wide(25)
            turned |= self.turned(others, symmetry).astype(wide)
            least = turned if least is None else self.xp.minimum(least, turned)
        return least

    def over(self, owns: Any, others: Any) -> Any:
        """Which of the games are over?"""
        done = self.xp.zeros(len(owns), bool)
        for line in BOARD.lines:
            done |= ((owns & line) == line) | ((others & line) == line)
        return done

    def after(self, owns: Any, others: Any) -> tuple[Any, Any, Any]:
        """All pushes: the cubes of the next side to move, those of its opponent, and which pushes are legal."""
        own, other = owns[:, None], others[:, None]
        resting = ~(self._sliding | self._taken)
        own_now = own & resting | (own & self._sliding) << self._left >> self._right | self._placed
        other_now = other & resting | (other & self._sliding) << self._left >> self._right
        return other_now, own_now, (other & self._taken) == 0

    def values(self, owns: Any, others: Any) -> Any:
        """1, 0 or -1 for the side to move."""
        return self._scores[self._probe(owns, others)]

    def look(self, owns: Any, others: Any) -> tuple[Sight, Any, Any]:
        """What every move of every position is worth, and where it leads to."""
        next_own, next_other, legal = self.after(owns, others)
        moves = -self.values(next_own.ravel(), next_other.ravel()).reshape(legal.shape)
        moves = self.xp.where(legal, moves, self.xp.int8(-2))
        return Sight(owns, others, moves.max(axis=1), moves), next_own, next_other

    def wander(self, owns: Any, others: Any, steps: Any) -> tuple[Any, Any]:
        """Make so many random moves, each game its own number; a game that is over stays."""
        for step in range(int(steps.max())):
            next_own, next_other, legal = self.after(owns, others)
            moving = (steps > step) & ~self.over(owns, others)
            owns, others = self._chosen(legal, next_own, next_other, owns, others, moving)
        return owns, others

    def _chosen(
        self, good: Any, next_own: Any, next_other: Any, owns: Any, others: Any, moving: Any, liking: Any = 0
    ) -> tuple[Any, Any]:
        """One of the good pushes for each game, with the chances that their logits name."""
        xp = self.xp
        lots = self._rng.random(good.shape, dtype=xp.float32) * 0.999998 + 1e-6
        choice = xp.where(good, liking - xp.log(-xp.log(lots)), -xp.inf).argmax(axis=1)[:, None]
        own = xp.take_along_axis(next_own, choice, 1)[:, 0]
        other = xp.take_along_axis(next_other, choice, 1)[:, 0]
        return xp.where(moving, own, owns), xp.where(moving, other, others)

    def can_win(self, owns: Any, others: Any) -> Any:
        """In which positions does a push win at once?"""
        next_own, next_other, legal = self.after(owns, others)
        mine, theirs = (self.xp.zeros(legal.shape, bool) for _ in (0, 1))
        for line in BOARD.lines:
            mine |= (next_other & line) == line
            theirs |= (next_own & line) == line
        return (legal & mine & ~theirs).any(axis=1)

    def play(self, slips: Any, plies: int, judge: Callable[[Any, Any], Any] | None = None) -> Iterator[Sight]:
        """Games from the empty board; `slips[i]` is how often game i plays any move instead of one that keeps the
        value. A game that is over begins again. With `judge(owns, others)`, which tells by a logit how good positions
        look, moves are played that look good; without it any."""
        xp = self.xp
        owns, others = (xp.zeros(len(slips), xp.uint32) for _ in (0, 1))
        for _ in range(plies):
            sight, next_own, next_other = self.look(owns, others)
            yield sight
            slip = self._rng.random(len(slips), dtype=xp.float32) < slips
            good = (sight.moves == sight.values[:, None]) | (slip[:, None] & (sight.moves > -2))
            liking = -judge(next_own.ravel(), next_other.ravel()).reshape(good.shape) if judge else 0
            owns, others = self._chosen(
                good, next_own, next_other, owns, others, xp.ones(len(slips), bool), liking
            )
            alive = ~self.over(owns, others)
            owns, others = owns * alive, others * alive
