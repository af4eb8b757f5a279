"""The games by name."""

from __future__ import annotations

from rowlock.rules.game import Game, NotationError, State
from rowlock.rules.quixo import QUIXO
from rowlock.rules.quixo4 import QUIXO4
from rowlock.rules.qwixx import QWIXX

GAMES: dict[str, Game] = {game.name: game for game in (QWIXX, QUIXO, QUIXO4)}


def parse_position(text: str) -> State:
    """The state of a position text of any game; the text's first word says which."""
    name = text.split(" ", 1)[0]
    if name not in GAMES:
        raise NotationError(f"a position begins with one of {', '.join(GAMES)}")
    return GAMES[name].parse(text)
