"""Two or more people with one device between them."""

from playwright.sync_api import Locator, expect

from tests.page.conftest import Visit
from tests.page.playing import in_turns, last_view, qwixx_step, until
from tests.page.visitor import Visitor
from tests.server.serving import Address, Opened


def turned(table: Opened, white: str = "341234") -> Opened:
    """With a white 7 on the table, about which all have to decide."""
    table.play(1, white)
    return table


def crossed(family: Visitor, sheet: Locator, cell: str) -> None:
    expect(family.page.locator(".actions[aria-disabled=false]")).to_be_visible()
    sheet.get_by_test_id(f"cell-{cell}").click()
    family.tap("cross")


def test_by_default_all_look_at_one_screen(visit: Visit) -> None:
    """In four turns of two people nobody is asked to hand the device over."""
    family = visit().open("/play/qwixx")
    family.tap("who-here")
    family.page.get_by_label("2", exact=True).check()
    family.tap("play")

    def step(visitor: Visitor, way: str) -> None:
        assert way != "take-device"
        qwixx_step(visitor, way)

    in_turns([family], step, most=16)
    assert last_view(family)["options"]["open_decisions"]


def test_with_sealed_decisions_the_device_comes_back(visit: Visit, site: Address) -> None:
    table = turned(site.open("qwixx", dice="real"))
    family = visit().open_table(table, 1, 2)
    family.tap("pass")
    family.page.get_by_role("button", name="I am Boris").click()
    family.tap("pass")
    expect(family.page.get_by_text("Now for the coloured ones.")).to_be_visible()
    expect(family.sheet).to_have_count(0)
    family.page.get_by_role("button", name="I am Ada").click()
    expect(family.by("prompt")).to_contain_text("Ada: One white")


def test_the_far_sheet_is_turned_for_who_sits_there(visit: Visit, site: Address) -> None:
    table = turned(site.open("qwixx", dice="real", open_decisions=True))
    family = visit().open_table(table, 1, 2)
    family.tap("opposite")
    near, far = family.page.locator(".pad:not(.far)"), family.page.locator(".pad.far")
    expect(near).to_contain_text("Ada")
    expect(far).to_contain_text("Boris")
    number = far.get_by_test_id("cell-r2").bounding_box()
    lock = far.get_by_test_id("cell-r12").bounding_box()
    assert number
    assert lock
    assert number["x"] > lock["x"]
    expect(near.locator(".cell.may")).to_have_count(4)
    expect(far.locator(".cell.may")).to_have_count(0)
    crossed(family, near, "r7")
    expect(far.locator(".cell.may")).to_have_count(4)
    crossed(family, far, "y7")
    until(family, lambda: last_view(family)["phase"] != "white")
    sheets = last_view(family)["position"].split(" ")[1:3]
    assert sheets == ["7/-/-/-/0", "-/7/-/-/0"]
    family.page.reload()
    expect(far).to_be_visible()
    family.tap("opposite")
    expect(far).to_have_count(0)
