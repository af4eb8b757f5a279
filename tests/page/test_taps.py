"""No tap costs what it shouldn't: double taps, buttons that stay in their places, keys, no ring unasked for."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from rowlock.locale import LANGUAGES
from tests.page.conftest import Visit
from tests.page.playing import last_view, push, until
from tests.page.screens import NAMES, choose_language
from tests.page.visitor import DESK, Visitor
from tests.server.serving import Address, Opened

GAPS = (0, 80, 200, 350)
"""Milliseconds between the two taps of somebody who is nervous."""
LONG_NAMES = [{"kind": "human", "name": NAMES[1]}, {"kind": "human", "name": NAMES[1][::-1]}]
SIZES: list[ViewportSize] = [{"width": 320, "height": 568}, {"width": 360, "height": 640}, DESK]
RING = """
() => {
  const one = document.activeElement
  return one && one.matches('button:focus-visible') ? one.dataset.testid ?? one.innerText : ''
}
"""


def rested(visitor: Visitor) -> None:
    """Waits until taps count again."""
    expect(visitor.page.locator(".actions[aria-disabled=false]")).to_be_visible()


def tapped_twice(visitor: Visitor, name: str, gap: int) -> None:
    """Two taps at the same place, whatever is there by then."""
    expect(visitor.by(name)).to_be_visible()
    rested(visitor)
    box = visitor.by(name).bounding_box()
    assert box
    x, y = box["x"] + 0.15 * box["width"], box["y"] + box["height"] / 2
    visitor.page.mouse.click(x, y)
    visitor.page.wait_for_timeout(gap)
    visitor.page.mouse.click(x, y)


def rolled(site: Address) -> Opened:
    """A table where Ada has rolled, and everybody may decide about a white 3."""
    table = site.open("qwixx", dice="real")
    table.play(1, "123456")
    return table


@pytest.mark.parametrize("gap", GAPS)
def test_passing_twice_in_ones_own_turn_costs_nothing(visit: Visit, site: Address, gap: int) -> None:
    table = rolled(site)
    table.play(2, "pass")
    ada = visit().open_table(table, 1)
    tapped_twice(ada, "pass", gap)
    table.wait_until(lambda view: view["phase"] == "colour")
    ada.page.wait_for_timeout(700)
    tapped_twice(ada, "pass", gap)
    ada.page.wait_for_timeout(200)
    assert table.view()["phase"] == "colour"
    assert table.view()["scores"] == [0, 0]


def test_the_second_player_at_one_device_cannot_fine_the_first(visit: Visit, site: Address) -> None:
    table = rolled(site)
    family = visit().open_table(table, 1, 2)
    family.tap("pass")
    family.tap("take-device")
    tapped_twice(family, "pass", 120)
    table.wait_until(lambda view: view["phase"] == "colour")
    family.page.wait_for_timeout(300)
    assert table.view()["scores"] == [0, 0]


def test_rolling_twice_passes_nothing(visit: Visit, site: Address) -> None:
    table = site.open("qwixx")
    ada = visit().open_table(table, 1)
    tapped_twice(ada, "roll", 80)
    until(ada, lambda: last_view(ada)["phase"] == "white")
    ada.page.wait_for_timeout(300)
    assert last_view(ada)["sealed"] == {}


def test_a_penalty_is_asked_for(visit: Visit, site: Address) -> None:
    table = rolled(site)
    for seat in (1, 2):
        table.play(seat, "pass")
    ada = visit().open_table(table, 1)
    ada.tap("pass")
    expect(ada.by("prompt")).to_have_text("Cross out nothing? That costs a penalty: 5 points.")
    ada.tap("no-penalty")
    expect(ada.by("pass")).to_be_visible()
    assert table.view()["phase"] == "colour"
    ada.tap("pass")
    ada.tap("penalty")
    table.wait_until(lambda view: view["scores"] == [-5, 0])


def test_the_question_stands_where_no_finger_was(visit: Visit, site: Address) -> None:
    table = rolled(site)
    for seat in (1, 2):
        table.play(seat, "pass")
    ada = visit().open_table(table, 1)
    before = ada.by("pass").bounding_box()
    ada.tap("pass")
    yes = ada.by("penalty").bounding_box()
    assert before
    assert yes
    assert yes["x"] >= before["x"] + before["width"]


THUMBS = """
async () => {
  const tap = (name) => document.querySelector(`[data-testid=${name}]`).click()
  tap('pass')
  while (!document.querySelector('[data-testid=penalty]')) await null
  tap('penalty')
}
"""


def test_two_hurried_thumbs_take_no_penalty(visit: Visit, site: Address) -> None:
    """One on each button: the question, too, waits for half a second."""
    table = rolled(site)
    for seat in (1, 2):
        table.play(seat, "pass")
    ada = visit().open_table(table, 1)
    rested(ada)
    ada.page.evaluate(THUMBS)
    expect(ada.by("penalty")).to_be_visible()
    assert table.view()["scores"] == [0, 0]
    ada.tap("penalty")
    table.wait_until(lambda view: view["scores"] == [-5, 0])


def test_a_second_tap_on_a_chosen_cell_confirms_it(visit: Visit, site: Address) -> None:
    table = rolled(site)
    ada = visit().open_table(table, 1)
    rested(ada)
    ada.sheet.get_by_test_id("cell-r3").dblclick()
    until(ada, lambda: last_view(ada)["sealed"] == {"1": "r3"})


def test_keys(visit: Visit, site: Address) -> None:
    """R rolls, P passes, Enter on a chosen cell confirms, Esc unchooses; they are listed in the menu."""
    table = site.open("qwixx", [{"kind": "human", "name": "Ada"}, {"kind": "bot", "level": "easy"}])
    ada = visit(size=DESK, has_touch=False).open_table(table, 1)
    keys = ada.page.keyboard
    rested(ada)
    keys.press("r")
    until(ada, lambda: last_view(ada)["phase"] == "white")
    cell = ada.sheet.locator(".cell.may").first
    name = cell.get_attribute("data-testid")
    assert name
    chosen = ada.sheet.get_by_test_id(name)
    rested(ada)
    chosen.focus()
    keys.press("Enter")
    expect(chosen).to_have_attribute("aria-pressed", "true")
    keys.press("Escape")
    expect(chosen).to_have_attribute("aria-pressed", "false")
    keys.press("p")
    expect(ada.by("pass")).to_contain_text("penalty")  # shown, and not only heard of
    rested(ada)
    keys.press("p")
    expect(ada.by("penalty")).to_be_focused()
    keys.press("Escape")
    expect(ada.by("penalty")).to_have_count(0)
    ada.sheet.locator(".cell.may").first.focus()
    keys.press("Enter")
    keys.press("Enter")
    until(ada, lambda: last_view(ada)["scores"][0] == 1)
    ada.tap("menu")
    for key in ("R", "P", "Esc"):
        expect(ada.page.locator("kbd").get_by_text(key, exact=True)).to_be_visible()


def test_escape_puts_a_cube_back(visit: Visit, site: Address) -> None:
    ada = visit().open_table(site.open("quixo4", [{"kind": "human", "name": name} for name in "NESW"]), 1)
    ada.tap("cube-a1")
    ada.tap("end-a5")
    ada.page.keyboard.press("Escape")
    expect(ada.by("arrow-me")).to_have_count(0)
    expect(ada.by("end-a5")).to_be_visible()
    ada.page.keyboard.press("Escape")
    expect(ada.by("end-a5")).to_have_count(0)


PLACES = """
() => Object.fromEntries(
  ['bar', 'prompt', 'roll', 'pass', 'cross', 'change-mind', 'no-penalty', 'penalty'].flatMap((name) => {
    const one = document.querySelector(`[data-testid="${name}"]`)
    if (!one) return []
    const { x, y, width, height } = one.getBoundingClientRect()
    return [[name, [x, y, width, height].map(Math.round)]]
  }),
)
"""


@pytest.mark.parametrize("size", SIZES, ids=lambda size: str(size["width"]))
def test_the_bar_has_one_height_and_its_buttons_have_their_places(
    visit: Visit, site: Address, size: ViewportSize
) -> None:
    """Through a whole turn of two people with long names at one device, in every language."""
    table = site.open("qwixx", LONG_NAMES, dice="real")
    family = visit(size=size).open_table(table, 1, 2)
    found: dict[str, set[tuple[int, ...]]] = {}

    def look() -> None:
        for language in LANGUAGES:
            choose_language(family, language)
            rtl = language in ("he", "ar")
            for name, box in family.page.evaluate(PLACES).items():
                x, y, width, height = box
                # In languages that run from the right, the bar is the mirror image.
                left = size["width"] - x - width if rtl else x
                found.setdefault(name, set()).add((left, y, width, height))
            text = family.by("prompt")
            fits = text.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")
            assert fits, f"{language}: {text.inner_text()}"
            for one in family.page.locator(".actions .btn").all():
                assert one.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1"), one.inner_text()

    look()
    for face in (1, 2, 3, 4, 5, 6):
        family.by("real-dice").locator(".face").nth(face - 1).click()
    look()
    family.tap("roll")
    expect(family.by("pass")).to_be_visible()
    look()
    family.sheet.get_by_test_id("cell-y3").click()
    look()
    family.tap("pass")
    family.tap("take-device")
    look()
    family.tap("pass")
    table.wait_until(lambda view: view["phase"] == "colour")
    family.tap("take-device")
    expect(family.by("prompt")).not_to_be_empty()
    look()
    family.tap("pass")
    look()
    [bar] = found["bar"]
    assert bar[1] + bar[3] == size["height"]
    lefts = {box for name in ("pass", "no-penalty") for box in found[name]}
    rights = {box for name in ("roll", "cross", "penalty") for box in found[name]}
    assert len(lefts) == len(rights) == 1, found


SHIFTS = """
() => {
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      shifts.push([entry.value, entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? node?.nodeName)])
    }
  }).observe({ type: 'layout-shift', buffered: false })
}
"""


@pytest.mark.parametrize(
    "size",
    [SIZES[0], pytest.param(SIZES[1], marks=pytest.mark.nightly), SIZES[2]],
    ids=["320", "360", "1440"],
)
def test_nothing_moves_while_turns_resolve(visit: Visit, site: Address, size: ViewportSize) -> None:
    table = site.open("qwixx", [{"kind": "human", "name": "Ada"}, *[{"kind": "bot", "level": "easy"}] * 2])
    ada = visit(size=size, reduced_motion="no-preference").open_table(table, 1)
    expect(ada.by("roll")).to_be_visible()
    ada.page.wait_for_timeout(500)
    ada.page.evaluate(SHIFTS)
    for _ in range(3):
        ada.tap("roll")
        ada.page.wait_for_timeout(1000)
        while not ada.by("roll").count():
            for name in ("penalty", "pass"):
                if ada.by(name).count():
                    ada.by(name).click(timeout=5000)
            ada.page.wait_for_timeout(100)
    assert ada.page.evaluate("() => shifts") == []


def test_no_flash_where_a_finger_taps(visit: Visit) -> None:
    ada = visit().open("/")
    colour = ada.page.evaluate(
        "() => getComputedStyle(document.querySelector('a.btn')).webkitTapHighlightColor"
    )
    assert colour == "rgba(0, 0, 0, 0)"


def test_no_ring_that_nobody_asked_for(visit: Visit, site: Address) -> None:
    """Neither at a table nor in a lesson, as long as nobody touches a key."""
    table = rolled(site)
    ada = visit(has_touch=True).open_table(table, 1)
    expect(ada.by("pass")).to_be_visible()
    for step in ("cell-r3", "cross"):
        ada.sheet.get_by_test_id(step).tap() if step.startswith("cell") else ada.by(step).tap()
        assert ada.page.evaluate(RING) == ""
    table.play(2, "pass")
    table.wait_until(lambda view: view["phase"] == "colour+")
    expect(ada.by("pass")).to_be_visible()
    assert ada.page.evaluate(RING) == ""
    ada.open("/learn/qwixx")
    ada.by("act").tap()
    expect(ada.by("sentence")).to_contain_text(re.compile("white", re.IGNORECASE))
    assert ada.page.evaluate(RING) == ""
    assert ada.by("act").count() == 0
    boris = visit(has_touch=True).open_table(site.open("quixo"), 1)
    push(boris, "a1a5")
    assert boris.page.evaluate(RING) == ""
