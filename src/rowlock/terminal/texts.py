"""The texts with which a game is played: ours, and those that it brings along."""

from __future__ import annotations

from rowlock.locale import Catalogue
from rowlock.rules import GAMES


def texts_of(game: str, language: str) -> Catalogue:
    """All texts that a game may need in a language."""
    return Catalogue.of(language, GAMES[game].room("locale"))


def title_of(game: str, language: str) -> str:
    """What a game is called in a language; its plain name if nobody has said that."""
    return texts_of(game, language).text(f"game.{game}", "game.any", name=game.capitalize())
