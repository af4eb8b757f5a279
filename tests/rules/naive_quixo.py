"""Quixo once more, slowly: the board is a dictionary from squares to symbols, and cubes are pushed one by one."""

from __future__ import annotations


class NaiveQuixo:
    def __init__(self, size: int = 5, first: int = 1) -> None:
        self.size = size
        self.files = "abcde"[:size]
        self.cubes = {f"{file}{rank}": "." for file in self.files for rank in range(1, size + 1)}
        self.mover = first
        self.turns = 0
        self.ended: tuple[str, list[int], list[int]] | None = None

    @staticmethod
    def from_text(text: str) -> NaiveQuixo:
        _, board, symbol = text.split(" ")
        game = NaiveQuixo(len(board.split("/")), 1 if symbol == "x" else 2)
        game.set_up(board)
        return game

    def set_up(self, board: str) -> None:
        for line, cells in enumerate(board.split("/")):
            for file, cell in zip(self.files, cells, strict=True):
                self.cubes[f"{file}{self.size - line}"] = cell

    def board_text(self) -> str:
        ranks = [[self.cubes[f"{file}{rank}"] for file in self.files] for rank in range(self.size, 0, -1)]
        return "/".join("".join(cubes) for cubes in ranks)

    def text(self) -> str:
        return f"quixo {self.board_text()} {self.symbol(self.mover)}"

    # Who decides what

    def symbol(self, seat: int) -> str:
        return "x" if seat == 1 else "o"

    def symbol_of_cube(self, cube: str) -> str:
        return cube

    def turn(self) -> int:
        return self.mover

    def points(self) -> list[int]:
        return []

    def owed(self) -> list[int]:
        return [] if self.ended else [self.mover]

    def outcome(self) -> tuple[str, list[int], list[int]] | None:
        return self.ended

    def on_border(self, square: str) -> bool:
        return square[0] in (self.files[0], self.files[-1]) or square[1] in ("1", str(self.size))

    def ends(self, square: str) -> list[str]:
        """The ends of the row and of the column that a cube left, without its own place."""
        file, rank = square[0], square[1]
        ends = [f"{self.files[0]}{rank}", f"{self.files[-1]}{rank}", f"{file}1", f"{file}{self.size}"]
        return [end for end in ends if end != square]

    def may_take(self, square: str) -> bool:
        return self.on_border(square) and self.cubes[square] in (".", self.symbol(self.mover))

    def legal(self, seat: int) -> list[str]:
        if seat not in self.owed():
            return []
        return [square + end for square in self.cubes if self.may_take(square) for end in self.ends(square)]

    # What happens then

    def push(self, leaves: str, enters: str, cube: str) -> None:
        """The cubes between the gap and the end move up by one, the nearest to the gap first."""
        gap = leaves
        while gap != enters:
            file, rank = self.files.index(gap[0]), int(gap[1])
            towards_file, towards_rank = self.files.index(enters[0]), int(enters[1])
            if towards_file > file:
                file += 1
            elif towards_file < file:
                file -= 1
            elif towards_rank > rank:
                rank += 1
            else:
                rank -= 1
            neighbour = f"{self.files[file]}{rank}"
            self.cubes[gap] = self.cubes[neighbour]
            gap = neighbour
        self.cubes[enters] = cube

    def lines(self) -> list[list[str]]:
        ranks = range(1, self.size + 1)
        lines = [[f"{file}{rank}" for file in self.files] for rank in ranks]
        lines += [[f"{file}{rank}" for rank in ranks] for file in self.files]
        lines.append([f"{file}{rank}" for file, rank in zip(self.files, ranks, strict=True)])
        lines.append([f"{file}{rank}" for file, rank in zip(self.files, reversed(ranks), strict=True)])
        return lines

    def lines_of(self, symbol: str) -> list[list[str]]:
        return [
            line
            for line in self.lines()
            if all(self.symbol_of_cube(self.cubes[square]) == symbol for square in line)
        ]

    def play(self, seat: int, move: str) -> None:
        self.push(move[:2], move[2:], self.symbol(seat))
        self.after(seat)

    def after(self, seat: int) -> None:
        own = self.symbol(seat)
        other = "o" if own == "x" else "x"
        if self.lines_of(other):
            self.ended = ("opponents-line", self.places(other), [])
        elif self.lines_of(own):
            self.ended = ("own-line", self.places(own), [])
        self.turns += 1
        self.mover = self.next_seat(seat)

    def next_seat(self, seat: int) -> int:
        return 2 if seat == 1 else 1

    def places(self, winner: str) -> list[int]:
        return [1, 2] if winner == "x" else [2, 1]
