"""What every picture of a game needs beside the state: the language, the players' names, the room and colours there
are."""

from __future__ import annotations

from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size
from rich.text import Text

from rowlock.locale import Catalogue
from rowlock.rules import Move
from rowlock.terminal.match import bot_name

LONGEST_NAME = 14


@dataclass(frozen=True, slots=True)
class Scene:
    """The surroundings of a game in the terminal."""

    catalogue: Catalogue
    names: tuple[str, ...]
    width: int = 80
    last_move: Move | None = None
    few_colours: bool = False
    """Does the terminal know only the sixteen colours that have names? It would show another one as the nearest of
    these, and several as the same."""

    def name(self, seat: int) -> str:
        """A player's name, as it may stand in a sentence."""
        return self.names[seat - 1]

    def column(self, text: str, width: int) -> Text:
        """A text in a column of its own, so that its direction doesn't touch what stands beside it."""
        fitted = text if cell_len(text) <= width else set_cell_size(text, width - 1).rstrip() + "…"
        return Text(self.catalogue.isolate(fitted) + " " * (width - cell_len(fitted)))

    @property
    def name_width(self) -> int:
        """The width of a column with all names."""
        return min(LONGEST_NAME, max(map(cell_len, self.names)))


def display_names(seats: tuple[str, ...], catalogue: Catalogue) -> tuple[str, ...]:
    """The names as people read them; bots are named in their language, and twins get the number of their seat."""
    named = [
        catalogue.text(f"bot.{bot}", "bot.any", name=bot) if (bot := bot_name(seat)) else seat
        for seat in seats
    ]
    return tuple(f"{name} {seat}" if named.count(name) > 1 else name for seat, name in enumerate(named, 1))
