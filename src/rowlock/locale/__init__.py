"""The texts of each language: one flat catalogue a language, read by the terminal and the page alike."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
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
    def of(language: str) -> Catalogue:
        """The catalogue of a language, one of `LANGUAGES`."""
        return Catalogue(language, json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8")))

    def text(self, key: str, **facts: str | int) -> str:
        """The text of a key with its facts filled in.

        >>> Catalogue.of("uk").text("play.points", count=22)
        '22 очки'
        """
        entry = self.entries[key]
        if isinstance(entry, dict):
            entry = entry[plural_form(self.language, int(facts["count"]))]
        return entry.format_map({name: self.isolate(str(fact)) for name, fact in facts.items()})

    @property
    def right_to_left(self) -> bool:
        """Is the language written from right to left?"""
        return self.entries["language.direction"] == "rtl"

    def isolate(self, text: str) -> str:
        """A piece of text so marked that neither it nor its surroundings change the other's direction."""
        if self.right_to_left or any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text):
            return f"\N{FIRST STRONG ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"
        return text


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
