"""Whole games, from the first tap to the last, against the real server."""

import pytest
from playwright.sync_api import expect

from rowlock.rules import Record
from tests.page.conftest import Visit
from tests.page.playing import Pusher, finish, in_turns, last_view, push, qwixx_step
from tests.page.visitor import DESK, PHONE, Visitor
from tests.server.serving import Address, Opened


def table_of(site: Address, visitor: Visitor) -> Opened:
    """The table that a visitor sits at, as the tests may look at it."""
    visitor.page.wait_for_url("**/t/*")
    return Opened(site, visitor.page.url.rpartition("/")[2], {})


def joins(visitor: Visitor, table: Opened, name: str) -> Visitor:
    visitor.open(f"/t/{table.id}")
    visitor.by("name").fill(name)
    visitor.tap("sit")
    return visitor


@pytest.mark.long
def test_qwixx_of_three(visit: Visit, site: Address) -> None:
    """One here, one in another browser by link, and one bot."""
    ada, boris = (visit(size=size, service_workers="allow") for size in (PHONE, DESK))
    ada.open("/")
    ada.tap("play-qwixx")
    ada.tap("who-friends")
    ada.by("name").fill("Ada")
    ada.tap("play")
    table = table_of(site, ada)
    expect(ada.by("seat-1")).to_contain_text("You")
    joins(boris, table, "Boris")
    expect(ada.by("seat-2")).to_contain_text("Boris")
    ada.tap("fill")
    in_turns([ada, boris], qwixx_step)
    finish([ada, boris])

    view = table.view()
    ended = Record.parse(table.record()).last_state.outcome
    assert ended is not None
    assert list(ended.scores) == view["outcome"]["scores"]
    for visitor in (ada, boris):
        totals = visitor.by("scores").locator("tbody td:last-child").all_inner_texts()
        numbers = [int(total.replace("−", "-")) for total in totals]
        assert numbers == sorted(view["outcome"]["scores"], reverse=True)


def test_quixo_against_a_bot(visit: Visit, site: Address) -> None:
    ada = visit()
    ada.open("/")
    for step in ("play-quixo", "play"):  # with "who plays" as it is, two taps are enough
        ada.tap(step)
    table = table_of(site, ada)
    expect(ada.by("prompt")).to_be_visible()
    [seat] = last_view(ada)["you"]  # crosses or noughts, by chance
    in_turns([ada], Pusher(table, clever=[seat]))
    finish([ada])
    outcome = table.view()["outcome"]
    title = ada.by("result").locator("h1")
    bot = {1: "Pip", 2: "Max"}[3 - seat]
    titles = {(1, 2): "You have won!", (2, 1): f"The winner is {bot}!", (1, 1): "A draw!"}
    expect(title).to_have_text(titles[outcome["places"][seat - 1], outcome["places"][2 - seat]])
    won = ada.page.locator(".cube.won")
    assert {cube.get_attribute("data-square") for cube in won.all()} == {
        square for line in outcome["lines"] for square in line
    }


def test_teams_with_four_browsers(visit: Visit, site: Address) -> None:
    north = visit()
    north.open("/play/quixo4")
    north.tap("who-friends")
    north.tap("play")
    table = table_of(site, north)
    others = [
        joins(visit(size=size), table, name) for name, size in (("Ost", DESK), ("Sud", PHONE), ("West", DESK))
    ]
    everybody = [north, *others]
    in_turns(everybody, Pusher(table, clever=[1, 3]))
    finish(everybody)
    assert table.view()["outcome"]["places"] == [1, 3, 1, 3]
    for visitor in everybody:
        expect(visitor.page.locator(".cube.won")).not_to_have_count(0)


def test_everybody_sits_at_the_bottom_in_teams(visit: Visit, site: Address) -> None:
    """The board is turned, and so are the arrows: what points at me points down."""
    table = site.open("quixo4", [{"kind": "human", "name": name} for name in "NESW"])
    visitors = [visit().open_table(table, seat) for seat in (1, 2, 3, 4)]
    push(visitors[0], "a1a5n")
    for seat, visitor in enumerate(visitors, start=1):
        cube = visitor.by("cube-a5")
        arrow = cube.locator("g")
        quarters = {1: 2, 2: 1, 3: 0, 4: 3}[seat]
        expect(arrow).to_have_attribute("transform", f"rotate({quarters % 4 * 90} 20 20)")
        where = {1: ("max", "max"), 2: ("max", "min"), 3: ("min", "min"), 4: ("min", "max")}[seat]
        assert corner_of(visitor, "a5") == where


def corner_of(visitor: Visitor, square: str) -> tuple[str, str]:
    board, cube = visitor.by("board").bounding_box(), visitor.by(f"cube-{square}").bounding_box()
    assert board
    assert cube
    right = cube["x"] + cube["width"] / 2 > board["x"] + board["width"] / 2
    low = cube["y"] + cube["height"] / 2 > board["y"] + board["height"] / 2
    return ("max" if right else "min", "max" if low else "min")
