"""A Qwixx score sheet: which number of which colour stands where, and what has been crossed.

A layout is data. A cell is named as it is played, by its colour's letter and its number: `r5`, `b10`. Variant pads
with mixed numbers or mixed colours are other layouts; nothing here depends on the order of numbers or colours.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rowlock.rules.game import NotationError, shown
from rowlock.rules.reasons import ReasonCode

COLOURS = "rygb"
"""Red, yellow, green, blue."""

CROSSES_TO_LOCK = 5
MOST_PENALTIES = 4
PENALTY_POINTS = 5


@dataclass(frozen=True, slots=True)
class Cell:
    """A number of a sheet and its place: the row, and one bit for how far to the right."""

    name: str
    row: int
    bit: int
    last: bool

    @property
    def colour(self) -> str:
        """The letter of its colour."""
        return self.name[0]

    @property
    def number(self) -> int:
        """The number printed on it."""
        return int(self.name[1:])


@dataclass(frozen=True, slots=True)
class Layout:
    """The rows of a sheet from top to bottom, each with its cells from left to right and a lock at its end."""

    rows: tuple[tuple[Cell, ...], ...]
    name: str = field(compare=False)
    """By which it is written down: a name that is known, or all its cells."""
    locks: tuple[int, ...] = field(compare=False, repr=False)
    """The bit of each row's last cell, which stands for its lock."""
    named: dict[str, Cell] = field(compare=False, repr=False)
    with_number: dict[int, tuple[Cell, ...]] = field(compare=False, repr=False)

    @staticmethod
    def of(*rows: str, name: str = "") -> Layout:
        """A layout from the cells' names, one text a row; without a name it is called by its cells."""
        cells = tuple(
            tuple(Cell(name, row, 1 << place, place == len(names) - 1) for place, name in enumerate(names))
            for row, names in enumerate(text.split() for text in rows)
        )
        named = {cell.name: cell for row in cells for cell in row}
        numbers = sorted({cell.number for cell in named.values()})
        with_number = {
            number: tuple(cell for cell in named.values() if cell.number == number) for number in numbers
        }
        name = name or ";".join(",".join(cell.name for cell in row) for row in cells)
        return Layout(cells, name, tuple(row[-1].bit for row in cells), named, with_number)

    def lock_colour(self, row: int) -> str:
        """The colour of a row's lock, which is the colour of the die that leaves with it."""
        return self.rows[row][-1].colour


CLASSIC = Layout.of(
    "r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12",
    "y2 y3 y4 y5 y6 y7 y8 y9 y10 y11 y12",
    "g12 g11 g10 g9 g8 g7 g6 g5 g4 g3 g2",
    "b12 b11 b10 b9 b8 b7 b6 b5 b4 b3 b2",
    name="classic",
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's sheet: for each row the bits of the crossed cells, and the penalty boxes crossed."""

    rows: tuple[int, ...]
    penalties: int = 0

    def why_not(self, cell: Cell) -> ReasonCode | None:
        """The reason why a cell can't be crossed on this sheet, whatever the dice; None if it can."""
        row = self.rows[cell.row]
        if row >= cell.bit:
            return "already-crossed" if row & cell.bit else "passed-over"
        if cell.last and row.bit_count() < CROSSES_TO_LOCK:
            return "needs-five"
        return None

    def cross(self, cell: Cell) -> Sheet:
        """The sheet with one more cell crossed; crossing the last cell of a row is crossing its lock, too."""
        row = cell.row
        return Sheet((*self.rows[:row], self.rows[row] | cell.bit, *self.rows[row + 1 :]), self.penalties)

    def penalise(self) -> Sheet:
        """The sheet with one more penalty box crossed."""
        return Sheet(self.rows, self.penalties + 1)

    def crosses(self, row: int, layout: Layout = CLASSIC) -> int:
        """How many crosses a row has, the lock included."""
        return self.rows[row].bit_count() + self.locked(row, layout)

    def locked(self, row: int, layout: Layout = CLASSIC) -> bool:
        """Has this player crossed the lock of a row?"""
        return bool(self.rows[row] & layout.locks[row])

    def row_points(self, row: int, layout: Layout = CLASSIC) -> int:
        """1 3 6 10 15 21 28 36 45 55 66 78: each further cross of a row is worth one point more."""
        crosses = self.crosses(row, layout)
        return crosses * (crosses + 1) // 2

    def score(self, layout: Layout = CLASSIC) -> int:
        """The points of all rows, minus five for each penalty."""
        points = sum(self.row_points(row, layout) for row in range(len(layout.rows)))
        return points - PENALTY_POINTS * self.penalties

    def _repr_svg_(self) -> str:
        """The sheet as a notebook shows it."""
        from rowlock.rules.pictures.sheet import draw_sheet

        return draw_sheet(self.text(), self, CLASSIC)

    def text(self, layout: Layout = CLASSIC) -> str:
        """The crossed numbers of each row in the order of the row, `-` for none, and the penalties, with slashes."""
        rows = [
            ",".join(str(cell.number) for cell in cells if row & cell.bit) or "-"
            for row, cells in zip(self.rows, layout.rows, strict=True)
        ]
        return "/".join([*rows, str(self.penalties)])

    @staticmethod
    def parse(text: str, layout: Layout = CLASSIC, column: int = 1) -> Sheet:
        """The inverse of `text`; `column` is where the sheet begins in a longer text."""
        *rows, penalties = text.split("/")
        if len(rows) != len(layout.rows):
            wanted = f"{len(layout.rows)} rows and the penalties, with slashes between"
            raise NotationError(f"a sheet is {wanted}, not {shown(text)}", column=column)
        crossed = []
        for row, cells in zip(rows, layout.rows, strict=True):
            crossed.append(_parse_row(row, cells, column))
            column += len(row) + 1
        if penalties not in [str(count) for count in range(MOST_PENALTIES + 1)]:
            raise NotationError(f"penalties are 0 to {MOST_PENALTIES}, not {shown(penalties)}", column=column)
        return Sheet(tuple(crossed), int(penalties))


def _parse_row(text: str, cells: tuple[Cell, ...], column: int) -> int:
    if text == "-":
        return 0
    row = 0
    for number in text.split(","):
        cell = next((cell for cell in cells if str(cell.number) == number), None)
        if cell is None:
            raise NotationError(f"{shown(number)} is no number of this row", column=column)
        if row >= cell.bit:
            raise NotationError(f"{number} stands left of the number before it", column=column)
        if cell.last and row.bit_count() < CROSSES_TO_LOCK:
            raise NotationError(f"{number} needs {CROSSES_TO_LOCK} crosses before it", column=column)
        row |= cell.bit
        column += len(number) + 1
    return row
