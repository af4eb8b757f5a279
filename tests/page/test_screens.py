"""Every screen, for every eye.

Axe finds nothing serious, in light and in dark; every text is there, and nothing hangs over the edge of any width, in
the languages with the longest texts and with letters of twice the size. Nightly in the other languages, too.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import ViewportSize

from rowlock.locale import FOLDER, LANGUAGES
from tests.page.conftest import Visit
from tests.page.screens import NAMES, Screen, Stage, speak
from tests.page.visitor import DESK, PHONE, TABLET, Visitor

CHECKS = (Path(__file__).parent / "checks.js").read_text(encoding="utf-8")
AXE = (Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js").read_text(
    encoding="utf-8"
)
RUN = """
async ([theme, rules]) => {
  document.documentElement.dataset.theme = theme // as the page's own button does it
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
  await frame().then(frame)
  const { violations } = await axe.run(document, { resultTypes: ['violations'], preload: false, ...rules })
  return violations.filter((one) => ['serious', 'critical'].includes(one.impact)).flatMap((one) =>
    one.nodes.map((node) => `${one.id}: ${node.target} ${node.failureSummary}`))
}
"""
DRAWN = {"runOnly": ["color-contrast"]}
"""The rule about how things are drawn; the others find the same in every look."""
COVERED = """
() => {
  const screen = document.querySelector('dialog[open]') ?? document
  const buttons = [...screen.querySelectorAll('.btn.main')].filter((one) => one.checkVisibility())
  return buttons.flatMap((one) => {
    one.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = one.getBoundingClientRect()
    const there = document.elementFromPoint(left + width / 2, top + height / 2)
    return there && one.contains(there) ? [] : [`covered: ${one.innerText}`]
  })
}
"""
"""Main buttons that can't be tapped even after scrolling to them."""
Look = tuple[str, ViewportSize, str]
LOOKS: tuple[Look, ...] = (("en", PHONE, "light"), ("en", DESK, "dark"))
OTHER_LOOKS: tuple[Look, ...] = (("ar", DESK, "light"), ("ar", PHONE, "dark"))
"""Each size and each colour with each language, and with each other."""
WIDTHS = (320, 1440)
LONGEST = ("ru", "ar")
"""Those whose texts need the most room, one in each direction; the others are looked at nightly."""
OTHERS = tuple(one for one in LANGUAGES if one not in LONGEST)
PARTS = 4
"""So many tests are the whole walk, so that several processes share it."""
OWN = ("Rowlock", *NAMES, "Qwixx", "Quixo", "UTC", "PDF", "Letter")


def prefixes() -> list[str]:
    keys = json.loads((FOLDER / "en.json").read_text(encoding="utf-8"))
    learn = json.loads((FOLDER / "learn" / "en.json").read_text(encoding="utf-8"))
    return sorted({key.partition(".")[0] for key in (*keys, *learn) if "." in key})


def problems(visitor: Visitor, language: str) -> list[str]:
    facts = {"prefixes": prefixes(), "own": OWN, "latin": language == "en"}
    found: list[str] = visitor.page.evaluate(CHECKS, facts)
    return found


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(
    "looks, languages",
    [
        pytest.param(LOOKS, LONGEST, id="longest"),
        pytest.param(OTHER_LOOKS, OTHERS, id="others", marks=pytest.mark.nightly),
    ],
)
def test_every_screen(
    part: int, looks: Sequence[Look], languages: Sequence[str], visit: Visit, stage: Stage
) -> None:
    visitor = stage.visit(visit())
    found: list[str] = []
    for screen in list(stage.screens())[part::PARTS]:
        visitor.page.set_viewport_size(PHONE)
        stage.show(visitor, screen)
        problems_here = (
            *seen_by_axe(visitor, screen, looks),
            *with_large_letters(visitor, looks[0][0]),
            *in_languages(visitor, screen, languages),
        )
        found += [f"{screen.name} {problem}" for problem in problems_here]
    assert not found, "\n".join(found)


def seen_by_axe(visitor: Visitor, screen: Screen, looks: Sequence[Look]) -> Iterator[str]:
    visitor.page.evaluate(AXE)
    for look in looks:
        language, size, scheme = look
        speak(visitor, screen, language)
        visitor.page.set_viewport_size(size)
        for problem in visitor.page.evaluate(RUN, [scheme, {} if look == looks[0] else DRAWN]):
            yield f"in {language}, {size['width']}, {scheme}: {problem}"


def with_large_letters(visitor: Visitor, language: str) -> Iterator[str]:
    """As large again as the browser has them."""
    developer = visitor.context.new_cdp_session(visitor.page)
    developer.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    for size in (PHONE, TABLET, DESK):
        visitor.page.set_viewport_size(size)
        for problem in (*problems(visitor, language), *visitor.page.evaluate(COVERED)):
            yield f"with large letters at {size['width']}: {problem}"
    developer.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    developer.detach()


def in_languages(visitor: Visitor, screen: Screen, languages: Sequence[str]) -> Iterator[str]:
    for language in languages:
        speak(visitor, screen, language)
        for width in WIDTHS:
            visitor.page.set_viewport_size({"width": width, "height": 740})
            for problem in problems(visitor, language):
                yield f"in {language} at {width}: {problem}"
