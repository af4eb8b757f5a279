"""Every screen in the languages with the longest texts, nightly in the others, too: every text is there, and nothing
hangs over the edge of any width."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from rowlock.locale import FOLDER, LANGUAGES
from tests.page.conftest import Visit
from tests.page.screens import NAMES, Stage, speak
from tests.page.visitor import Visitor

CHECKS = (Path(__file__).parent / "checks.js").read_text(encoding="utf-8")
WIDTHS = (320, 1440)
LONGEST = ("ru", "ar")
"""Those whose texts need the most room, one in each direction; the others are looked at nightly."""
OWN = ("Rowlock", *NAMES, "Qwixx", "Quixo", "UTC", "PDF", "Letter")


def prefixes() -> list[str]:
    keys = json.loads((FOLDER / "en.json").read_text(encoding="utf-8"))
    learn = json.loads((FOLDER / "learn" / "en.json").read_text(encoding="utf-8"))
    return sorted({key.partition(".")[0] for key in (*keys, *learn) if "." in key})


def problems(visitor: Visitor, language: str) -> list[str]:
    facts = {"prefixes": prefixes(), "own": OWN, "latin": language == "en"}
    found: list[str] = visitor.page.evaluate(CHECKS, facts)
    return found


@pytest.mark.parametrize(
    "languages",
    [LONGEST, pytest.param([one for one in LANGUAGES if one not in LONGEST], marks=pytest.mark.nightly)],
    ids=["longest", "others"],
)
def test_every_screen(languages: Sequence[str], visit: Visit, stage: Stage) -> None:
    visitor = stage.visit(visit())
    found: list[str] = []
    for screen in stage.screens():
        stage.show(visitor, screen)
        for language in languages:
            speak(visitor, screen, language)
            for width in WIDTHS:
                visitor.page.set_viewport_size({"width": width, "height": 740})
                where = f"{screen.name} in {language} at {width}"
                found += [f"{where}: {problem}" for problem in problems(visitor, language)]
    assert not found, "\n".join(found)
