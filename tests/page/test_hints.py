"""Hints in a game against bots: a nudge, the move, everything; on a phone, in two languages, and by keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from rowlock.locale import Catalogue
from rowlock.rules import parse_position
from rowlock.study import Words, hint, said
from tests.page.conftest import Visit
from tests.page.visitor import PHONE, Visitor
from tests.server.serving import PATIENCE, Address, Opened

BOT = {"kind": "bot", "level": "easy"}
ADA = {"kind": "human", "name": "Ada"}
LONG_MS = 1000 * PATIENCE
"""The first hint starts a process, on a machine that may be busy."""
PLACES = """
() => ['prompt', 'pass', 'cross', 'dice', 'cell-r5', 'cell-b2', 'board', 'hint'].map((name) => {
  const found = document.querySelector(`[data-testid="${name}"]`)
  const { x, y, width, height } = found?.getBoundingClientRect() ?? {}
  return [name, x, y, width, height]
})
"""
"""Where everything stands."""


def qwixx(site: Address, dice: str = "653526", *others: dict[str, str]) -> Opened:
    """Seat 1 has rolled these dice."""
    table = site.open("qwixx", [ADA, *(others or (BOT,))], dice="real")
    table.play(1, dice)
    return table


def tap_hint(visitor: Visitor) -> None:
    """And wait until something is told."""
    visitor.tap("hint")
    expect(visitor.page.locator("[data-testid=hint].told")).to_be_visible(timeout=LONG_MS)


@pytest.mark.parametrize("language, layout", [("en", "classic"), ("ar", "mixed-colours")])
def test_three_strengths_at_qwixx(visit: Visit, site: Address, language: str, layout: str) -> None:
    catalogue = Catalogue.of(language)
    table = site.open("qwixx", [ADA, BOT], dice="real", layout=layout)
    table.play(1, "653526")
    expected = hint(parse_position(table.view(1)["position"]), 1)
    best = expected.move
    ada = visit(language, size=PHONE, has_touch=True, is_mobile=True).open_table(table, 1)
    marked = ada.page.locator(f".main [data-testid=cell-{best}]")
    expect(ada.by("pass")).to_be_visible()  # the roll is seen first
    before = ada.page.evaluate(PLACES)
    tap_hint(ada)
    expect(ada.by("prompt")).to_have_text(said(expected.look, catalogue))
    expect(marked).to_have_attribute("aria-pressed", "false")
    assert ada.page.evaluate(PLACES) == before
    ada.tap("hint")
    expect(ada.by("prompt")).to_contain_text(best[1:])
    expect(marked).to_have_attribute("aria-pressed", "true")
    assert ada.page.evaluate(PLACES) == before
    assert expected.why.against
    ada.tap("hint")
    because = expected.why.words.facts["because"]
    assert isinstance(because, Words)
    expect(ada.by("hint-why")).to_contain_text(said(because, catalogue))
    expect(ada.by("hint-moves").locator("dt")).to_have_count(5)
    expect(ada.by("hint-parts").locator("caption")).to_contain_text(catalogue.text("hint.unit.chance"))
    parts = ada.by("hint-parts").locator("td").all_inner_texts()
    *causes, whole = [float(text.strip("\u2066\u2069\u200e\u200f").replace("−", "-")) for text in parts]
    assert expected.why.amount
    assert whole == pytest.approx(100 * expected.why.amount, abs=0.06)
    assert sum(causes) == pytest.approx(whole, abs=0.06 * len(causes))
    ada.page.keyboard.press("Escape")
    expect(ada.by("hint-why")).to_have_count(0)
    assert table.view(1)["hints"] == [1, 0]
    ada.tap("cross")
    table.wait_until(lambda view: view["phase"] != "white")
    ada.tap("menu")
    expect(ada.by("hints-taken")).to_have_text(catalogue.text("hint.taken", count=1))


@pytest.mark.parametrize("language", ["en", "he"])
def test_three_strengths_at_quixo(visit: Visit, site: Address, language: str) -> None:
    catalogue = Catalogue.of(language)
    table = site.open("quixo", [ADA, BOT], size=3)
    expected = hint(parse_position(table.view(1)["position"]), 1)
    ada = visit(language, size=PHONE, has_touch=True, is_mobile=True).open_table(table, 1)
    expect(ada.by("board")).to_be_visible()
    before = ada.page.evaluate(PLACES)
    tap_hint(ada)
    expect(ada.by("prompt")).to_have_text(said(expected.look, catalogue))
    marked = ada.page.locator(".cube.hinted")
    expect(marked).to_have_count(1)
    ada.tap("hint")
    expect(marked).to_have_count(2)
    for square in (expected.move[:2], expected.move[2:]):
        expect(ada.by("prompt")).to_contain_text(square)
        expect(ada.page.locator(f"[data-testid=cube-{square}].hinted")).to_be_visible()
    assert ada.page.evaluate(PLACES) == before
    ada.tap("hint")
    expect(ada.by("hint-moves").locator("dt")).to_have_count(5)
    expect(ada.by("hint-why")).to_be_visible()
    ada.page.keyboard.press("Escape")
    # The marks go when the decision is made.
    ada.tap(f"cube-{expected.move[:2]}")
    ada.tap(f"end-{expected.move[2:]}")
    expect(marked).to_have_count(0)
    assert '[Hints "1:1"]' in table.record()


def test_by_keyboard(visit: Visit, site: Address) -> None:
    table = site.open("quixo", [ADA, BOT], size=3)
    ada = visit().open_table(table, 1)
    expect(ada.by("hint")).to_be_visible()
    ada.page.keyboard.press("h")
    expect(ada.page.locator("[data-testid=hint].told")).to_be_visible(timeout=LONG_MS)
    ada.page.keyboard.press("h")
    expect(ada.page.locator(".cube.hinted")).to_have_count(2)
    ada.page.keyboard.press("h")
    expect(ada.by("hint-why")).to_be_visible()
    ada.page.keyboard.press("Escape")
    ada.tap("menu")
    expect(ada.page.locator("kbd", has_text="H")).to_have_count(1)


def test_nobody_gets_help_against_people(visit: Visit, site: Address) -> None:
    table = qwixx(site, "653526", {"kind": "human", "name": "Boris"})
    ada = visit().open_table(table, 1)
    expect(ada.by("pass")).to_be_visible()
    expect(ada.by("hint")).to_have_count(0)
    ada.page.keyboard.press("h")
    boris = visit().open_table(table, 1, 2)
    expect(boris.by("pass")).to_be_visible()
    expect(boris.by("hint")).to_have_count(0)


def test_before_the_roll_there_is_nothing_to_say(visit: Visit, site: Address) -> None:
    table = site.open("qwixx", [ADA, BOT])
    ada = visit().open_table(table, 1)
    expect(ada.by("hint")).to_have_attribute("aria-disabled", "true")
    ada.tap("roll")
    expect(ada.by("hint")).to_have_attribute("aria-disabled", "false")
