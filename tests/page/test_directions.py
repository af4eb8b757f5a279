"""Right to left: the page turns around; sheet, board, dice, clocks and notation don't."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.playing import in_turns, qwixx_step
from tests.page.screens import Stage
from tests.page.visitor import PHONE, Visitor
from tests.server.serving import Address

each_direction = pytest.mark.parametrize("language", ["he", "ar"])


def direction(visitor: Visitor, selector: str) -> set[str]:
    found: list[str] = visitor.page.locator(selector).evaluate_all(
        "(all) => all.filter((one) => one.checkVisibility()).map((one) => getComputedStyle(one).direction)"
    )
    assert found, selector
    return set(found)


def places(visitor: Visitor, names: list[str]) -> list[float]:
    boxes: list[Any] = [visitor.by(name).first.bounding_box() for name in names]
    return [box["x"] for box in boxes]


@each_direction
def test_the_page_turns_and_the_things_on_it_do_not(visit: Visit, stage: Stage, language: str) -> None:
    visitor = stage.visit(visit(language))
    screens = {screen.name: screen for screen in stage.screens()}
    numbers = (
        [f"cell-r{number}" for number in range(2, 13)],
        [f"cell-g{number}" for number in range(12, 1, -1)],
    )
    stage.show(visitor, screens["white"])
    assert direction(visitor, "html, body, main, .players") == {"rtl"}
    assert direction(visitor, ".sheet, .sheet .cell, .tray .dice") == {"ltr"}
    for row in numbers:
        assert places(visitor, row) == sorted(places(visitor, row))
    first, second = visitor.page.locator(".players .player").all()[:2]
    boxes: list[Any] = [first.bounding_box(), second.bounding_box()]
    assert boxes[0]["x"] > boxes[1]["x"]  # the first card is on the right
    white, colour = (
        visitor.page.locator(".tray .die").all()[:2],
        visitor.page.locator(".tray .die.colour").first,
    )
    dice: list[Any] = [die.bounding_box() for die in (*white, colour)]
    assert [die["x"] for die in dice] == sorted(die["x"] for die in dice)

    stage.show(visitor, screens["roll"])
    assert direction(visitor, "time") == {"ltr"}
    stage.show(visitor, screens["quixo"])
    assert direction(visitor, ".board, .cube, time") == {"ltr"}
    files = [f"cube-{file}1" for file in "abcde"]
    assert places(visitor, files) == sorted(places(visitor, files))
    stage.show(visitor, screens["waiting"])
    assert direction(visitor, ".link") == {"ltr"}
    stage.show(visitor, screens["replay-quixo-over"])
    assert direction(visitor, ".board, .slider") == {"ltr"}


@pytest.mark.nightly  # a whole game, as in test_games.py
def test_hebrew_on_a_phone(visit: Visit, site: Address) -> None:
    """From the first tap to the end of a game, with the thumb."""
    noa = visit("he", size=PHONE, has_touch=True, is_mobile=True)
    noa.open("/")
    noa.tap("play-qwixx")
    noa.page.get_by_label("2", exact=True).check()
    noa.tap("play")
    noa.page.wait_for_url("**/t/*")
    assert direction(noa, "html") == {"rtl"}

    def step(visitor: Visitor, way: str) -> None:
        button: Any = visitor.by(way).first.bounding_box()
        assert button["y"] + button["height"] <= PHONE["height"]  # what comes next is always in reach
        qwixx_step(visitor, way)

    in_turns([noa], step)
    expect(noa.by("result")).to_be_visible()
    assert site.get(f"/tables/{noa.page.url.rpartition('/')[2]}")["status"] == "over"


def choose_in_settings(visitor: Visitor, language: str) -> None:
    visitor.tap("settings")
    visitor.page.locator("dialog[open] select").select_option(language)
    visitor.page.keyboard.press("Escape")


def test_the_language_changes_in_place(visit: Visit, site: Address) -> None:
    table = site.open("quixo")
    ada = visit().open_table(table, 1)
    ada.tap("cube-a1")
    choose_in_settings(ada, "ar")
    expect(ada.page.locator("html")).to_have_attribute("dir", "rtl")
    expect(ada.by("end-a5")).to_be_visible()  # what was begun goes on
    ada.page.reload()
    expect(ada.page.locator("html")).to_have_attribute("lang", "ar")
    choose_in_settings(ada, "en")
    expect(ada.page.locator("html")).to_have_attribute("dir", "ltr")
