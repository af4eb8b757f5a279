"""Quixo in teams once more, slowly: the two-player game, and what the rulebook changes for four."""

from __future__ import annotations

from tests.rules.naive_quixo import NaiveQuixo

SEATS = "nesw"
"""Clockwise from seat 1. A cube shows the letter of the player its arrow points at."""
PARTNER = {"n": "s", "s": "n", "e": "w", "w": "e"}


class NaiveQuixo4(NaiveQuixo):
    def __init__(self, first: int = 1, size: int = 5) -> None:
        super().__init__(size, first)

    @staticmethod
    def from_text(text: str) -> NaiveQuixo4:
        _, board, mover, turns = text.split(" ")
        game = NaiveQuixo4(SEATS.index(mover) + 1, len(board.split("/")))
        game.set_up(board)
        game.turns = int(turns)
        return game

    def text(self) -> str:
        return f"quixo4 {self.board_text()} {SEATS[self.mover - 1]} {self.turns}"

    def symbol(self, seat: int) -> str:
        return "x" if seat in (1, 3) else "o"

    def symbol_of_cube(self, cube: str) -> str:
        return {"n": "x", "s": "x", "e": "o", "w": "o", ".": "."}[cube]

    def may_take(self, square: str) -> bool:
        if not self.on_border(square):
            return False
        if self.cubes[square] == ".":
            return True
        return self.turns >= 4 and self.cubes[square] == SEATS[self.mover - 1]

    def legal(self, seat: int) -> list[str]:
        if seat not in self.owed():
            return []
        me = SEATS[seat - 1]
        moves = [move + arrow for move in super().legal(seat) for arrow in (me, PARTNER[me])]
        return moves or ["skip"]

    def play(self, seat: int, move: str) -> None:
        if move != "skip":
            self.push(move[:2], move[2:4], move[4])
        self.after(seat)

    def next_seat(self, seat: int) -> int:
        return seat % 4 + 1

    def places(self, winner: str) -> list[int]:
        return [1, 3, 1, 3] if winner == "x" else [3, 1, 3, 1]
