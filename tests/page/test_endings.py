"""How games end: shared places, points below zero, and dice that anybody can check."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from rowlock.rules import Record
from rowlock.table.dice import verify
from tests.page.conftest import Visit
from tests.page.playing import until
from tests.page.screens import decide
from tests.server.serving import Address, Opened


@pytest.fixture
def shared(site: Address) -> Opened:
    """Ada has 6 points and four penalties, Boris 1 point and three: both end with −14."""
    table = site.open("qwixx", dice="real")
    plan = {1: (2, "r2"), 2: (1, "r2"), 4: (1, "r3"), 6: (1, "r4")}
    """For some turns: who crosses what, never the active player."""
    whites = {1: "11", 2: "11", 4: "12", 6: "13"}
    turn = 0
    while (view := table.view())["status"] == "playing":
        if view["phase"] == "roll":
            turn += 1
            table.play(view["active"], whites.get(turn, "11") + "6666")
            continue
        seat = view["awaiting"][0]
        crosses = view["phase"] == "white" and plan.get(turn, (0, ""))[0] == seat
        table.play(seat, plan[turn][1] if crosses else "pass")
    assert view["outcome"]["scores"] == [-14, -14]
    return table


@pytest.mark.parametrize(
    "language, title",
    [
        ("en", "Shared first place: You and Boris!"),
        ("ru", "Первое место делят: Вы и Boris!"),
        ("uk", "Перше місце ділять: Ви і Boris!"),
        ("bg", "Първото място си поделят: Вие и Boris!"),
        ("he", "חולקים את המקום הראשון: אתם וBoris!"),
        ("ar", "المركز الأول مشترك: أنتم وBoris!"),
    ],
)
def test_shared_first_place(visit: Visit, shared: Opened, language: str, title: str) -> None:
    ada = visit(language).open_table(shared, 1)
    shown = ada.by("result").locator("h1").inner_text()
    assert re.sub("[\u2066-\u2069]", "", shown).replace("-", "") == title
    totals = ada.by("scores").locator("tbody td:last-child")
    expect(totals).to_have_text(["−14", "−14"])
    assert "-14" not in ada.page.locator("main").inner_text()


def test_everybody_can_check_the_dice(visit: Visit, site: Address) -> None:
    table = site.open("qwixx")
    ada, boris = visit().open_table(table, 1), visit().open_table(table, 2)
    until(ada, lambda: len(table.view()["dice"]["salts"]) == 2)  # each browser throws in its own number
    fair = ada.by("fair")
    expect(fair.get_by_test_id("commitment")).to_be_hidden()
    fair.locator("summary").click()
    expect(fair.get_by_test_id("commitment")).to_have_text(table.view()["dice"]["commitment"])
    expect(fair).to_contain_text("When the game is over, the envelope is opened.")
    for salt in table.view()["dice"]["salts"]:
        expect(fair).to_contain_text(salt.split()[-1])
    expect(fair.get_by_test_id("secret")).to_have_count(0)

    while (view := table.view())["status"] == "playing":
        if view["phase"] == "roll":
            table.play(view["active"], "roll")
        else:
            decide(table, view["awaiting"])
    expect(fair.get_by_test_id("secret")).to_have_text(view["dice"]["secret"])
    ada.tap("check-dice")
    rolls = verify(Record.parse(table.record()))
    expect(ada.by("checked")).to_have_text(f"Checked: the seal fits, and all {rolls} rolls are right.")
    with ada.patience():
        ada.context.set_offline(True)
        ada.tap("check-dice")
        expect(ada.page.get_by_role("alert")).to_have_text(re.compile("There is no connection just now"))
        ada.tap("rematch")  # it is kept, and will be said
        expect(ada.by("rematch")).to_have_text(re.compile("Waiting"))
        ada.context.set_offline(False)
    with ada.page.expect_download() as saved:
        ada.by("fair").get_by_role("button", name="Save the game as text").click()
    assert Path(saved.value.path()).read_text() == table.record()
    boris.page.route(
        "**/record", lambda route: route.fulfill(body=re.sub(r"(?m)^2\. \S", "2. 0", table.record()))
    )
    boris.by("fair").locator("summary").click()
    boris.tap("check-dice")
    expect(boris.by("checked")).not_to_have_text(re.compile("all .* right"))


def test_real_dice_need_no_proof(visit: Visit, shared: Opened) -> None:
    ada = visit().open_table(shared, 1)
    expect(ada.by("result")).to_be_visible()
    expect(ada.by("fair")).to_have_count(0)
