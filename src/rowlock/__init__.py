"""Rowlock: Qwixx and Quixo, the rules as a library, bots, and a table to play at.

The names listed here are public, as are those that `rowlock.rules` and `rowlock.bots` list; docs/reference.md describes
them and says what stays as it is from version to version.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rowlock.bots import BOTS, Limit, Option, Question, bot, options
    from rowlock.rules import GAMES, Game, IllegalMove, NotationError, Outcome, Record, State, parse_position

__version__ = "0.1.0"

_ROOMS = {
    "rowlock.rules": (
        "GAMES",
        "Game",
        "IllegalMove",
        "NotationError",
        "Outcome",
        "Record",
        "State",
        "parse_position",
    ),
    "rowlock.bots": ("BOTS", "Limit", "Option", "Question", "bot", "options"),
}

__all__ = [
    "BOTS",
    "GAMES",
    "Game",
    "IllegalMove",
    "Limit",
    "NotationError",
    "Option",
    "Outcome",
    "Question",
    "Record",
    "State",
    "bot",
    "options",
    "parse_position",
]


def __getattr__(name: str) -> Any:
    """Loads what is asked for, so that a command that needs little loads little."""
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(room), name)
    raise AttributeError(f"rowlock has no {name!r}: the public names are {', '.join(__all__)}")


def __dir__() -> list[str]:
    return sorted(__all__)
