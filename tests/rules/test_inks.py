"""Every colour of the games stands once, and what is written in it can be read: WCAG AA asks for 4.5 to 1."""

import json
import re
from pathlib import Path

import pytest

from rowlock.rules.pictures.inks import INK, IVORY, PAPER, PIP, ROWS, SHEET, SOFT, Ink, of_the_page
from rowlock.rules.sheet import COLOURS

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "src/rowlock/rules/pictures"
WEB = ROOT / "web"
READABLE = 4.5


def brightness(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, bright = sorted((brightness(one), brightness(other)))
    return (bright + 0.05) / (dark + 0.05)


def test_contrast_itself() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize(
    "written, ground",
    [
        *((row.ink, ground) for row in ROWS.values() for ground in (row.tint, SHEET, PAPER)),
        *((ink, ground) for ink in (INK, SOFT) for ground in (PAPER, SHEET)),
        (PIP, IVORY),
    ],
)
def test_it_can_be_read_by_day_and_by_night(written: Ink, ground: Ink) -> None:
    assert contrast(written, ground) >= READABLE
    assert contrast(written.night, ground.night) >= READABLE


def test_every_row_has_its_inks() -> None:
    assert "".join(ROWS) == COLOURS


def test_pictures_take_their_colours_from_one_place() -> None:
    for path in PICTURES.glob("*.py"):
        found = set(re.findall(r'"(#[0-9a-f]{3,8})"', path.read_text())) - {"#fff", "#000"}
        assert not found or path.stem == "inks", f"{path.name} has colours of its own: {found}"


def test_the_page_takes_them_from_there_too() -> None:
    styles = (WEB / "src/tokens.css").read_text()
    assert "@import './generated/inks.css';" in styles
    defined = set(re.findall(r"--([\w-]+):", styles))
    assert not defined & of_the_page().keys()
    for drawing in ("lib/picture.ts", "study/picture.ts"):
        assert not re.findall(r"'#\w+'", (WEB / "src" / drawing).read_text())


def test_the_frame_of_the_page_is_the_paper() -> None:
    page = (WEB / "index.html").read_text()
    assert re.findall(r'name="theme-color".*content="(.*)"', page) == [PAPER, PAPER.night]
    manifest = json.loads((WEB / "manifest.json").read_text())
    assert manifest["background_color"] == manifest["theme_color"] == PAPER
