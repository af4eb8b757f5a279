"""Each of the six languages on every screen: every text is there, and nothing hangs over the edge of any width."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.page.conftest import Visit
from tests.page.screens import NAMES, Stage
from tests.page.visitor import Visitor

CHECKS = (Path(__file__).parent / "checks.js").read_text(encoding="utf-8")
LOCALE = Path(__file__).parents[2] / "src" / "rowlock" / "locale"
WIDTHS = (320, 360, 1440)
OWN = ("Rowlock", *NAMES, "Qwixx", "Quixo")


def prefixes() -> list[str]:
    keys = json.loads((LOCALE / "en.json").read_text(encoding="utf-8"))
    learn = json.loads((LOCALE / "learn" / "en.json").read_text(encoding="utf-8"))
    return sorted({key.partition(".")[0] for key in (*keys, *learn) if "." in key})


def problems(visitor: Visitor, language: str) -> list[str]:
    facts = {"prefixes": prefixes(), "own": OWN, "latin": language == "en"}
    found: list[str] = visitor.page.evaluate(CHECKS, facts)
    return found


@pytest.mark.parametrize("language", ["en", "ru", "uk", "bg", "he", "ar"])
def test_every_screen(visit: Visit, stage: Stage, language: str) -> None:
    visitor = stage.visit(visit(language))
    found: list[str] = []
    for screen in stage.screens():
        stage.show(visitor, screen)
        assert visitor.page.locator("html").get_attribute("lang") == language
        for width in WIDTHS:
            visitor.page.set_viewport_size({"width": width, "height": 740})
            found += [f"{screen.name} at {width}: {problem}" for problem in problems(visitor, language)]
    assert not found, "\n".join(found)
