"""For every eye: axe, light and dark, large text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from rowlock.locale import LANGUAGES
from tests.page.conftest import Visit
from tests.page.playing import until
from tests.page.screens import Stage, speak
from tests.page.test_screens import problems
from tests.page.visitor import DESK, PHONE, TABLET, Visitor

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
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
Look = tuple[str, ViewportSize, str]
LOOKS: tuple[Look, ...] = (
    ("en", PHONE, "light"),
    ("en", DESK, "dark"),
    ("ar", DESK, "light"),
    ("ar", PHONE, "dark"),
)
"""Each size and each colour with each language, and with each other."""


@pytest.mark.parametrize(
    "looks", [LOOKS[:2], pytest.param(LOOKS[2:], marks=pytest.mark.nightly)], ids=["english", "arabic"]
)
def test_axe_finds_nothing_serious(looks: tuple[Look, ...], visit: Visit, stage: Stage) -> None:
    visitor = stage.visit(visit())
    script = AXE.read_text(encoding="utf-8")
    found: list[str] = []
    for screen in stage.screens():
        visitor.page.set_viewport_size(PHONE)
        stage.show(visitor, screen)
        visitor.page.evaluate(script)
        for language, size, scheme in looks:
            speak(visitor, screen, language)
            visitor.page.set_viewport_size(size)
            rules = {} if (language, size, scheme) == looks[0] else DRAWN
            where = f"{screen.name} in {language}, {size['width']}, {scheme}"
            found += [f"{where}: {problem}" for problem in visitor.page.evaluate(RUN, [scheme, rules])]
    assert not found, "\n".join(found)


def bright(visitor: Visitor) -> bool:
    colour: str = visitor.page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
    return sum(int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(",")) > 380


def test_light_and_dark(visit: Visit) -> None:
    """As the system says, until the reader says otherwise."""
    for scheme in ("light", "dark"):
        ada = visit(color_scheme=scheme).open("/")
        assert bright(ada) == (scheme == "light")
        ada.tap("settings")
        other = "Dark" if scheme == "light" else "Light"
        ada.page.get_by_role("radio", name=other).check()
        until(ada, lambda: bright(ada) == (scheme == "dark"))  # noqa: B023 (it is called at once)
        ada.page.reload()
        assert bright(ada) == (scheme == "dark")
        ada.tap("settings")
        expect(ada.page.get_by_role("radio", name=other)).to_be_checked()


def test_text_of_twice_the_size(visit: Visit, stage: Stage) -> None:
    visitor = stage.visit(visit())
    developer = visitor.context.new_cdp_session(visitor.page)
    developer.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    found: list[str] = []
    for screen in stage.screens():
        visitor.page.set_viewport_size(PHONE)
        stage.show(visitor, screen)
        for size in (PHONE, TABLET, DESK):
            visitor.page.set_viewport_size(size)
            wrong = [*problems(visitor, "en"), *covered(visitor)]
            found += [f"{screen.name} at {size['width']}: {problem}" for problem in wrong]
    assert not found, "\n".join(found)


def covered(visitor: Visitor) -> list[Any]:
    """Main buttons that can't be tapped even after scrolling to them."""
    found: list[Any] = visitor.page.evaluate(
        """() => {
          const screen = document.querySelector('dialog[open]') ?? document
          const buttons = [...screen.querySelectorAll('.btn.main')].filter((one) => one.checkVisibility())
          return buttons.flatMap((one) => {
            one.scrollIntoView({ block: 'center' })
            const { left, top, width, height } = one.getBoundingClientRect()
            const there = document.elementFromPoint(left + width / 2, top + height / 2)
            return there && one.contains(there) ? [] : [`covered: ${one.innerText}`]
          })
        }"""
    )
    return found


def test_the_whole_board_is_in_view_while_an_arrow_is_chosen(visit: Visit, stage: Stage) -> None:
    visitor = stage.visit(visit(size=PHONE))
    screen = next(screen for screen in stage.screens() if screen.name == "teams")
    stage.show(visitor, screen)
    for language in LANGUAGES:
        speak(visitor, screen, language)
        board, bar = visitor.by("board").bounding_box(), visitor.page.locator(".bar").bounding_box()
        assert board
        assert bar
        assert board["y"] + board["height"] <= bar["y"], language
