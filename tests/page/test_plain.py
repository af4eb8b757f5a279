"""A game that the page was not built for has the plain table: everybody's card, its position as text, its moves."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.page.conftest import Visit, visiting
from tests.page.playing import until
from tests.page.site import Site
from tests.server.serving import Address

OUTSIDE = Path(__file__).parents[1] / "outside"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Address]:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPATH", str(OUTSIDE))
        site = Site(tmp_path_factory.mktemp("site"))
    yield site.address
    site.close()


@pytest.fixture
def visit(browser: Browser, address: Address) -> Iterator[Visit]:
    with visiting(browser, address) as make:
        yield make


def test_a_game_of_pig(visit: Visit, address: Address) -> None:
    ada = visit()
    ada.open("/")
    expect(ada.page.get_by_role("heading", name="Pig", exact=True)).to_be_visible()
    expect(ada.page.get_by_role("heading", name="Noughts", exact=True)).to_be_visible()
    ada.tap("play-pig")
    ada.by("name").fill("Ada")
    ada.page.locator("summary").click()
    ada.page.get_by_role("group", name="goal").get_by_label("20", exact=True).check()
    ada.page.get_by_role("group", name="How many players?").get_by_label("2", exact=True).check()
    ada.tap("play")
    ada.page.wait_for_url(re.compile("/t/"))
    table = address.get(f"/tables/{ada.page.url.rpartition('/')[2]}")
    assert (table["options"]["goal"], len(table["seats"])) == (20, 2)
    expect(ada.by("position")).to_have_text(re.compile(r"^pig 20 "))
    while not ada.by("result").is_visible():
        hold, roll = ada.by("move-hold"), ada.by("move-roll")
        expect(hold.or_(roll).or_(ada.by("result"))).to_be_visible()
        if hold.is_visible():
            expect(ada.by("move-roll-on")).to_be_visible()
            hold.click()
        elif roll.is_visible():
            roll.click()
    expect(ada.by("result")).to_contain_text("The game is over (goal-reached).")
    expect(ada.by("review")).to_have_count(0)  # nobody knows what the moves of Pig are worth
    assert address.refused(f"/tables/{table['id']}/review", None, method="GET") == (422, "no-review")
    holding = re.compile(r"^(Ada|Max) plays hold\.$")
    expect(ada.page.locator("main").get_by_text(holding)).to_be_visible()


def test_real_dice(visit: Visit, address: Address) -> None:
    table = address.open("pig", dice="real")
    ada = visit().open_table(table, 1)
    ada.by("real-dice").get_by_text("4", exact=True).click()
    ada.page.get_by_role("button", name="These are our dice").click()
    until(ada, lambda: table.view()["plies"] == 1)
    expect(ada.by("position")).to_have_text("pig 100 0,0 1 4 choose")


def test_noughts_by_tapping_squares(visit: Visit, address: Address) -> None:
    table = address.open("noughts")
    ada, boris = (visit().open_table(table, seat) for seat in (1, 2))
    for square, player in zip(("b2", "a1", "c3", "a3", "a2", "b3", "c2"), [ada, boris] * 4, strict=False):
        player.tap(f"move-{square}")
    expect(ada.by("result")).to_contain_text("You have won!")
    expect(boris.by("result")).to_contain_text("three-in-a-line")
