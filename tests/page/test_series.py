"""A club's evening in browsers of three people: one link, a table for two of them, a pause for the third, and back."""

from __future__ import annotations

import json

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.visitor import Visitor
from tests.server.serving import Address
from tests.server.test_series import Evening, play


def resign(visitor: Visitor, site: Address) -> None:
    """Gives up the game at the table that is shown."""
    table = visitor.page.url.rpartition("/")[2]
    [evening] = json.loads(visitor.page.evaluate("localStorage.getItem('rowlock.evenings')"))
    body = {"command": {"type": "resign"}}
    site.post(f"/tables/{table}/commands", body, evening["token"])


def test_who_is_done_first_with_the_same_dice(visit: Visit, site: Address) -> None:
    """Their rolls are shown to them again as soon as nobody plays with them any more."""
    evening = Evening(site, 4, size=2, duplicate=True)
    evening.begin(1)
    one, other = evening.tables(1)
    play(one)
    ada = visit()
    mine = {"id": one.id, "game": "qwixx", "seats": [{"seat": 1, "token": one.tokens[1]}], "at": 1}
    ada.remember("rowlock.games", json.dumps([mine]))
    ada.open(f"/t/{one.id}")
    expect(ada.by("result")).to_be_visible()
    expect(ada.by("course")).to_have_count(0)
    play(other)
    evening.view()  # whoever looks takes the results
    expect(ada.by("course")).to_be_visible()

    # Anybody can check that all had the same dice, and that these are the ones which were sealed.
    ada.open(f"/s/{evening.path.rpartition('/')[2]}")
    ada.page.get_by_text("The dice of this round").click()
    expect(ada.by("seal")).to_have_text(evening.view()["rounds"][0]["commitment"])
    ada.tap("check-round")
    expect(ada.by("round-checked")).to_contain_text("all tables had the same dice")
    record = other.record().replace("[DiceSecret", "[Secret")
    ada.page.route(f"**/{other.id}/record", lambda route: route.fulfill(body=record))
    ada.tap("check-round")
    expect(ada.by("round-checked")).to_contain_text("the dice don't fit from roll 1 on")


def test_an_evening_of_three(visit: Visit, site: Address) -> None:
    ada, boris, cleo = (visit() for _ in range(3))
    ada.open("/")
    ada.tap("series")
    ada.by("series-name").fill("Tuesday")
    ada.page.get_by_role("radio", name="2", exact=True).last.check()  # rounds
    ada.tap("open-series")
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Tuesday")
    expect(ada.by("begin-series")).to_be_disabled()
    link = ada.by("series-link").inner_text()
    for visitor, name in ((ada, "Ada"), (boris, "Boris"), (cleo, "Cleo")):
        if visitor is not ada:
            visitor.open(link)
        visitor.by("name").fill(name)
        visitor.tap("join-series")
        expect(visitor.by("people")).to_contain_text(name)
    expect(boris.by("prompt")).to_have_text("It begins soon. Your table will be shown here.")
    ada.tap("begin-series")

    # The last one pauses first; the others are led to their table and back.
    expect(cleo.by("prompt")).to_have_text("You pause in this round, and get a point.")
    for visitor in (ada, boris):
        expect(visitor.by("prompt")).to_have_text("Your table is ready.")
        visitor.tap("to-table")
        expect(visitor.by("opponent").or_(visitor.page.locator(".players"))).to_be_visible()
    resign(boris, site)
    for visitor in (ada, boris):
        visitor.tap("to-series")
        expect(visitor.by("standings")).to_contain_text("Boris")
    expect(cleo.by("prompt")).to_have_text("All tables are done. The next round begins soon.")
    rows = cleo.by("standings").locator("tbody tr")
    expect(rows).to_have_count(3)
    expect(rows.last).to_contain_text("Boris")

    # Somebody has to go, and a round that is not finished is called off.
    cleo.page.get_by_text("3 people are there").click()
    cleo.tap("leave-series")
    cleo.tap("series-sure")
    expect(cleo.page.get_by_text("2 people are there")).to_be_visible()
    expect(cleo.by("prompt")).to_have_text("You have left the evening.")
    cleo.tap("come-back")
    expect(ada.page.get_by_text("3 people are there")).to_be_visible()
    cleo.tap("leave-series")
    cleo.tap("series-sure")
    expect(ada.page.get_by_text("2 people are there")).to_be_visible()
    ada.tap("next-round")
    expect(boris.by("to-table")).to_be_visible()
    expect(ada.by("to-table")).to_be_visible()
    ada.page.get_by_text("2 people are there").click()
    ada.tap("end-early")
    ada.tap("series-sure")
    for visitor in (ada, boris, cleo):
        expect(visitor.by("series-won")).to_have_text("The winner is Ada!")
    boris.open("/")
    expect(boris.by("evenings")).to_contain_text("Tuesday")
