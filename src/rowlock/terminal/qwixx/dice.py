"""Dice as they lie on the table, and the white sum in large digits."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from rowlock.rules.sheet import COLOURS
from rowlock.terminal.scene import Scene

STYLES = {
    "w": "#000000 on #f0f0f0",
    "r": "#ffffff on #b3261e",
    "y": "#000000 on #f4c430",
    "g": "#ffffff on #1b7f3b",
    "b": "#ffffff on #1e56a0",
}
"""The colours of the rows and their dice, by letter, and of the white dice."""
FEW_STYLES = {
    "w": "black on white",
    "r": "bright_white on red",
    "y": "black on yellow",
    "g": "black on green",
    "b": "bright_white on blue",
}
"""The same where there are only the colours that have names."""
DICE_WIDTH = 58


def style(colour: str, scene: Scene) -> str:
    """How a colour looks in this terminal."""
    return (FEW_STYLES if scene.few_colours else STYLES)[colour]


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


def draw_dice(dice: Sequence[int], scene: Scene) -> Text:
    """White, white, their sum, and the coloured dice that are still in the game: five lines, or one where there is no
    room for pips."""
    return _small(dice, scene) if scene.width < DICE_WIDTH else _pictures(dice, scene)


def _small(dice: Sequence[int], scene: Scene) -> Text:
    white, other, *coloured = dice
    line = Text(no_wrap=True)
    for face in (white, other):
        line.append(f" {face} ", style("w", scene)).append(" ")
    line.append("= ").append(f"{white + other}", "bold").append("  ")
    for colour, face in zip(COLOURS, coloured, strict=True):
        if face:
            line.append(f" {colour} {face} ", style(colour, scene)).append(" ")
    return line


def _pictures(dice: Sequence[int], scene: Scene) -> Text:
    white, other, *coloured = dice
    lines = [Text(no_wrap=True) for _ in range(5)]
    _append(lines, _die(white), style("w", scene))
    _append(lines, _die(other), style("w", scene))
    _append(lines, "  =  ")
    _append(lines, _large(white + other), "bold")
    _append(lines, [""] * 5)
    for colour, face in zip(COLOURS, coloured, strict=True):
        if face:
            _append(lines, _die(face, colour), style(colour, scene))
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
