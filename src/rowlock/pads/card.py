"""What a link shows where it is sent: a picture of the game with two lines of text, as wide as messengers like it."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from importlib.util import find_spec

from rowlock.locale import Catalogue
from rowlock.pads.press import FOLDER, press
from rowlock.rules.pictures.inks import INK, PAPER, SOFT

WIDTH, HEIGHT = 1200, 630
POINTS_AN_INCH = 72.0
"""The drawing is measured in points, each of which becomes a pixel."""


def cards_can_be_made() -> bool:
    """Is there what makes them?"""
    return find_spec("typst") is not None


@dataclass(frozen=True, slots=True)
class LinkCard:
    """Everything that is to be seen on it."""

    svg: str
    title: str
    line: str
    language: str

    @property
    def mark(self) -> str:
        """Two cards that look the same have the same one."""
        return sha256("\0".join((self.svg, self.title, self.line, self.language)).encode()).hexdigest()[:32]

    def picture(self) -> bytes:
        """The card as PNG."""
        data = {
            "picture": self.svg,
            "title": self.title,
            "line": self.line,
            "language": self.language,
            "rtl": Catalogue.of(self.language).right_to_left,
            "paper": PAPER,
            "ink": INK,
            "soft": SOFT,
        }
        return press(FOLDER / "card.typ", data, "png", POINTS_AN_INCH)
