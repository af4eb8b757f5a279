"""Who is at the table: somebody leaves, loses the line, comes back, or only watches."""

import json
from typing import Any

from playwright.sync_api import WebSocketRoute, expect

from tests.page.conftest import Visit
from tests.page.playing import last_view, push, until
from tests.page.visitor import DESK, Visitor
from tests.server.serving import Address, Opened

THREE = [{"kind": "human", "name": name} for name in ("Ada", "Boris", "Cleo")]
DECIDING = ("roll", "pass", "cross", "penalty")


def leave(visitor: Visitor) -> None:
    visitor.tap("menu")
    for _ in ("chosen", "sure"):
        visitor.page.get_by_role("dialog").get_by_role("button", name="Leave the table").click()


def test_left_is_not_away(visit: Visit, site: Address) -> None:
    """Who leaves is taken home; the others are told, and may let a bot play at once."""
    table = site.open("qwixx", THREE, dice="real", first=3)
    ada, boris, cleo = (visit().open_table(table, seat) for seat in (1, 2, 3))
    leave(cleo)
    expect(cleo.page).to_have_url(f"{cleo.origin}/")
    expect(cleo.page.get_by_role("alert")).to_contain_text("Your seat stays yours")
    for visitor in (ada, boris):
        expect(visitor.by("left")).to_contain_text("Cleo has left the table.")
        expect(visitor.by("player-3")).to_contain_text("has left")
    boris.by("left").get_by_role("button", name="Wait").click()
    expect(boris.by("left")).to_have_count(0)
    cleo.open(f"/t/{table.id}")
    expect(cleo.page.get_by_text("You have left this table.")).to_be_visible()
    for button in DECIDING:
        expect(cleo.by(button)).to_have_count(0)
    ada.by("left").get_by_role("button", name="Let a bot play").click()
    for visitor in (ada, boris):
        expect(visitor.by("player-3")).to_contain_text("a bot plays")
    expect(ada.by("left")).to_have_count(0)
    cleo.page.get_by_role("button", name="Take my seat back").click()
    expect(cleo.by("roll")).to_be_visible()
    expect(ada.by("player-3")).to_contain_text("rolling")


def test_a_line_that_is_cut_without_a_word(visit: Visit, site: Address) -> None:
    """Nothing comes back, and no error either: what is decided is kept, and goes out over a new line."""
    table = site.open("quixo")
    ada = visit()
    cut = False

    def between(page: WebSocketRoute) -> None:
        server = page.connect_to_server()
        page.on_message(lambda message: None if cut else server.send(message))
        server.on_message(lambda message: None if cut else page.send(message))

    ada.page.route_web_socket("**/live", between)
    ada.open_table(table, 1)
    expect(ada.page.locator(".cube.can").first).to_be_visible()
    cut = True
    push(ada, "a1a5")
    expect(ada.page.locator(".away")).to_contain_text("nothing is lost")
    expect(ada.by("prompt")).to_have_text("Your move is kept. It goes out as soon as the connection is back.")
    assert table.view()["plies"] == 0
    cut = False
    expect(ada.page.locator(".away")).to_have_count(0)
    until(ada, lambda: table.view()["plies"] == 1)


def hours_later(visitor: Visitor, table: Opened, view: Any) -> Visitor:
    """A browser that saw the table so, hours ago."""
    seen = view | {"now": view["now"] - 7_200_000}
    visitor.remember(f"rowlock.last.{table.id}", json.dumps(seen))
    return visitor.open_table(table, 1)


def test_who_comes_back_finds_an_account(visit: Visit, site: Address) -> None:
    table = site.open("quixo")
    table.play(1, "a1a5")
    before = table.view(1)
    table.do(2, "say", phrase="hello")
    table.play(2, "e1e5")
    ada = hours_later(visit(), table, before)
    expect(ada.by("account").get_by_role("listitem")).to_have_text(
        ["Message. Boris: “Hello!”", "Boris: a cube from e1 to e5."]
    )
    ada.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(ada.by("account")).to_have_count(0)
    push(ada, "b1b5")  # and the table is as it is now
    until(ada, lambda: table.view()["plies"] == 3)
    ada.tap("happened")
    expect(ada.by("log").get_by_role("listitem").nth(1)).to_have_text("Boris: a cube from e1 to e5.")


def test_an_account_of_many_things_is_short(visit: Visit, site: Address) -> None:
    table = site.open("qwixx", THREE, dice="real")
    before = table.view(1)
    for _ in range(2):
        table.play(table.view()["active"], "431111")
        while (view := table.view())["phase"] != "roll":
            table.play(view["awaiting"][0], "pass")
    ada = hours_later(visit("ar"), table, before)
    expect(ada.by("account").get_by_role("listitem")).to_have_count(7)
    expect(ada.page.get_by_role("dialog")).to_contain_text("في غيابكم")


def test_watching(visit: Visit, site: Address) -> None:
    table = site.open("qwixx", THREE, dice="real")
    ada, eve = visit().open_table(table, 1), visit().open_table(table)
    expect(eve.by("prompt")).to_have_text("You are watching. Waiting for Ada")
    expect(ada.by("watchers")).to_have_text("1")
    expect(ada.by("watchers")).to_have_attribute("aria-label", "One person is watching")
    heading = eve.page.locator(".main .pad h2")
    eve.by("follow").select_option("Cleo")
    expect(heading).to_have_text("Cleo")
    table.play(1, "431111")
    for seat, cell in enumerate(("r7", "y7", "g7"), 1):
        table.play(seat, cell)
    expect(eve.by("line")).to_contain_text("Cleo")
    expect(eve.sheet.get_by_test_id("cell-g7")).to_have_attribute("aria-label", "green 7, crossed out")
    expect(heading).to_have_text("Cleo")
    eve.page.set_viewport_size(DESK)
    eve.by("follow").select_option("All of them")
    expect(eve.page.locator("aside .pad")).to_have_count(2)


def test_spectators_come_along_to_the_rematch(visit: Visit, site: Address) -> None:
    table = site.open("quixo")
    ada, boris, eve = visit().open_table(table, 1), visit().open_table(table, 2), visit().open_table(table)
    expect(eve.by("prompt")).to_contain_text("You are watching.")
    table.do(1, "resign")
    for visitor in (ada, boris):
        visitor.tap("rematch")
    for visitor in (ada, boris, eve):
        expect(visitor.page).not_to_have_url(f"{eve.origin}/t/{table.id}")
        expect(visitor.by("board")).to_be_visible()
    until(eve, lambda: bool(last_view(eve)["previous"] == table.id))
    expect(eve.by("prompt")).to_contain_text("You are watching.")
    expect(ada.by("watchers")).to_have_text("1")
