"""The games by name: those of Rowlock, and those that installed packages bring along.

A package brings a game by an entry point of the group `rowlock.games` that names its `Game`.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from importlib.metadata import entry_points

from rowlock.rules.game import Game, NotationError, State
from rowlock.rules.quixo import QUIXO
from rowlock.rules.quixo4 import QUIXO4
from rowlock.rules.qwixx import QWIXX

GROUP = "rowlock.games"


def _from_outside() -> Iterator[Game]:
    for entry in entry_points(group=GROUP):
        try:
            game = entry.load()
        except (ImportError, AttributeError) as error:
            warnings.warn(f"the game {entry.name!r} can't be loaded: {error}", stacklevel=1)
            continue
        yield game


GAMES: dict[str, Game] = {game.name: game for game in (QWIXX, QUIXO, QUIXO4)}
GAMES |= {game.name: game for game in _from_outside() if game.name not in GAMES}


def parse_position(text: str) -> State:
    """The state of a position text of any game; the text's first word says which."""
    name = text.split(" ", 1)[0]
    if name not in GAMES:
        raise NotationError(f"a position begins with one of {', '.join(GAMES)}")
    return GAMES[name].parse(text)
