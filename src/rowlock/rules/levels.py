"""The levels of bots by name, the weakest first: what a table offers, and what the bots of a game provide."""

from __future__ import annotations

from typing import Literal, get_args

Level = Literal["easy", "medium", "hard", "master"]
LEVELS: tuple[Level, ...] = get_args(Level)

BOT = "bot "
"""Stands before the level of a bot among the names of a record's seats."""
