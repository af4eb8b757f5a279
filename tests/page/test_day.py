"""The day's game, from the first screen to the text for friends: on a phone, in two languages, with a reload,
and without a connection."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta

import pytest
from playwright.sync_api import expect

from rowlock.locale import Catalogue
from rowlock.study import day_of
from tests.page.conftest import Visit
from tests.page.playing import in_turns, push, until
from tests.page.test_installed import all_is_kept
from tests.page.visitor import Visitor
from tests.server.serving import Address

CLIPBOARD = """
window.copied = []
navigator.share = undefined
navigator.clipboard.writeText = (text) => { copied.push(text); return Promise.resolve() }
"""
SHARED = "window.shared = []; navigator.share = ({ text }) => { shared.push(text); return Promise.resolve() }"


def today(site: Address) -> date:
    return date.fromisoformat(site.get("/days/today")["date"])


def give_in(visitor: Visitor, way: str) -> None:
    """Rolls and crosses nothing: after four penalties it is over."""
    visitor.tap(way)


def begin(visitor: Visitor, yesterday: date | None = None) -> None:
    if yesterday:
        visitor.remember("rowlock.days", json.dumps({str(yesterday): {"inTime": True, "score": 60}}))
    visitor.open("/").tap("day")
    expect(visitor.by("day-game")).to_be_visible()


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.nightly), "he"])
def test_a_day_on_a_phone(visit: Visit, site: Address, language: str) -> None:
    when, text = today(site), Catalogue.of(language).text
    ada = visit(language)
    ada.context.add_init_script(CLIPBOARD)
    begin(ada, when - timedelta(1))
    expect(ada.by("streak")).to_have_count(0)
    ada.tap("play-day")
    expect(ada.by("roll")).to_be_visible()
    expect(ada.page.locator(".players")).to_be_hidden()
    expect(ada.by("phrases")).to_have_count(0)
    ada.tap("roll")
    expect(ada.by("pass")).to_be_visible()
    ada.page.reload()  # the game goes on
    expect(ada.by("pass")).to_be_visible()
    in_turns([ada], give_in)
    expect(ada.by("result").locator("h1")).to_contain_text("20")
    expect(ada.by("review")).to_have_count(0)
    ada.tap("to-day")
    expect(ada.by("own-score")).to_have_text("−20")
    expect(ada.by("best-score")).to_have_text(str(day_of(when).best))
    expect(ada.by("account")).to_contain_text(text("day.worst"))
    expect(ada.by("streak")).to_contain_text("2")

    name = f"Ada {language}"
    ada.by("name").fill(name)
    ada.tap("enter")
    expect(ada.by("day-table").get_by_role("listitem").filter(has_text=name)).to_contain_text("−20")
    expect(ada.by("enter")).to_have_count(0)

    ada.tap("share-day")
    expect(ada.page.get_by_text(text("day.copied"))).to_be_visible()
    (copied,) = ada.page.evaluate("copied")
    assert "🟥0 🟨0 🟩0 🟦0" in copied
    assert "−20" in copied
    assert str(day_of(when).best) in copied
    assert copied.endswith(f"{ada.origin}/day")

    ada.page.reload()
    expect(ada.by("own-score")).to_have_text("−20")
    expect(ada.by("enter")).to_have_count(0)
    ada.page.goto("/")
    expect(ada.by("day")).to_contain_text("20")


def test_only_the_first_game_counts(visit: Visit) -> None:
    ada = visit()
    ada.context.add_init_script(SHARED)
    begin(ada)
    ada.tap("play-day")
    expect(ada.by("roll")).to_be_visible()
    first = ada.page.url
    ada.page.goto("/day")
    ada.tap("go-on")
    expect(ada.by("roll")).to_be_visible()
    assert ada.page.url == first
    in_turns([ada], give_in)
    ada.by("fair").locator("summary").click()
    ada.tap("check-dice")
    expect(ada.by("checked")).to_have_text(re.compile(r"^Checked: all \d+ rolls are those of the day\.$"))
    ada.tap("to-day")
    ada.tap("again")
    expect(ada.by("roll")).to_be_visible()
    assert ada.page.url != first
    ada.page.goto("/day")
    expect(ada.by("own-score")).to_have_text("−20")
    ada.tap("share-day")
    until(ada, lambda: len(ada.page.evaluate("shared")) == 1)


def test_any_game_of_one_has_its_account(visit: Visit, site: Address) -> None:
    table = site.open("qwixx", [{"kind": "human", "name": "Ada"}], auto_pass=False)
    while (view := table.view())["status"] == "playing":
        table.play(1, "roll" if view["phase"] == "roll" else "pass")
    ada = visit().open_table(table, 1)
    ada.tap("review")
    expect(ada.by("account")).to_contain_text(Catalogue.of("en").text("day.worst"))
    ada.by("account").get_by_role("link").first.click()
    expect(ada.page).to_have_url(re.compile(r"/replay#\d+$"))
    ada.tap("review")  # as of a record, too
    expect(ada.by("account")).to_contain_text(Catalogue.of("en").text("day.worst"))


def test_the_puzzle(visit: Visit, site: Address) -> None:
    puzzle = day_of(today(site)).puzzle
    wrong = next(option.move for option in puzzle.moves if option.move not in puzzle.best)
    ada, boris = visit(), visit("uk")
    for visitor in (ada, boris):
        begin(visitor)
    push(ada, puzzle.best[0])
    expect(ada.by("answer")).to_contain_text("That's right!")
    assert (
        ada.page.evaluate("JSON.parse(localStorage['rowlock.days'])")[str(today(site))]["puzzle"] == "found"
    )
    push(boris, wrong)
    expect(boris.by("answer")).to_contain_text("Спробуйте ще!")
    push(boris, puzzle.best[0])  # the first try counts
    expect(boris.by("answer")).to_contain_text("Правильно!")
    boris.page.reload()
    expect(boris.by("answer")).to_contain_text("Ось відповідь")
    days = boris.page.evaluate("JSON.parse(localStorage['rowlock.days'])")
    assert days[str(today(site))]["puzzle"] == "missed"


def test_without_a_connection(visit: Visit, site: Address) -> None:
    """A day that was fetched is there, with its puzzle and its game, which is told to the server afterwards."""
    when, text = today(site), Catalogue.of("ar").text
    ada = visit("ar", service_workers="allow")
    begin(ada)
    expect(ada.by("board")).to_be_visible()
    until(ada, lambda: all_is_kept(ada))
    with ada.patience():
        ada.context.set_offline(True)
        ada.page.reload()
        expect(ada.by("day-offline")).to_have_text(text("day.offline"))
        push(ada, day_of(when).puzzle.best[0])
        expect(ada.by("answer")).to_be_visible()
        ada.tap("play-day")
        expect(ada.by("roll")).to_be_visible()
        in_turns([ada], give_in)
        ada.tap("to-day")
        expect(ada.by("own-score")).to_have_text("−20")
        expect(ada.by("best-score")).to_have_text(str(day_of(when).best))
        expect(ada.by("account-later")).to_be_visible()
        expect(ada.by("enter")).to_have_count(0)
        ada.page.goto(f"/day/{when - timedelta(2)}")
        expect(ada.page.get_by_text(text("day.not-fetched"))).to_be_visible()
        ada.context.set_offline(False)
        ada.page.goto("/day")
        expect(ada.by("account")).to_contain_text(text("day.worst"))
    ada.by("name").fill("Ada offline")
    ada.tap("enter")
    expect(ada.by("day-table").get_by_role("listitem").filter(has_text="Ada offline")).to_contain_text("−20")


def test_other_days(visit: Visit, site: Address) -> None:
    when = today(site)
    ada = visit()
    begin(ada)
    ada.page.get_by_role("navigation").get_by_role("link").first.click()
    expect(ada.by("left")).to_contain_text("This day is over")
    assert ada.page.url.endswith(f"/day/{when - timedelta(1)}")
    with ada.patience():  # what is to come is refused
        ada.page.goto(f"/day/{when + timedelta(1)}")
        expect(ada.page.get_by_text("This day has not begun yet.")).to_be_visible()
