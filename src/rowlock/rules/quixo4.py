"""Quixo for two teams of two. Seats n, e, s, w are 1 to 4, clockwise; n and s play crosses, e and w noughts.

Every cross or nought carries an arrow that points at one player of its team, so the cubes of a position are four
sets, one for each player: the cubes that only this player may take.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from rowlock.rules.board import SIZES, Board, Cubes, board, parse_board
from rowlock.rules.game import (
    Game,
    IllegalMove,
    Move,
    NotationError,
    Outcome,
    fields,
    places,
    shown,
)
from rowlock.rules.reasons import EndCode, ReasonCode

SEATS = "nesw"
SYMBOLS = {"n": "x", "e": "o", "s": "x", "w": "o"}
SKIP = "skip"
FIRST_TURNS = 4
"""In their first turn all four players may take blank cubes only."""


def partner(seat: int) -> int:
    """Partners face each other."""
    return (seat + 1) % 4 + 1


@dataclass(frozen=True, slots=True)
class Quixo4:
    """The cubes that point at n, e, s and w, the seat to move, and how many turns have been taken."""

    pointing_at: tuple[Cubes, Cubes, Cubes, Cubes]
    to_move: int
    turns: int
    size: int = 5
    _over: bool = field(init=False, repr=False, compare=False)  # asked so often that it is kept

    def __post_init__(self) -> None:
        has_line = board(self.size).has_line
        object.__setattr__(self, "_over", has_line(self._team(1)) or has_line(self._team(2)))

    @staticmethod
    def start(seats: int = 4, first: int = 1, size: int = 5) -> Quixo4:
        """All cubes are blank, and seat `first` begins."""
        if seats != 4 or not 1 <= first <= 4:
            raise ValueError(
                f"Quixo in teams is for seats 1 to 4, not for {seats} seats beginning with {first}"
            )
        return Quixo4((0, 0, 0, 0), first, 0, board(size).size)

    @property
    def board(self) -> Board:
        """The geometry of this board."""
        return board(self.size)

    @property
    def seats(self) -> int:
        return 4

    @property
    def active(self) -> int:
        return self.to_move

    @property
    def phase(self) -> str:
        return "over" if self._over else "push"

    @property
    def awaiting(self) -> tuple[int, ...]:
        return () if self._over else (self.to_move,)

    @property
    def key(self) -> tuple[tuple[Cubes, ...], int, int, int]:
        """The number of turns matters only while blank cubes alone may be taken."""
        return self.pointing_at, self.to_move, min(self.turns, FIRST_TURNS), self.size

    def _team(self, seat: int) -> Cubes:
        """The cubes with the symbol of a seat's team, whatever their arrows."""
        return self.pointing_at[seat - 1] | self.pointing_at[partner(seat) - 1]

    @property
    def scores(self) -> tuple[int, ...]:
        return ()

    @property
    def outcome(self) -> Outcome | None:
        """As for two players: lines count by symbol, and completing a line of the other team's symbol loses."""
        if not self._over:
            return None
        mover, waiting = self.to_move, self.to_move % 4 + 1
        reason: EndCode
        for reason, winner in (("opponents-line", mover), ("own-line", waiting)):
            if lines := self.board.full_lines(self._team(winner)):
                won = [seat in (winner, partner(winner)) for seat in (1, 2, 3, 4)]
                return Outcome(reason, places(won), lines=lines)
        return None

    @property
    def _takeable(self) -> Cubes:
        """Border cubes that are blank or, after the first turns, point at the player to move."""
        n, e, s, w = self.pointing_at
        blank = self.board.border & ~(n | e | s | w)
        if self.turns < FIRST_TURNS:
            return blank
        return blank | self.board.border & self.pointing_at[self.to_move - 1]

    def legal_moves(self, seat: int) -> tuple[Move, ...]:
        """Push a cube and let its arrow point at yourself or at your partner; skip only if there is no cube to take."""
        if seat not in self.awaiting:
            return ()
        takeable = self._takeable
        arrows = SEATS[seat - 1] + SEATS[partner(seat) - 1]
        moves = [push.name + arrow for push in self.board.pushes if push.taken & takeable for arrow in arrows]
        return tuple(moves) or (SKIP,)

    def play(self, seat: int, move: Move) -> Quixo4:
        if move not in self.legal_moves(seat):
            raise self.why_not(seat, move) or IllegalMove(self, move, "not-a-move")
        cubes = list(self.pointing_at)
        if move != SKIP:
            push = self.board.push_named[move[:4]]
            cubes = [push.slide(own) for own in cubes]
            cubes[SEATS.index(move[4])] |= push.placed
        n, e, s, w = cubes
        return Quixo4((n, e, s, w), seat % 4 + 1, self.turns + 1, self.size)

    def why_not(self, seat: int, begun: Move) -> IllegalMove | None:
        if self._over:
            return IllegalMove(self, begun, "game-over")
        if seat != self.to_move:
            return IllegalMove(self, begun, "not-your-turn", seat=seat, to_move=self.to_move)
        if any(move.startswith(begun) for move in self.legal_moves(seat)):
            return None
        if SKIP.startswith(begun):
            return IllegalMove(self, begun, "must-move")
        if not self._takeable:
            return IllegalMove(self, begun, "must-skip")
        push, arrow = begun[:4], begun[4:]
        if arrow and (len(arrow) > 1 or arrow not in SEATS):
            return IllegalMove(self, begun, "not-a-move")
        if reason := self.board.why_no_push(push):
            return IllegalMove(self, begun, reason)
        if arrow and SEATS.index(arrow) + 1 not in (seat, partner(seat)):
            return IllegalMove(self, begun, "arrow-at-opponent", arrow=arrow)
        return IllegalMove(self, begun, self._why_not_takeable(seat, push[:2]), square=push[:2])

    def _why_not_takeable(self, seat: int, begun: str) -> ReasonCode:
        """About a cube, or about all that stand in one file."""
        if not any(
            self._team(seat) >> i & 1 for i, name in enumerate(self.board.squares) if name.startswith(begun)
        ):
            return "opponents-cube"
        return "blank-first" if self.turns < FIRST_TURNS else "partners-cube"

    def seen_by(self, seat: int | None) -> Self:  # noqa: ARG002 (nothing is hidden at Quixo)
        return self

    def without_time(self, seat: int) -> None:  # noqa: ARG002 (out of time loses at Quixo, whoever it is)
        return None

    def _repr_svg_(self) -> str:
        """The board as a notebook shows it, with an arrow on each cube."""
        from rowlock.rules.pictures.board import draw_board

        squares_of = self.board.squares_of
        arrows = {
            square: seat
            for seat, cubes in zip(SEATS, self.pointing_at, strict=True)
            for square in squares_of(cubes)
        }
        outcome = self.outcome
        return draw_board(
            str(self),
            self.board,
            symbols={square: SYMBOLS[seat] for square, seat in arrows.items()},
            arrows=arrows,
            takeable=() if outcome else squares_of(self._takeable),
            lines=outcome.lines if outcome else (),
            players=SYMBOLS,
            lit=[SEATS[seat - 1] for seat in (outcome.winners if outcome else self.awaiting)],
        )

    def __str__(self) -> str:
        drawn = self.board.draw(dict(zip(SEATS, self.pointing_at, strict=True)))
        return f"quixo4 {drawn} {SEATS[self.to_move - 1]} {self.turns}"

    @staticmethod
    def parse(text: str) -> Quixo4:
        """The inverse of `str`."""
        match fields(text):
            case [("quixo4", _), (ranks, column), (seat, seat_column), (turns, turns_column)]:
                size, cubes = parse_board(ranks, SEATS, column)
                if len(seat) != 1 or seat not in SEATS:
                    raise NotationError(f"n, e, s or w is to move, not {shown(seat)}", column=seat_column)
                if not (turns.isascii() and turns.isdigit() and len(turns) < 10 and str(int(turns)) == turns):
                    raise NotationError(f"{shown(turns)} is no number of turns", column=turns_column)
                n, e, s, w = cubes.values()
                return Quixo4((n, e, s, w), SEATS.index(seat) + 1, int(turns), size)
        raise NotationError(
            "a Quixo position in teams is 'quixo4', the board, n, e, s or w to move, and the turns taken"
        )


QUIXO4 = Game(
    "quixo4",
    (4,),
    Quixo4.start,
    Quixo4.parse,
    rooms="rowlock.{room}.quixo",
    two_sides=True,
    options={"size": SIZES},
)
