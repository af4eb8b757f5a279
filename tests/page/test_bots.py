"""Bots of different levels at one table: who is who is said before the game and in it."""

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.playing import last_view, until
from tests.page.visitor import Visitor


def choose(visitor: Visitor, levels: dict[str, str]) -> None:
    visitor.by("mixed").check()
    expect(visitor.page.get_by_text("How strong are the bots?")).to_have_count(0)  # asked once, for each
    for name, level in levels.items():
        visitor.page.get_by_role("group", name=name).get_by_role("radio", name=level).check()
    visitor.tap("play")
    until(visitor, lambda: any("table" in message for message in visitor.heard))


def test_bots_of_different_levels(visit: Visit) -> None:
    ada = visit().open("/play/qwixx")
    ada.page.get_by_role("radio", name="4", exact=True).check()
    levels = {"Max": "easy", "Otto": "hard", "Bruno": "master"}
    choose(ada, levels)
    for seat, (name, level) in enumerate(levels.items(), 2):
        card = ada.by(f"player-{seat}")
        expect(card).to_contain_text(name)
        expect(card.get_by_role("img", name=f"Bot, {level}")).to_be_visible()
        card.click()
        expect(ada.page.get_by_role("heading", name=f"{name} · {level}")).to_be_visible()
        ada.page.keyboard.press("Escape")


def test_in_teams_it_is_said_who_sits_where(visit: Visit) -> None:
    """Chance may move everybody one seat on; whoever was to sit opposite does all the same."""
    ada = visit().open("/play/quixo4")
    choose(ada, {"On your left": "easy", "Across: your partner": "hard", "On your right": "medium"})
    view = last_view(ada)
    around = [view["seats"][(view["you"][0] - 1 + step) % 4]["level"] for step in (1, 2, 3)]
    assert around == ["easy", "hard", "medium"]
