"""My games on the first screen, and playing once more."""

import json
import time

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.visitor import Visitor
from tests.server.serving import Address, Opened


def home(visitor: Visitor, *tables: tuple[Opened, tuple[int, ...]]) -> Visitor:
    """The first screen of somebody who holds these seats."""
    games = [
        {
            "id": table.id,
            "game": table.view()["game"],
            "seats": [{"seat": seat, "token": table.tokens[seat]} for seat in seats],
            "at": int(time.time() * 1000),
        }
        for table, seats in tables
    ]
    visitor.remember("rowlock.games", json.dumps(games))
    return visitor.open("/")


def test_what_goes_on_stands_first_for_any_seat_of_the_device(visit: Visit, site: Address) -> None:
    table = site.open("quixo")
    table.play(1, "a1a5")  # now it is the turn of the second seat
    family = home(visit(), (table, (1, 2)))
    card = family.by("go-on").locator("li")
    expect(card).to_contain_text("It is your turn!")
    assert family.page.locator("main > *").first.get_attribute("data-testid") == "go-on"
    card.get_by_role("link").click()
    expect(family.page).to_have_url(f"{family.origin}/t/{table.id}")


def test_a_game_of_days_says_how_much_is_left(visit: Visit, site: Address) -> None:
    table = site.open("quixo", clock={"per_move": 3 * 86_400})
    for language, seat, left in (("en", 1, "2d 23h left"), ("ru", 2, "осталось 2 д. 23 ч")):
        card = home(visit(language), (table, (seat,))).by("go-on").locator("li")
        expect(card.get_by_test_id("left")).to_have_text(left)


def test_points_names_and_putting_aside(visit: Visit, site: Address) -> None:
    table = site.open("qwixx", dice="real")
    ada = home(visit(), (table, (1,)))
    card = ada.by("go-on").locator("li")
    expect(card).to_contain_text("0 : 0 against Boris")
    card.get_by_role("button", name="Put aside").click()
    expect(ada.by("go-on")).to_have_count(0)
    ada.page.reload()
    expect(ada.by("aside")).to_contain_text("(1)")
    expect(ada.by("go-on")).to_have_count(0)
    ada.by("aside").locator("summary").click()
    ada.by("aside").get_by_role("link").click()
    expect(ada.by("bar")).to_be_visible()
    ada.open("/")
    expect(ada.by("go-on").locator("li")).to_have_count(1)


def test_a_game_that_is_over_says_how_it_ended_and_once_more_keeps_the_score(
    visit: Visit, site: Address
) -> None:
    """Boris has gone away without a word: he finds his seat at the next table."""
    table = site.open("quixo", first=1)
    table.do(2, "resign")
    ada = home(visit(), (table, (1,)))
    expect(ada.by("my-games")).to_contain_text("You have won!")
    expect(ada.by("my-games")).to_contain_text("against Boris")
    ada.by("my-games").get_by_role("link").click()
    ada.tap("rematch")
    begin = ada.page.get_by_role("button", name="Begin; Boris may come later")
    while ada.page.url.endswith(table.id):
        if begin.count():
            begin.click()
        ada.page.wait_for_timeout(500)
    following = ada.page.url.rsplit("/", 1)[1]
    boris = visit().open_table(table, 2)
    boris.page.get_by_role("link", name="The next game is here").click()
    expect(boris.page).to_have_url(f"{boris.origin}/t/{following}")
    again = Opened(site, following, table.tokens)
    again.do(1, "resign")
    for visitor in (ada, boris):
        expect(visitor.by("so-far")).to_contain_text("1 : 1")
