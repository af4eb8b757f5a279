"""Noughts and crosses in the terminal."""

from __future__ import annotations

from rich.text import Text

from noughts.rules import BLANK, Noughts
from rowlock.terminal.scene import Scene
from rowlock.terminal.views import View


def draw(state: Noughts, looker: int, scene: Scene) -> Text:  # noqa: ARG001 (everybody sees the same)
    """The board, with its letters and numbers."""
    ranks = [
        f"{3 - rank} " + " ".join("·" if cell == BLANK else cell.upper() for cell in state.cells[i : i + 3])
        for rank, i in enumerate((0, 3, 6))
    ]
    return Text("\n".join([*ranks, "  a b c"]), no_wrap=True)


VIEW = View(draw, columns=20)
