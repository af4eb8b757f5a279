"""What somebody would like to have printed, and how it gets onto paper.

A game's own part of this room has `pad.typ`, which draws, and offers `PAD`, which says what there is to draw.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unicodedata import category

from rowlock.locale import DEFAULT, LANGUAGES, Catalogue
from rowlock.pads.paper import PAPERS, Arrangement
from rowlock.pads.press import Kind, press
from rowlock.pads.qr import LONGEST_ADDRESS, qr_path
from rowlock.rules import GAMES, Record
from rowlock.rules.game import shown


@dataclass(frozen=True, slots=True)
class PadWish:
    """How a pad shall be. Raises `ValueError`, in one line, if there is no such pad."""

    language: str = DEFAULT
    paper: str = "A4"
    sheets: int | None = None
    """How many on a page; as many as the game thinks best, if not told."""
    ink: bool = False
    """Save ink: outlines instead of areas."""
    rules: bool = False
    """With a short reminder of the rules."""
    layout: str = ""
    """Which sheet, where a game has several: its name, or all of it written out."""
    address: str = ""
    """What the QR code says; without an address there is none."""

    def __post_init__(self) -> None:
        if self.language not in LANGUAGES:
            raise ValueError(f"the language is one of {', '.join(LANGUAGES)}, not {shown(self.language)}")
        if self.paper not in PAPERS:
            raise ValueError(f"the paper is one of {', '.join(PAPERS)}, not {shown(self.paper)}")
        if len(self.address) > LONGEST_ADDRESS or not self.address.isprintable():
            raise ValueError(f"an address has at most {LONGEST_ADDRESS} characters, all of them printable")

    def text(self, key: str) -> str:
        """A text in its language, without vowel signs: readers of PDFs would mix them up with the letters."""
        words = Catalogue.of(self.language).text(key)
        return "".join(sign for sign in words if category(sign) != "Mn")

    def told(self, arrangement: Arrangement) -> dict[str, Any]:
        """What every drawing needs to know."""
        return {
            "language": self.language,
            "rtl": Catalogue.of(self.language).right_to_left,
            "ink": self.ink,
            "qr": qr_path(self.address) if self.address else None,
            **arrangement.told(),
        }


@dataclass(frozen=True, slots=True)
class Pad:
    """What a game has for the printer: each a wish → what its `pad.typ` shall draw. Both raise `ValueError`."""

    empty: Callable[[PadWish], Mapping[str, Any]]
    played: Callable[[PadWish, Record], Mapping[str, Any]] | None
    """The sheets of a game that was played; None where nothing is written on sheets."""
    sheets: tuple[int, ...]
    """How many of them may be on a page."""
    layouts: tuple[str, ...] = ()
    """Names of the sheets that there are, the usual one first, where there are several."""


def pad_of(game: str) -> tuple[Pad, Path]:
    """A game's part of this room, and its drawing. Raises `ValueError` if it has none."""
    part = GAMES[game].part("pads") if game in GAMES else None
    if part is None or part.__file__ is None:
        raise ValueError(f"there is a pad for {', '.join(games_with_pads())}, not for {shown(game)}")
    pad: Pad = part.PAD
    return pad, Path(part.__file__).with_name("pad.typ")


def sheets_of(game: str) -> tuple[int, ...]:
    """How many of a game's sheets may be on a page; none if it has no pad."""
    return pad_of(game)[0].sheets if game in games_with_pads() else ()


def layouts_of(game: str) -> tuple[str, ...]:
    """Names of a game's sheets, the usual one first; none where there is one sheet only."""
    return pad_of(game)[0].layouts if game in games_with_pads() else ()


def games_with_pads() -> list[str]:
    """The games that have something to print."""
    return [name for name, game in GAMES.items() if game.part("pads")]


def draw_pad(game: str, wish: PadWish, kind: Kind = "pdf", record: Record | None = None) -> bytes:
    """The pad as PDF, or its first page as PNG; with a record, its finished sheets. Raises `ValueError`."""
    pad, drawing = pad_of(game)
    if wish.sheets not in (None, *pad.sheets):
        raise ValueError(f"a page has {', '.join(map(str, pad.sheets))} of them, not {wish.sheets}")
    if record is None:
        return press(drawing, pad.empty(wish), kind)
    if record.game != game:
        raise ValueError(f"this is a record of {record.game}, not of {game}")
    if pad.played is None:
        raise ValueError(f"nothing is written on sheets at {game}")
    return press(drawing, pad.played(wish, record), kind)
