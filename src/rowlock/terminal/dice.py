"""Dice as they lie on the table, and the white sum in large digits."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from rowlock.rules.sheet import COLOURS

WHITE = "#000000 on #f0f0f0"
STYLES = {
    "r": "#ffffff on #b3261e",
    "y": "#000000 on #f4c430",
    "g": "#ffffff on #1b7f3b",
    "b": "#ffffff on #1e56a0",
}
"""The colours of the rows and their dice, by letter."""

PIPS = {
    1: ("     ", "  ●  ", "     "),
    2: ("●    ", "     ", "    ●"),
    3: ("●    ", "  ●  ", "    ●"),
    4: ("●   ●", "     ", "●   ●"),
    5: ("●   ●", "  ●  ", "●   ●"),
    6: ("●   ●", "●   ●", "●   ●"),
}
DIGITS = (
    "█▀█ █ █ ▀▀▀",
    "▄█   █  ▄█▄",
    "▀▀█ █▀▀ ▀▀▀",
    "▀▀█ ▀▀█ ▀▀▀",
    "█ █ ▀▀█   ▀",
    "█▀▀ ▀▀█ ▀▀▀",
    "█▀▀ █▀█ ▀▀▀",
    "▀▀█   █   ▀",
    "█▀█ █▀█ ▀▀▀",
    "█▀█ ▀▀█ ▀▀▀",
)
"""Three lines of three columns each."""


def draw_dice(dice: Sequence[int]) -> Text:
    """White, white, their sum, and the coloured dice that are still in the game; five lines, 58 columns."""
    white, other, *coloured = dice
    lines = [Text(no_wrap=True) for _ in range(5)]
    _append(lines, _die(white), WHITE)
    _append(lines, _die(other), WHITE)
    _append(lines, "  =  ")
    _append(lines, _large(white + other), "bold")
    _append(lines, [""] * 5)
    for colour, face in zip(COLOURS, coloured, strict=True):
        if face:
            _append(lines, _die(face, colour), STYLES[colour])
    return Text("\n").join(lines)


def _append(lines: list[Text], piece: Sequence[str], style: str = "") -> None:
    for line, part in zip(lines, piece, strict=True):
        line.append(part, style).append(" ")


def _die(face: int, colour: str = "─") -> list[str]:
    return [f"┌──{colour}──┐", *(f"│{pips}│" for pips in PIPS[face]), "└─────┘"]


def _large(number: int) -> list[str]:
    digits = [DIGITS[int(digit)] for digit in str(number)]
    rows = [" ".join(digit[start : start + 3] for digit in digits) for start in (0, 4, 8)]
    width = len(rows[0])
    return [" " * width, *rows, " " * width]
