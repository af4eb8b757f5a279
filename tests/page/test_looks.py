"""For every eye: axe, light and dark, large text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.playing import until
from tests.page.screens import Stage
from tests.page.test_screens import problems
from tests.page.visitor import TABLET, Visitor

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN = """
() => axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.filter((one) => ['serious', 'critical'].includes(one.impact)).flatMap((one) =>
    one.nodes.map((node) => `${one.id}: ${node.target} ${node.failureSummary}`)))
"""


def axe(visitor: Visitor) -> list[str]:
    visitor.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = visitor.page.evaluate(RUN)
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(visit: Visit, stage: Stage, scheme: str) -> None:
    visitor = stage.visit(visit(color_scheme=scheme))
    found: list[str] = []
    for screen in stage.screens():
        stage.show(visitor, screen)
        found += [f"{screen.name}: {problem}" for problem in axe(visitor)]
    assert not found, "\n".join(found)


def bright(visitor: Visitor) -> bool:
    colour: str = visitor.page.evaluate("() => getComputedStyle(document.documentElement).backgroundColor")
    return sum(int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(",")) > 380


def test_light_and_dark(visit: Visit) -> None:
    """As the system says, until the reader says otherwise."""
    for scheme in ("light", "dark"):
        ada = visit(color_scheme=scheme).open("/")
        assert bright(ada) == (scheme == "light")
        ada.tap("theme")
        until(ada, lambda: bright(ada) == (scheme == "dark"))  # noqa: B023 (it is called at once)
        ada.page.reload()
        expect(ada.by("theme")).to_have_attribute("aria-pressed", str(scheme == "light").lower())
        assert bright(ada) == (scheme == "dark")


def test_text_of_twice_the_size(visit: Visit, stage: Stage) -> None:
    visitor = stage.visit(visit(size=TABLET))
    developer = visitor.context.new_cdp_session(visitor.page)
    developer.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    found: list[str] = []
    for screen in stage.screens():
        stage.show(visitor, screen)
        found += [f"{screen.name}: {problem}" for problem in problems(visitor, "en")]
        found += [f"{screen.name}: {problem}" for problem in covered(visitor)]
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
