"""Decisions for the next white sum, made while somebody far away has still to roll."""

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.playing import until
from tests.server.serving import Address


def test_if_it_comes_to_it(visit: Visit, site: Address) -> None:
    table = site.open("qwixx", auto_pass=False)
    boris = visit().open_table(table, 2)
    boris.tap("ahead")
    expect(boris.by("prompt")).to_contain_text("if the white dice make it")
    for number in range(2, 13):
        boris.tap(f"cell-{'g' if number == 12 else 'r' if number < 12 else 'y'}{number}")
    boris.tap("cell-y7")  # another colour for the same number
    expect(boris.by("cell-r7")).to_have_attribute("aria-pressed", "false")
    expect(boris.by("cell-y7")).to_have_accessible_name("yellow 7, decided ahead")
    boris.tap("cell-r11")
    boris.page.keyboard.press("a")
    expect(boris.by("prompt")).to_contain_text("Waiting")
    expect(boris.by("ahead")).to_have_text("Decided ahead")
    told = table.view(2)["ahead"]["2"]
    assert {"y7", "r2", "g12"} <= set(told)
    assert not {"r7", "r11"} & set(told)
    boris.page.keyboard.press("a")
    boris.tap("cell-r11")
    boris.tap("ahead-pass")
    boris.tap("ahead-done")
    until(boris, lambda: "pass" in table.view(2)["ahead"]["2"])
    table.play(1, "roll")
    sealed = table.view(2)["sealed"]["2"]
    assert sealed in told or sealed == "r11"
    expect(boris.by("ahead")).to_have_count(0)
    expect(boris.by("change-mind")).to_be_visible()
    expect(boris.by(f"cell-{sealed}")).to_have_accessible_name(f"{NAMES[sealed[0]]} {sealed[1:]}, chosen")
    assert table.view()["awaiting"] == [1]
    said = boris.by("line")
    expect(said).to_contain_text("As you decided ahead")
    boris.tap("change-mind")
    expect(boris.by("pass")).to_be_enabled()
    expect(said).to_contain_text("The white dice make")


NAMES = {"r": "red", "y": "yellow", "g": "green", "b": "blue"}
