"""The texts of each language: one flat catalogue a language, read by the terminal and the page alike."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

FOLDER = Path(__file__).parent
LANGUAGES = tuple(sorted(path.stem for path in FOLDER.glob("*.json")))
DEFAULT = "en"

Entry = str | dict[str, str]
"""A text with `{named}` places for facts; or one text for each plural form, by what `{count}` is."""


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The texts of one language."""

    language: str
    entries: Mapping[str, Entry]

    @staticmethod
    @cache
    def of(language: str, room: str = "") -> Catalogue:
        """The catalogue of a language, one of `LANGUAGES`; and with the texts of a game from outside, if it brings any:
        `room` is the package where they are, in files like these. What it lacks in a language is said in English."""
        brought = [(folder, name) for folder in _folders(room) for name in (DEFAULT, language)]
        entries: dict[str, Entry] = {}
        for folder, name in [(FOLDER, language), *brought]:
            if (path := folder / f"{name}.json").exists():
                entries |= json.loads(path.read_text(encoding="utf-8"))
        return Catalogue(language, entries)

    def text(self, key: str, otherwise: str = "", /, **facts: str | int) -> str:
        """The text of a key, or of another if there is none, with its facts filled in.

        >>> Catalogue.of("uk").text("play.points", count=22)
        '22 очки'
        >>> Catalogue.of("en").text("game.pig", "game.any", name="Pig")
        'Pig'
        """
        entry = self.entries[key if key in self.entries or not otherwise else otherwise]
        if isinstance(entry, dict):
            entry = entry[plural_form(self.language, int(facts["count"]))]
        return entry.format_map({name: self._filled_in(fact) for name, fact in facts.items()})

    def _filled_in(self, fact: str | int) -> str:
        if isinstance(fact, int) and fact < 0:
            # Nothing in a number tells a direction, so from right to left the sign would end up behind it.
            number = f"\N{MINUS SIGN}{-fact}"
            return (
                f"\N{LEFT-TO-RIGHT ISOLATE}{number}\N{POP DIRECTIONAL ISOLATE}"
                if self.right_to_left
                else number
            )
        return self.isolate(str(fact))

    @property
    def right_to_left(self) -> bool:
        """Is the language written from right to left?"""
        return self.entries["language.direction"] == "rtl"

    def isolate(self, text: str) -> str:
        """A piece of text so marked that neither it nor its surroundings change the other's direction."""
        if self.right_to_left or any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text):
            return f"\N{FIRST STRONG ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"
        return text


def _folders(room: str) -> list[Path]:
    """Where a package is, if it is there."""
    try:
        found = find_spec(room) if room else None
    except ModuleNotFoundError:  # not even the package that it would be in
        found = None
    return [Path(folder) for folder in (found and found.submodule_search_locations) or ()]


def plural_form(language: str, count: int) -> str:
    """The plural form that a language uses with a number: one, few, many, …"""
    from babel import Locale  # only a text that counts something needs it, and it is slow to import

    form: str = Locale(language).plural_form(count)
    return form


def choose_language(environment: Mapping[str, str]) -> str:
    """The language of the user's locale, or English where that is none of ours.

    >>> choose_language({"LANG": "ru_RU.UTF-8"})
    'ru'
    """
    set_ = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    language = next(filter(None, set_), DEFAULT)[:2].lower()
    return language if language in LANGUAGES else DEFAULT
