"""Quixo for two players: cross (seat 1) against nought (seat 2)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from rowlock.rules.board import SIZES, Board, Cubes, board, parse_board
from rowlock.rules.game import Game, IllegalMove, Move, NotationError, Outcome, fields, places, shown
from rowlock.rules.reasons import EndCode

SYMBOLS = "xo"


@dataclass(frozen=True, slots=True)
class Quixo:
    """The cubes that show a cross, those that show a nought, and the seat to move."""

    crosses: Cubes
    noughts: Cubes
    to_move: int
    size: int = 5
    _over: bool = field(init=False, repr=False, compare=False)  # asked so often that it is kept

    def __post_init__(self) -> None:
        has_line = board(self.size).has_line
        object.__setattr__(self, "_over", has_line(self.crosses) or has_line(self.noughts))

    @staticmethod
    def start(seats: int = 2, first: int = 1, size: int = 5) -> Quixo:
        """All cubes are blank, and seat `first` begins."""
        if seats != 2 or first not in (1, 2):
            raise ValueError(f"Quixo is for seats 1 and 2, not for {seats} seats beginning with {first}")
        return Quixo(0, 0, first, board(size).size)

    @property
    def board(self) -> Board:
        """The geometry of this board."""
        return board(self.size)

    @property
    def seats(self) -> int:
        return 2

    @property
    def active(self) -> int:
        return self.to_move

    @property
    def phase(self) -> str:
        return "over" if self._over else "push"

    @property
    def awaiting(self) -> tuple[int, ...]:
        """A turn is never skipped: there is always a cube to take."""
        return () if self._over else (self.to_move,)

    @property
    def key(self) -> tuple[Cubes, Cubes, int, int]:
        return self.crosses, self.noughts, self.to_move, self.size

    @property
    def scores(self) -> tuple[int, ...]:
        return ()

    @property
    def outcome(self) -> Outcome | None:
        """Five of your symbol in a line wins; whoever completes a line of the opponent's symbol loses, even if
        the same move completes a line of their own. So a line of the side to move, which can only be the
        opponent's doing, decides first."""
        if not self._over:
            return None
        mover, waiting = self._cubes_of(self.to_move), self._cubes_of(3 - self.to_move)
        reason: EndCode
        for reason, winner, cubes in (
            ("opponents-line", self.to_move, mover),
            ("own-line", 3 - self.to_move, waiting),
        ):
            if lines := self.board.full_lines(cubes):
                return Outcome(reason, places([winner == 1, winner == 2]), lines=lines)
        return None

    @property
    def sides(self) -> tuple[Cubes, Cubes]:
        """The cubes of the side to move, and those of the other."""
        return self._cubes_of(self.to_move), self._cubes_of(3 - self.to_move)

    def _cubes_of(self, seat: int) -> Cubes:
        return self.crosses if seat == 1 else self.noughts

    def legal_moves(self, seat: int) -> tuple[Move, ...]:
        """Take a border cube that is blank or your own, and push it back in at another end."""
        if seat not in self.awaiting:
            return ()
        theirs = self._cubes_of(3 - seat)
        return tuple([push.name for push in self.board.pushes if not push.taken & theirs])

    def play(self, seat: int, move: Move) -> Quixo:
        """The cube shows the player's symbol when it goes back in."""
        push = self.board.push_named.get(move)
        if push is None or seat not in self.awaiting or push.taken & self._cubes_of(3 - seat):
            raise self.why_not(seat, move) or IllegalMove(self, move, "not-a-move")
        crosses, noughts = push.slide(self.crosses), push.slide(self.noughts)
        if seat == 1:
            return Quixo(crosses | push.placed, noughts, 2, self.size)
        return Quixo(crosses, noughts | push.placed, 1, self.size)

    def why_not(self, seat: int, begun: Move) -> IllegalMove | None:
        if self._over:
            return IllegalMove(self, begun, "game-over")
        if seat != self.to_move:
            return IllegalMove(self, begun, "not-your-turn", seat=seat, to_move=self.to_move)
        if reason := self.board.why_no_push(begun):
            return IllegalMove(self, begun, reason)
        if any(move.startswith(begun) for move in self.legal_moves(seat)):
            return None
        return IllegalMove(self, begun, "opponents-cube", square=begun[:2])

    def seen_by(self, seat: int | None) -> Self:  # noqa: ARG002 (nothing is hidden at Quixo)
        return self

    def without_time(self, seat: int) -> None:  # noqa: ARG002 (out of time loses at Quixo, whoever it is)
        return None

    def _repr_svg_(self) -> str:
        """The board as a notebook shows it: crosses sit in the south, noughts in the north."""
        from rowlock.rules.pictures.board import draw_board

        cubes = {"x": self.crosses, "o": self.noughts}
        outcome = self.outcome
        lit = outcome.winners if outcome else self.awaiting
        return draw_board(
            str(self),
            self.board,
            symbols={square: symbol for symbol in SYMBOLS for square in self.board.squares_of(cubes[symbol])},
            takeable={move[:2] for move in self.legal_moves(self.to_move)},
            lines=outcome.lines if outcome else (),
            players={"s": "x", "n": "o"},
            lit=["sn"[seat - 1] for seat in lit],
        )

    def __str__(self) -> str:
        drawn = self.board.draw({"x": self.crosses, "o": self.noughts})
        return f"quixo {drawn} {SYMBOLS[self.to_move - 1]}"

    @staticmethod
    def parse(text: str) -> Quixo:
        """The inverse of `str`."""
        match fields(text):
            case [("quixo", _), (ranks, column), (symbol, symbol_column)]:
                size, cubes = parse_board(ranks, SYMBOLS, column)
                if symbol not in ("x", "o"):
                    raise NotationError(f"x or o is to move, not {shown(symbol)}", column=symbol_column)
                return Quixo(cubes["x"], cubes["o"], SYMBOLS.index(symbol) + 1, size)
        raise NotationError("a Quixo position is 'quixo', the board, and x or o to move")


QUIXO = Game(
    "quixo",
    (2,),
    Quixo.start,
    Quixo.parse,
    rooms="rowlock.{room}.quixo",
    two_sides=True,
    options={"size": SIZES},
)
