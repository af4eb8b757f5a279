"""A game from outside: whoever takes the last of some sticks has won."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace

from rowlock.rules import Game, IllegalMove, Move, NotationError, Outcome
from rowlock.rules.reasons import OwnCode


@dataclass(frozen=True)
class Nim:
    """So many sticks, and whose turn it is."""

    sticks: int
    active: int
    seats: int = 2
    scores: tuple[int, ...] = ()

    @property
    def awaiting(self) -> tuple[int, ...]:
        return (self.active,) if self.sticks else ()

    @property
    def phase(self) -> str:
        return "take" if self.sticks else "over"

    @property
    def key(self) -> Hashable:
        return self

    @property
    def outcome(self) -> Outcome | None:
        return None if self.sticks else Outcome(OwnCode("last-stick"), (3 - self.active, self.active))

    def legal_moves(self, seat: int) -> Sequence[Move]:
        return [str(taken) for taken in (1, 2, 3) if taken <= self.sticks and seat in self.awaiting]

    def why_not(self, seat: int, begun: Move) -> IllegalMove | None:
        if any(move.startswith(begun) for move in self.legal_moves(seat)):
            return None
        return IllegalMove(self, begun, OwnCode("so-few"), left=self.sticks)

    def play(self, seat: int, move: Move) -> Nim:
        if move not in self.legal_moves(seat):
            raise self.why_not(seat, move) or IllegalMove(self, move, "not-a-move")
        return replace(self, sticks=self.sticks - int(move), active=3 - self.active)

    def seen_by(self, seat: int | None) -> Nim:  # noqa: ARG002 (nothing is hidden)
        return self

    def without_time(self, seat: int) -> Move | None:  # noqa: ARG002
        return None

    def _repr_svg_(self) -> str:
        return "<svg xmlns='http://www.w3.org/2000/svg'/>"

    def __str__(self) -> str:
        return f"nim {self.sticks} {self.active}"


def begin(seats: int, first: int, sticks: int = 7) -> Nim:  # noqa: ARG001 (always two)
    return Nim(sticks, first)


def parse(text: str) -> Nim:
    match text.split(" "):
        case ["nim", sticks, active] if sticks.isdigit() and active in ("1", "2"):
            return Nim(int(sticks), int(active))
    raise NotationError("a position is 'nim', the sticks and whose turn it is")


NIM = Game(
    "nim", (2,), begin, parse, rooms="tests.terminal.nim.{room}", two_sides=True, options={"sticks": (7, 9)}
)
