"""What players ask of each other, of themselves and of the page: draws, takebacks, sound, a picture of the result."""

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.playing import push
from tests.page.test_ways import played_out
from tests.page.visitor import Visitor
from tests.server.serving import Address

LISTEN = "window.heard = 0; window.AudioContext = class extends AudioContext { constructor() { super(); heard += 1 } }"


def wish(visitor: Visitor, name: str) -> None:
    """One of the things in the menu of the table."""
    visitor.tap("menu")
    visitor.page.get_by_role("dialog").get_by_role("button", name=name).click()


def answer(visitor: Visitor, name: str) -> None:
    visitor.page.get_by_role("button", name=name, exact=True).click()


def test_a_draw_is_declined_and_then_agreed(visit: Visit, site: Address) -> None:
    table = site.open("quixo")
    ada, boris = visit().open_table(table, 1), visit().open_table(table, 2)
    wish(ada, "Offer a draw")
    expect(ada.page.get_by_text("You have offered a draw.")).to_be_visible()
    expect(boris.page.get_by_text("Ada offers a draw.")).to_be_visible()
    answer(boris, "No")
    expect(ada.page.get_by_role("alert")).to_contain_text("No draw: the game goes on.")
    wish(ada, "Offer a draw")
    answer(boris, "Accept")
    for visitor in (ada, boris):
        expect(visitor.by("result").locator("h1")).to_have_text("A draw!")


def test_a_move_is_taken_back_by_consent(visit: Visit, site: Address) -> None:
    table = site.open("quixo")
    ada, boris = visit().open_table(table, 1), visit().open_table(table, 2)
    push(ada, "a1a5")
    expect(boris.by("cube-a5")).to_have_attribute("aria-label", "a5, cross")
    for reply, cube in (("No", "a5, cross"), ("Yes", "a5, blank")):
        wish(ada, "Take my last move back")
        expect(boris.page.get_by_text("Ada would like to take the last move back.")).to_be_visible()
        answer(boris, reply)
        expect(boris.by("cube-a5")).to_have_attribute("aria-label", re.compile(f"^{cube}"))
        expect(boris.page.get_by_text("Ada would like")).to_have_count(0)
    expect(ada.by("cube-a5")).to_have_attribute("aria-label", "a5, blank, can be taken")


def test_a_decision_that_is_only_half_made_is_made_again_after_a_reload(visit: Visit, site: Address) -> None:
    table = site.open("qwixx", dice="real")
    table.play(1, "431256")
    ada = visit().open_table(table, 1)
    cell = ada.sheet.get_by_test_id("cell-r7")
    cell.click()
    expect(cell).to_have_attribute("aria-pressed", "true")
    ada.page.reload()
    expect(cell).to_have_attribute("aria-pressed", "false")
    expect(ada.by("cross")).to_be_disabled()
    cell.click()
    ada.tap("cross")
    expect(ada.by("change-mind")).to_be_visible()
    ada.tap("change-mind")
    expect(ada.by("pass")).to_be_visible()


def test_sound_is_there_until_it_is_not_wanted(visit: Visit, site: Address) -> None:
    table = site.open("quixo")
    ada = visit()
    ada.context.add_init_script(LISTEN)
    ada.open_table(table, 1, 2)
    ada.page.mouse.click(2, 2)
    # What plays noises is there before the first one is due: to make it takes a slow phone long.
    ada.page.wait_for_function("() => heard === 1")
    push(ada, "a1a5")
    expect(ada.by("prompt")).to_contain_text("Boris")
    ada.tap("settings")
    ada.page.get_by_role("radio", name="Off").check(force=True)
    ada.page.keyboard.press("Escape")
    push(ada, "e1e5")
    expect(ada.by("prompt")).to_contain_text("Ada")
    assert ada.page.evaluate("() => heard") == 1


def test_the_result_as_a_picture(visit: Visit, site: Address, tmp_path: Path) -> None:
    """A square, and below it a strip with the link to the replay."""
    ada = visit().open_table(played_out(site.open("quixo", size=3)), 1)
    with ada.page.expect_download() as download:
        ada.page.get_by_role("button", name="Share a picture").click()
    picture = tmp_path / "result.png"
    download.value.save_as(picture)
    data = picture.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert [int.from_bytes(data[at : at + 4], "big") for at in (16, 20)] == [1080, 1080 + 290]
    expect(ada.page.get_by_role("alert")).to_contain_text("The picture is saved.")
