"""Pig: roll one die as often as you dare. All that you have rolled counts when you hold, nothing of it after a one.

It is one module, and brings its rules alone. A position is `pig 50 12,0,31 2 9 choose`: the goal, everybody's points,
whose turn it is, what they have rolled in this turn, and whether they `throw` now or `choose`, or all is `over`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rowlock.rules import DICE, Game, IllegalMove, Move, NotationError, Outcome, places
from rowlock.rules.dice import Rolls
from rowlock.rules.pictures.drawing import picture, text
from rowlock.rules.reasons import OwnCode

GOALS = (100, 50, 20)
ROLL_ON, HOLD = "roll-on", "hold"
ONE_DIE = Rolls((True,))


@dataclass(frozen=True, slots=True)
class Pig:
    """Everybody's points, and what the active player has rolled since the turn began."""

    goal: int
    scores: tuple[int, ...]
    active: int
    rolled: int = 0
    phase: str = "throw"

    @staticmethod
    def begin(seats: int, first: int, goal: int = GOALS[0]) -> Pig:
        if seats not in PIG.seat_counts or not 1 <= first <= seats:
            raise ValueError(f"Pig is for 2 to 10 seats, not for {seats} beginning with {first}")
        return Pig(goal, (0,) * seats, first)

    @staticmethod
    def parse(text: str) -> Pig:
        match text.split(" "):
            case ["pig", goal, points, active, rolled, ("throw" | "choose" | "over") as phase]:
                numbers = [goal, active, rolled, *points.split(",")]
                if all(len(number) < 5 and number == str(_number(number)) for number in numbers):
                    to_reach, seat, in_hand, *scores = map(int, numbers)
                    if len(scores) in PIG.seat_counts and to_reach in GOALS and 1 <= seat <= len(scores):
                        return Pig(to_reach, tuple(scores), seat, in_hand, phase)
        raise NotationError(
            "a position is 'pig', goal, points, seat, what it has rolled, and throw or choose"
        )

    def __str__(self) -> str:
        points = ",".join(map(str, self.scores))
        return f"pig {self.goal} {points} {self.active} {self.rolled} {self.phase}"

    @property
    def seats(self) -> int:
        return len(self.scores)

    @property
    def awaiting(self) -> tuple[int, ...]:
        return {"throw": (DICE,), "choose": (self.active,)}.get(self.phase, ())

    @property
    def key(self) -> Pig:
        return self

    @property
    def outcome(self) -> Outcome | None:
        if self.phase != "over":
            return None
        return Outcome(OwnCode("goal-reached"), places(self.scores), self.scores)

    def legal_moves(self, seat: int) -> Sequence[Move]:
        if seat not in self.awaiting:
            return ()
        return ONE_DIE if seat == DICE else (ROLL_ON, HOLD)

    def why_not(self, seat: int, begun: Move) -> IllegalMove | None:
        if self.phase == "over":
            return IllegalMove(self, begun, "game-over")
        if seat not in self.awaiting:
            rolls_first = self.phase == "throw" and seat == self.active
            return IllegalMove(self, begun, "roll-first" if rolls_first else "not-your-turn", seat=seat)
        if seat == DICE:
            reason = ONE_DIE.why_not(begun)
            return IllegalMove(self, begun, reason) if reason else None
        if any(move.startswith(begun) for move in self.legal_moves(seat)):
            return None
        return IllegalMove(self, begun, OwnCode("roll-on-or-hold"))

    def play(self, seat: int, move: Move) -> Pig:
        if move not in self.legal_moves(seat):
            raise self.why_not(seat, move) or IllegalMove(self, move, "not-a-move")
        if move == "1":
            return replace(self, active=self._next, rolled=0)
        if seat == DICE:
            return replace(self, rolled=self.rolled + int(move), phase="choose")
        if move == ROLL_ON:
            return replace(self, phase="throw")
        points = self.scores[seat - 1] + self.rolled
        scores = (*self.scores[: seat - 1], points, *self.scores[seat:])
        if points >= self.goal:
            return Pig(self.goal, scores, seat, 0, "over")
        return Pig(self.goal, scores, self._next)

    @property
    def _next(self) -> int:
        return self.active % self.seats + 1

    def seen_by(self, seat: int | None) -> Pig:  # noqa: ARG002 (nothing is hidden)
        return self

    def without_time(self, seat: int) -> Move | None:  # noqa: ARG002 (the same for all)
        return HOLD

    def _repr_svg_(self) -> str:
        lines = [text(points, 60, 24 * seat, 20) for seat, points in enumerate(self.scores, 1)]
        return picture(120, 24 * self.seats + 24, 1, str(self), *lines)


def _number(digits: str) -> int:
    return int(digits) if digits.isascii() and digits.isdigit() else -1


PIG = Game(
    name="pig",
    seat_counts=tuple(range(2, 11)),
    begin=Pig.begin,
    parse=Pig.parse,
    rooms="pig.{room}",
    dice=True,
    options={"goal": GOALS},
)
