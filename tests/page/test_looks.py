"""Light and dark, and what stays in view."""

from __future__ import annotations

from playwright.sync_api import expect

from rowlock.locale import LANGUAGES
from tests.page.conftest import Visit
from tests.page.playing import until
from tests.page.screens import Stage, speak
from tests.page.visitor import PHONE, Visitor


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
