"""Rated tables: a key in the browser says who one is, and nothing else is asked."""

import re

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.playing import until
from tests.page.visitor import Visitor
from tests.server.serving import Address

KEPT = "localStorage.getItem('rowlock.key')"
NEW = "1000 ± 653"
"""Of whom nothing is known: 25 and three times 25/9 on the scale of OpenSkill, forty times as large."""


def invite(visitor: Visitor) -> str:
    """Opens a rated table by hand; its link."""
    visitor.open("/play/quixo")
    visitor.tap("who-friends")
    visitor.by("name").fill("Ada")
    visitor.page.get_by_text("More options").click()
    visitor.by("rated").check()
    visitor.tap("play")
    expect(visitor.by("table-ratings")).to_contain_text(NEW)
    return visitor.page.url


def resign(visitor: Visitor) -> None:
    visitor.tap("menu")
    for _ in ("chosen", "sure"):
        visitor.page.get_by_role("dialog").get_by_role("button", name="Give up").click()


def test_a_rated_table(visit: Visit) -> None:
    ada, boris = visit(), visit()
    link = invite(ada)
    boris.open(link)
    expect(boris.by("table-ratings")).to_contain_text("A rated table")
    boris.by("name").fill("Boris")
    boris.tap("sit")
    expect(boris.by("board")).to_be_visible()
    key = ada.page.evaluate(KEPT)
    assert re.fullmatch("[0-9a-f]{32}", key)
    assert boris.page.evaluate(KEPT) not in (key, None)
    resign(boris)
    for visitor in (ada, boris):
        lines = visitor.by("result").get_by_test_id("table-ratings").get_by_role("listitem")
        expect(lines.filter(has_text=re.compile("1[1-9][0-9]{2} ±"))).to_have_count(1)
        expect(lines.filter(has_text=re.compile("[6-9][0-9]{2} ±"))).to_have_count(1)

    # The key stays, and finds the way back to oneself in the list.
    ada.open("/")
    ada.page.get_by_role("link", name="Ratings").click()
    ada.page.get_by_role("radio", name="Quixo", exact=True).check()
    mine = ada.by("ratings").locator(".mine")
    expect(mine).to_contain_text("Ada")
    expect(mine).to_contain_text("1 game")
    assert ada.page.evaluate(KEPT) == key
    ada.page.get_by_role("button", name="Forget my ratings").click()
    expect(ada.page.get_by_role("alert")).to_contain_text("Your ratings are forgotten.")
    expect(mine).to_have_count(0)
    expect(ada.by("ratings")).to_contain_text("Boris")
    assert ada.page.evaluate(KEPT) is None


def test_what_does_not_count(visit: Visit, site: Address) -> None:
    """With somebody who shows no key nothing changes, and the page says so."""
    ada = visit()
    path = "/tables/" + invite(ada).rpartition("/")[2]
    token = site.post(f"{path}/seats/2", {"name": "Cleo"})["token"]
    expect(ada.by("board")).to_be_visible()
    site.post(f"{path}/commands", {"command": {"type": "resign"}}, token)
    ratings = ada.by("result").get_by_test_id("table-ratings")
    expect(ratings).to_contain_text("This game is not rated: not everybody here is known by a key.")
    expect(ratings.get_by_role("listitem")).to_have_text(re.compile(NEW))
    until(ada, lambda: site.get(path)["status"] == "over")
    assert "Cleo" not in str(site.get("/ratings/quixo"))
