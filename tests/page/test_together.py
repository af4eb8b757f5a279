"""A pad on every phone: people around one table with dice of their own."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.visitor import Visitor

CROSSED = re.compile("crossed")


def table_of(visit: Visit, dice: str, *names: str) -> dict[str, Visitor]:
    """Opened from the first screen by the first of them; the others come by the link."""
    first, *others = names
    people = {first: visit().open("/")}
    people[first].tap("together-qwixx")
    people[first].by("name").fill(first)
    people[first].by(f"dice-{dice}").check()
    people[first].tap("open-table")
    expect(people[first].by("seat-1")).to_contain_text("You")
    for name in others:
        people[name] = visit().open(people[first].page.url)
        people[name].by("name").fill(name)
        people[name].tap("sit")
        expect(people[name].by("sit")).to_have_count(0)
    return people


def cross(visitor: Visitor, *cells: str) -> None:
    for cell in cells:
        visitor.by(f"cell-{cell}").click()
        expect(visitor.by(f"cell-{cell}")).to_have_class(CROSSED)


def test_everybody_crosses_on_their_own_phone(visit: Visit) -> None:
    people = table_of(visit, "none", "Ada", "Boris", "Cleo", "Dana")
    ada, boris, cleo, dana = people.values()
    for visitor in people.values():
        expect(visitor.by("cell-r2")).to_be_enabled()
    cross(ada, "r2", "r3", "r4", "r5", "r6")
    cross(boris, "r2", "r3", "r4", "r5", "r6")
    cross(cleo, "g12", "r7")
    expect(boris.by("undo")).to_have_text("Undo: red 6")

    # One phone is put away, and comes back to what the others did.
    table = cleo.page.url
    cleo.page.goto("about:blank")
    expect(ada.by("player-3")).to_contain_text("away")
    cross(ada, "r12")
    cleo.open(table)
    expect(cleo.by("undo")).to_have_text("Undo: red 7")
    expect(cleo.by("prompt")).to_contain_text("Row locked: red.")

    # Boris locks it along; Cleo has nothing there, and says so.
    expect(boris.by("happened")).to_contain_text("Ada: row locked, red!")
    cross(boris, "r12")
    expect(boris.by("close-row")).to_have_count(0)
    for visitor in (cleo, dana):
        visitor.tap("close-row")
        expect(visitor.by("close-row")).to_have_count(0)
    cleo.by("cell-r9").click()
    expect(cleo.page.get_by_role("alert")).to_contain_text("closed")

    for _ in range(4):
        cleo.tap("penalty")
    expect(ada.by("prompt")).to_contain_text("The game ends.")
    cleo.tap("undo")
    expect(ada.by("prompt")).not_to_contain_text("The game ends.")
    cleo.tap("penalty")
    cross(boris, "y5")
    boris.by("cell-y6").click()
    expect(boris.page.get_by_role("alert")).to_contain_text("over")
    for visitor in (ada, boris):
        expect(visitor.by("prompt")).to_contain_text("The game ends.")
        visitor.tap("done")
    ada.page.reload()  # back in the right place
    expect(ada.by("prompt")).to_have_text("Waiting for Cleo and Dana")
    ada.tap("count")
    for visitor in people.values():
        expect(visitor.by("scores").locator("tbody tr").first).to_contain_text("29")
        # Four cards have no room for words: the place is a number.
        signs = [visitor.by(f"player-{seat}").locator(".sign") for seat in (1, 2, 3, 4)]
        assert [sign.inner_text() for sign in signs] == ["2.", "1.", "4.", "3."]
