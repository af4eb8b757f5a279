"""Every colour of the games, once: for the pictures here, and for the page, which gets them from web/inks.py."""

from __future__ import annotations

from typing import NamedTuple


class Ink(str):
    """A colour as it is by day, which is when pictures are drawn. The page also knows it by night."""

    __slots__ = ("night",)
    night: str

    def __new__(cls, day: str, night: str = "") -> Ink:
        ink = super().__new__(cls, day)
        ink.night = night or day
        return ink


# The table, and what lies on it
PAPER = Ink("#f3ecdf", "#1d1b18")
SHEET = Ink("#fffdf7", "#292621")
INK = Ink("#2b2722", "#f3ecdf")
SOFT = Ink("#6a6156", "#b3a99b")
LINE = Ink("#e2d8c6", "#3f3a33")


class Row(NamedTuple):
    """The inks of a row: its printed colour, the tint of a cell, and the numbers that read on the tint."""

    name: str
    strong: Ink
    tint: Ink
    ink: Ink


ROWS = {
    "r": Row("red", Ink("#c63f30", "#e8705f"), Ink("#f9e0da", "#47241f"), Ink("#a02a1e", "#f6a598")),
    "y": Row("yellow", Ink("#d99a12", "#ecb541"), Ink("#fcedc8", "#45371a"), Ink("#744e00", "#f2c765")),
    "g": Row("green", Ink("#3b8a55", "#69b985"), Ink("#dceedd", "#203a29"), Ink("#205f36", "#8bd0a3")),
    "b": Row("blue", Ink("#2c69b0", "#6ea5e4"), Ink("#dae7f6", "#1d3147"), Ink("#1d4f8c", "#95bef0")),
}

# Dice are the same objects by day and by night; the coloured ones have the rows' strong colours of the day.
IVORY = Ink("#fffdf5")
PIP = Ink("#2b2722")

# Board and cubes
BOARD = Ink("#6b4a31", "#3c2a1d")
BOARD_DEEP = Ink("#573a25", "#2d1f15")
WOOD = Ink("#ecd3a6", "#cfae78")
WOOD_DEEP = Ink("#d9b77d", "#b08d57")
WOOD_EDGE = Ink("#a98450", "#7d5f38")
LIT = Ink("#f7df9f")
BURN = Ink("#3a2415", "#2a190d")

# Only in pictures
RIM, WELL, CARVED = Ink("#8d6a50"), Ink("#3f2817"), Ink("#c9a883")
DISC, DISC_MARK = Ink("#4a301e"), Ink("#b89674")
GRAIN, GLEAM, DUSK = Ink("#c79f63"), Ink("#fff7e3"), Ink("#1d0f05")
SHADOW, BOX = Ink("#3c280a"), Ink("#c9bda8")


def of_the_page() -> dict[str, Ink]:
    """The inks that the page shares, by the names of its styles."""
    inks = {
        "paper": PAPER,
        "sheet": SHEET,
        "ink": INK,
        "soft": SOFT,
        "line": LINE,
        "ivory": IVORY,
        "pip": PIP,
        "board": BOARD,
        "board-deep": BOARD_DEEP,
        "wood": WOOD,
        "wood-deep": WOOD_DEEP,
        "wood-edge": WOOD_EDGE,
        "lit": LIT,
        "burn": BURN,
    }
    for row in ROWS.values():
        inks |= {row.name: row.strong, f"{row.name}-tint": row.tint, f"{row.name}-ink": row.ink}
        inks[f"die-{row.name}"] = Ink(row.strong)
    return inks
