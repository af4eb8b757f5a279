"""Several people at one device: whoever has it gives up, offers, speaks and answers for themselves."""

import re

from playwright.sync_api import Locator, expect

from tests.page.conftest import Visit
from tests.page.playing import last_view, push, until
from tests.page.visitor import Visitor
from tests.server.serving import Address, Opened

THREE = [{"kind": "human", "name": name} for name in ("Ada", "Boris", "Cleo")]


def menu(family: Visitor) -> Locator:
    family.tap("menu")
    return family.page.get_by_role("dialog")


def button(family: Visitor, name: str) -> Locator:
    return family.page.get_by_role("button", name=name, exact=True)


def boris_to_move(family: Visitor) -> Visitor:
    push(family, "a1a5")
    expect(family.by("prompt")).to_contain_text("Boris")
    return family


def test_whoever_is_to_move_gives_up(visit: Visit, site: Address) -> None:
    family = boris_to_move(visit().open_table(site.open("quixo"), 1, 2))
    dialog = menu(family)
    dialog.get_by_role("button", name="Give up").click()
    expect(dialog).to_contain_text("Boris: Do you really want to give up?")
    dialog.get_by_role("button", name="Give up").click()
    expect(family.by("result")).to_be_visible()
    assert last_view(family)["outcome"]["reason"] == "resigned"
    assert last_view(family)["outcome"]["places"] == [1, 2]


def test_a_draw_is_declined_and_then_agreed(visit: Visit, site: Address) -> None:
    """By whoever is to move, and by the other one of the two."""
    family = boris_to_move(visit().open_table(site.open("quixo"), 1, 2))
    menu(family).get_by_role("button", name="Boris: Offer a draw").click()
    expect(family.page.get_by_text("Boris offers a draw.")).to_be_visible()
    button(family, "Ada: No").click()
    expect(family.page.get_by_role("alert")).to_contain_text("No draw: the game goes on.")
    menu(family).get_by_role("button", name="Boris: Offer a draw").click()
    button(family, "Ada: Accept").click()
    expect(family.by("result").locator("h1")).to_have_text("A draw!")


def test_a_move_is_taken_back_by_whoever_made_it(visit: Visit, site: Address) -> None:
    family = boris_to_move(visit().open_table(site.open("quixo"), 1, 2))
    menu(family).get_by_role("button", name="Ada: Take my last move back").click()
    expect(family.page.get_by_text("Ada would like to take the last move back.")).to_be_visible()
    button(family, "Boris: Yes").click()
    expect(family.by("cube-a5")).to_have_attribute("aria-label", re.compile("^a5, blank"))
    expect(family.by("prompt")).to_contain_text("Ada")


def test_a_phrase_comes_from_whoever_is_to_move(visit: Visit, site: Address) -> None:
    family = boris_to_move(visit().open_table(site.open("quixo"), 1, 2))
    family.tap("phrases")
    button(family, "Hello!").click()
    expect(family.by("player-2").locator(".bubble")).to_have_text("Hello!")
    expect(family.by("player-1").locator(".bubble")).to_have_count(0)


def roll_seven(table: Opened, boris: str = "pass") -> None:
    """One turn with a seven on the white dice, about which everybody passes; but Boris may cross it out."""
    table.play(table.view()["active"], "431111")
    while (view := table.view())["phase"] != "roll":
        seat = view["awaiting"][0]
        table.play(seat, boris if seat == 2 and view["phase"] == "white" else "pass")


def test_a_sealed_decision_is_taken_back_by_whoever_made_it_last(visit: Visit, site: Address) -> None:
    table = site.open("qwixx", THREE, dice="real")
    table.play(1, "431111")
    family = visit().open_table(table, 1, 2, 3)
    family.tap("pass")
    button(family, "I am Boris").click()
    family.tap("pass")
    expect(button(family, "I am Cleo")).to_be_visible()
    menu(family).get_by_role("button", name="Boris: Take my last move back").click()
    expect(family.by("prompt")).to_contain_text("Boris")
    until(family, lambda: last_view(family)["sealed"] == {"1": "pass"})
    menu(family).get_by_role("button", name="Ada: Take my last move back").click()
    expect(family.by("prompt")).to_contain_text("Ada")
    until(family, lambda: last_view(family)["sealed"] == {})


def test_whoever_could_only_pass_has_nothing_to_take_back(visit: Visit, site: Address) -> None:
    table = site.open("qwixx", THREE, dice="real")
    for cell in ("r7", "y7", "g7", "b7", "pass", "pass"):
        roll_seven(table, cell)
    table.play(1, "431111")
    family = visit().open_table(table, 1, 2, 3)
    family.tap("pass")
    expect(button(family, "I am Cleo")).to_be_visible()
    until(family, lambda: last_view(family)["sealed"] == {"1": "pass", "2": "pass"})
    menu(family).get_by_role("button", name="Ada: Take my last move back").click()
    expect(family.by("prompt")).to_contain_text("Ada")
    until(family, lambda: last_view(family)["sealed"] == {"2": "pass"})


def test_a_bot_plays_for_somebody_who_has_left(visit: Visit, site: Address) -> None:
    family = boris_to_move(visit().open_table(site.open("quixo"), 1, 2))
    dialog = menu(family)
    dialog.get_by_role("button", name="Boris: Leave the table").click()
    dialog.get_by_role("button", name="Leave the table").click()
    expect(family.page.get_by_text("Boris: You have left this table.")).to_be_visible()
    expect(family.by("player-2")).to_contain_text("has left")
    expect(family.page.locator(".cube.can")).to_have_count(0)  # nobody is asked for him
    button(family, "Let a bot play").click()
    expect(family.by("player-2")).to_contain_text("a bot plays")
    expect(family.by("prompt")).to_contain_text("Ada")


def test_a_bot_plays_for_somebody_who_is_away_when_it_is_time(visit: Visit, site: Address) -> None:
    """The seat of a browser that was closed."""
    table = site.open("quixo", grace=10)
    with table.socket(1):
        pass
    boris = visit().open_table(table, 2)
    expect(boris.by("player-1")).to_contain_text("away")
    bot = menu(boris).get_by_role("button", name="Let a bot play for Ada")
    bot.click()
    expect(boris.page.get_by_role("alert")).to_contain_text("They may come back.")
    boris.tap("menu")
    expect(bot).to_be_disabled()
    expect(bot).to_contain_text(re.compile("0:(10|0[1-9])"))
    expect(bot).to_be_enabled()
    bot.click()
    expect(boris.by("player-1")).to_contain_text("a bot plays")
