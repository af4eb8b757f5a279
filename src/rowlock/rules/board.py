"""The Quixo board: its squares, its lines, and the pushes that a cube can make.

Files a, b, … run from the left, ranks 1, 2, … from the bottom. A set of cubes is an integer with one bit a
square: a1 is bit 0, b1 bit 1, and so on, rank by rank.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

from rowlock.rules.game import NotationError, shown
from rowlock.rules.reasons import ReasonCode

Cubes = int
SIZES = (5, 4, 3)


@dataclass(frozen=True, slots=True)
class Push:
    """A cube leaves one square and goes back in at another end of its row or column; the others slide."""

    name: str
    taken: Cubes
    placed: Cubes
    sliding: Cubes
    """The squares of the cubes that move over by one, towards the gap."""
    step: int
    """How many bits they move: positive to the left, negative to the right."""

    def slide(self, cubes: Cubes) -> Cubes:
        """A set of cubes after the push, without the cube that was taken."""
        moving = cubes & self.sliding
        resting = cubes & ~(self.sliding | self.taken)
        return resting | (moving << self.step if self.step > 0 else moving >> -self.step)


@dataclass(frozen=True, slots=True)
class Board:
    """Everything that is the same for all positions of one board size."""

    size: int
    squares: tuple[str, ...]
    pushes: tuple[Push, ...]
    push_named: dict[str, Push]
    lines: tuple[Cubes, ...]
    border: Cubes

    def squares_of(self, cubes: Cubes) -> tuple[str, ...]:
        """The names of a set of squares."""
        return tuple(name for i, name in enumerate(self.squares) if cubes >> i & 1)

    def has_line(self, cubes: Cubes) -> bool:
        """Is there a full row, column or diagonal of these cubes?"""
        # Asked all the time, and a plain loop costs half of what `any` does.
        for line in self.lines:  # noqa: SIM110
            if cubes & line == line:
                return True
        return False

    def full_lines(self, cubes: Cubes) -> tuple[tuple[str, ...], ...]:
        """The squares of each full row, column and diagonal of these cubes."""
        return tuple(self.squares_of(line) for line in self.lines if cubes & line == line)

    def why_no_push(self, begun: str) -> ReasonCode | None:
        """The reason why a text is no push on this board, nor the beginning of one, whoever's cubes are where."""
        if len(begun) > 4 or any(letter not in ("abcde", "12345")[i % 2] for i, letter in enumerate(begun)):
            return "not-a-move"
        if any(("abcde", "12345")[i % 2].index(letter) >= self.size for i, letter in enumerate(begun)):
            return "off-board"
        taken, placed = begun[:2], begun[2:]
        if placed or len(taken) == 2:
            if not self.border >> self.squares.index(taken) & 1:
                return "not-on-border"
            if taken == placed:
                return "same-place"
        return None if any(name.startswith(begun) for name in self.push_named) else "not-an-end"

    def draw(self, letters: dict[str, Cubes]) -> str:
        """The ranks from the top down, with a letter for each set of cubes and `.` for a blank one."""
        size, names = self.size, "".join(letters)
        full = (1 << size) - 1
        ranks = [
            _draw_rank(size, names, *[cubes >> rank * size & full for cubes in letters.values()])
            for rank in reversed(range(size))
        ]
        return "/".join(ranks)


@lru_cache(1 << 16)  # a rank has few pictures, and every move of every table needs five of them
def _draw_rank(size: int, letters: str, *cubes: Cubes) -> str:
    cells = ["."] * size
    for letter, its in zip(letters, cubes, strict=True):
        for file in range(size):
            if its >> file & 1:
                cells[file] = letter
    return "".join(cells)


@cache
def board(size: int) -> Board:
    """The board with `size` squares a side."""
    if size not in SIZES:
        raise ValueError(f"a Quixo board has 3, 4 or 5 squares a side, not {size}")
    n = size
    squares = tuple(f"{'abcde'[i % n]}{i // n + 1}" for i in range(n * n))
    rows = [sum(1 << r * n + f for f in range(n)) for r in range(n)]
    columns = [sum(1 << r * n + f for r in range(n)) for f in range(n)]
    diagonals = [sum(1 << i * n + i for i in range(n)), sum(1 << i * n + n - 1 - i for i in range(n))]
    border = rows[0] | rows[-1] | columns[0] | columns[-1]
    pushes = tuple(push for i in range(n * n) if border >> i & 1 for push in _pushes_from(i, squares, n))
    return Board(
        size=n,
        squares=squares,
        pushes=pushes,
        push_named={push.name: push for push in pushes},
        lines=(*rows, *columns, *diagonals),
        border=border,
    )


def _pushes_from(square: int, squares: tuple[str, ...], n: int) -> Iterator[Push]:
    """The pushes of one border cube: to each end of its row and of its column, except where it came from."""
    rank, file = divmod(square, n)
    row_ends, column_ends = (rank * n, rank * n + n - 1), (file, (n - 1) * n + file)
    for ends, stride in ((row_ends, 1), (column_ends, n)):
        for end in ends:
            if end != square:
                # Seen from the gap, the cubes up to the free end come one square nearer.
                away = stride if end > square else -stride
                sliding = sum(1 << i for i in range(square + away, end + away, away))
                yield Push(squares[square] + squares[end], 1 << square, 1 << end, sliding, -away)


def parse_board(text: str, letters: str, column: int) -> tuple[int, dict[str, Cubes]]:
    """The size of a board text and the set of cubes of each letter; the inverse of `Board.draw`."""
    ranks = text.split("/")
    size = len(ranks)
    if size not in SIZES:
        raise NotationError(f"a board has 3, 4 or 5 ranks, not {size}", column=column)
    if {len(cells) for cells in ranks} <= set(SIZES) - {size}:
        squares = " or ".join(str(count) for count in sorted({len(cells) for cells in ranks}))
        raise NotationError(
            f"a board has as many ranks as squares in a rank, not {size} for {squares}", column=column
        )
    cubes = dict.fromkeys(letters, 0)
    for rank, cells in zip(reversed(range(size)), ranks, strict=True):
        if len(cells) != size:
            raise NotationError(f"rank {shown(cells)} should have {size} squares", column=column)
        for file, letter in enumerate(cells):
            if letter in cubes:
                cubes[letter] |= 1 << rank * size + file
            elif letter != ".":
                expected = " ".join(letters)
                raise NotationError(f"{letter!r} is none of {expected} .", column=column + file)
        column += size + 1
    return size, cubes
