"""Noughts and crosses: three of one's own symbol in a line win.

A position is `noughts .../.x./o.. x`: the ranks from the top down, then who is to move. A move is a square, `a1` to
`c3`.
"""

from __future__ import annotations

from dataclasses import dataclass

from rowlock.rules import Game, IllegalMove, Move, NotationError, Outcome
from rowlock.rules.pictures.drawing import element, picture, text
from rowlock.rules.reasons import OwnCode

SYMBOLS = "xo"
BLANK = "."
SQUARES = tuple(file + rank for rank in "321" for file in "abc")
LINES = (
    *((rank, rank + 1, rank + 2) for rank in (0, 3, 6)),
    *((file, file + 3, file + 6) for file in (0, 1, 2)),
    (0, 4, 8),
    (2, 4, 6),
)


@dataclass(frozen=True, slots=True)
class Noughts:
    """What stands on the nine squares, in the order of `SQUARES`, and whose turn it is."""

    cells: str = BLANK * 9
    active: int = 1

    @staticmethod
    def begin(seats: int, first: int) -> Noughts:
        """Seat 1 plays the crosses, whoever begins."""
        if seats != 2 or first not in (1, 2):
            raise ValueError(f"it is for seats 1 and 2, not for {seats} seats beginning with {first}")
        return Noughts(active=first)

    @staticmethod
    def parse(text: str) -> Noughts:
        match text.split(" "):
            case ["noughts", board, ("x" | "o") as symbol]:
                ranks = board.split("/")
                if [len(rank) for rank in ranks] == [3, 3, 3] and set("".join(ranks)) <= {*SYMBOLS, BLANK}:
                    return Noughts("".join(ranks), SYMBOLS.index(symbol) + 1)
        raise NotationError("a position is 'noughts', three ranks of x, o or . and who is to move")

    def __str__(self) -> str:
        ranks = "/".join(self.cells[i : i + 3] for i in (0, 3, 6))
        return f"noughts {ranks} {SYMBOLS[self.active - 1]}"

    @property
    def seats(self) -> int:
        return 2

    @property
    def awaiting(self) -> tuple[int, ...]:
        return () if self.outcome else (self.active,)

    @property
    def phase(self) -> str:
        return "over" if self.outcome else "place"

    @property
    def key(self) -> tuple[str, int]:
        return self.cells, self.active

    @property
    def scores(self) -> tuple[int, ...]:
        return ()

    @property
    def outcome(self) -> Outcome | None:
        for seat, symbol in enumerate(SYMBOLS, 1):
            won = [line for line in LINES if all(self.cells[i] == symbol for i in line)]
            if won:
                lines = tuple(tuple(SQUARES[i] for i in line) for line in won)
                return Outcome(OwnCode("three-in-a-line"), (1, 2) if seat == 1 else (2, 1), lines=lines)
        return None if BLANK in self.cells else Outcome(OwnCode("board-full"), (1, 1))

    def legal_moves(self, seat: int) -> tuple[Move, ...]:
        if seat not in self.awaiting:
            return ()
        return tuple(square for square, cell in zip(SQUARES, self.cells, strict=True) if cell == BLANK)

    def why_not(self, seat: int, begun: Move) -> IllegalMove | None:
        if self.outcome:
            return IllegalMove(self, begun, "game-over")
        if seat != self.active:
            return IllegalMove(self, begun, "not-your-turn", seat=seat)
        if any(move.startswith(begun) for move in self.legal_moves(seat)):
            return None
        if any(square.startswith(begun) for square in SQUARES):
            return IllegalMove(self, begun, OwnCode("square-taken"), square=begun)
        return IllegalMove(self, begun, "off-board")

    def play(self, seat: int, move: Move) -> Noughts:
        if move not in self.legal_moves(seat):
            raise self.why_not(seat, move) or IllegalMove(self, move, "not-a-move")
        place = SQUARES.index(move)
        cells = self.cells[:place] + SYMBOLS[seat - 1] + self.cells[place + 1 :]
        return Noughts(cells, 3 - seat)

    def seen_by(self, seat: int | None) -> Noughts:  # noqa: ARG002 (nothing is hidden)
        return self

    def without_time(self, seat: int) -> Move | None:  # noqa: ARG002 (whoever is too late has lost)
        return None

    def _repr_svg_(self) -> str:
        lines = [element("path", d=f"M{40 * i} 10v100M10 {40 * i}h100", stroke="#333") for i in (1, 2)]
        symbols = [
            text(cell, 20 + 40 * (place % 3), 20 + 40 * (place // 3), 28)
            for place, cell in enumerate(self.cells)
            if cell != BLANK
        ]
        return picture(120, 120, 1, str(self), *lines, *symbols)


NOUGHTS = Game(
    name="noughts",
    seat_counts=(2,),
    begin=Noughts.begin,
    parse=Noughts.parse,
    rooms="noughts.{room}",
    two_sides=True,
)
