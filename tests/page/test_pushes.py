"""Quixo at a human pace: a push is seen from its origin, and arrows point where people sit on this screen."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.playing import push, until
from tests.server.serving import Address

FAR = """
() => {
  const running = document.querySelector('[data-testid=cube-a5]').getAnimations()
  const moving = running.find((one) => one.effect.getKeyframes().length > 2)
  if (!moving) return null
  moving.pause()
  moving.currentTime = 0
  const at = (name) => document.querySelector(`[data-testid=${name}]`).getBoundingClientRect()
  const frame = document.querySelector('[data-testid=board]').getBoundingClientRect()
  const place = at('cube-a5')
  const found = [(place.top - frame.top) / frame.height, moving.effect.getTiming().duration]
  moving.finish()
  return found
}
"""


def test_an_opponents_push_is_seen_from_its_origin(visit: Visit, site: Address) -> None:
    """The cube that ends at a5 begins at a1, at the bottom of the board; then both places stay marked."""
    table = site.open("quixo")
    boris = visit(reduced_motion="no-preference").open_table(table, 2)
    expect(boris.by("board")).to_be_visible()
    table.play(1, "a1a5")
    seen: list[list[float]] = []

    def caught() -> bool:
        found = boris.page.evaluate(FAR)
        if found:
            seen.append(found)
        return bool(seen)

    until(boris, caught)
    top, duration = seen[0]
    assert top > 0.6
    assert duration <= 3 * 240
    assert "left" in (boris.by("cube-a1").get_attribute("class") or "")
    assert "last" in (boris.by("cube-a5").get_attribute("class") or "")


def test_who_one_is(visit: Visit, site: Address) -> None:
    table = site.open("quixo")
    ada, boris = visit().open_table(table, 1), visit().open_table(table, 2)
    expect(ada.by("prompt")).to_contain_text("You are ✕.")
    push(ada, "a1a5")
    expect(boris.by("prompt")).to_contain_text("You are ◯.")
    expect(boris.by("spoken")).to_contain_text("Your sign: nought.")


def test_arrows_point_where_the_partner_sits_on_this_screen(visit: Visit, site: Address) -> None:
    """At one device the board stays as it is: seat 2 sits at the left of it, seat 4 at the right."""
    table = site.open("quixo4", [{"kind": "human", "name": name} for name in "NESW"])
    family = visit().open_table(table, 1, 2, 3, 4)
    family.tap("cube-a1")
    family.tap("end-a5")
    expect(family.by("arrow-me")).to_contain_text("▼")
    expect(family.by("arrow-partner")).to_contain_text("▲")
    family.tap("arrow-me")
    family.tap("cube-e1")
    family.tap("end-e5")
    expect(family.by("arrow-me")).to_contain_text("◀")
    expect(family.by("arrow-partner")).to_contain_text("▶")


def test_one_tap_is_enough_for_who_wants_it(visit: Visit, site: Address) -> None:
    table = site.open("qwixx", dice="real")
    table.play(1, "123456")
    ada = visit().open_table(table, 1)
    ada.tap("settings")
    ada.page.get_by_role("radio", name="One tap").check()
    ada.page.get_by_role("radio", name="Very large").check()
    expect(ada.page.locator("html")).to_have_css("font-size", "22.4px")
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".actions[aria-disabled=false]")).to_be_visible()
    ada.sheet.get_by_test_id("cell-r3").click()
    table.wait_until(lambda view: view["sealed"] != {} or 1 not in view["awaiting"])
