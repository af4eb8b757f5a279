"""The games, pure: frozen state in, frozen state out, dice handed in, no clock, no input or output."""

from rowlock.rules.game import (
    DICE,
    REPETITIONS,
    Game,
    IllegalMove,
    Move,
    NotationError,
    Outcome,
    Refusal,
    State,
    places,
    repeated,
)
from rowlock.rules.games import GAMES, parse_position
from rowlock.rules.record import Ply, Record

__all__ = [
    "DICE",
    "GAMES",
    "REPETITIONS",
    "Game",
    "IllegalMove",
    "Move",
    "NotationError",
    "Outcome",
    "Ply",
    "Record",
    "Refusal",
    "State",
    "parse_position",
    "places",
    "repeated",
]
