"""Coming by an invitation: what one is told, which side one takes, and who sits where before it begins."""

from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.visitor import Visitor


def test_two_teams_choose_their_sides(visit: Visit) -> None:
    ada = visit().open("/play/quixo4")
    ada.tap("who-friends")
    ada.by("name").fill("Ada")
    ada.tap("play")
    expect(ada.by("prompt")).to_have_text("Team 1: One seat is still free · Team 2: 2 seats are still free")
    people = {}
    for name, seat in (("Boris", 2), ("Cleo", 3)):
        people[name] = visit().open(ada.page.url)
        expect(people[name].page.get_by_role("heading", level=1)).to_have_text(
            "Ada invites you to play Quixo in teams"
        )
        expect(people[name].page.get_by_role("link", name="Learn it in two minutes")).to_be_visible()
        people[name].by("name").fill(name)
        people[name].by(f"seat-{seat}").get_by_role("radio").check()
        people[name].tap("sit")
        expect(ada.by(f"seat-{seat}")).to_contain_text(name)
    expect(ada.by("prompt")).to_have_text("Team 2: One seat is still free")
    ada.by("seat-3").get_by_role("button", name="To the other team").click()
    for visitor in (ada, *people.values()):
        expect(visitor.by("seat-4")).to_contain_text("You" if visitor is people["Cleo"] else "Cleo")
    ada.by("seat-1").get_by_role("button", name="To the other team").click()  # no chair is free there
    expect(ada.by("seat-2")).to_contain_text("You")
    dora = visit().open(ada.page.url)
    dora.by("name").fill("Dora")
    dora.tap("sit")
    for visitor in (ada, dora, *people.values()):
        expect(visitor.by("board")).to_be_visible()


def choose_face(visitor: Visitor, figure: str, colour: str = "", whose: int = 0) -> None:
    visitor.by("face").nth(whose).click()
    visitor.page.get_by_role("radio", name=figure, exact=True).check()
    if colour:
        visitor.page.get_by_role("radio", name=colour, exact=True).check()
    visitor.page.get_by_role("button", name="Close").click()


def test_a_face_is_chosen_with_the_name_and_all_see_it(visit: Visit) -> None:
    ada = visit().open("/play/qwixx")
    ada.tap("who-friends")
    choose_face(ada, "Fox", "Green")
    ada.tap("play")
    expect(ada.by("seat-1").locator("[data-face=fox-3]")).to_be_visible()
    link = ada.page.url
    people = [visit().open(link) for _ in range(2)]
    for visitor, figure in zip(people, ("Owl", "Frog"), strict=True):
        choose_face(visitor, figure)
        if visitor is people[1]:
            # Whoever waits may still have another one, and it stays theirs.
            choose_face(ada, "Cat")
            expect(visitor.by("seat-1").locator("[data-face=cat-3]")).to_be_visible()
        visitor.tap("sit")
    faces = ("cat-3", "owl-1", "frog-1")
    for visitor, own in zip((ada, *people), faces, strict=True):
        for face in set(faces) - {own}:
            expect(visitor.page.locator(f"[data-testid^=player-] [data-face={face}]")).to_have_count(1)
    ada.open("/play/quixo")
    expect(ada.by("face").locator("[data-face=cat-3]")).to_be_visible()


def test_everybody_at_one_device_has_a_face(visit: Visit) -> None:
    family = visit().open("/play/qwixx")
    family.tap("who-here")
    for seat, (name, figure) in enumerate((("Ada", "Fox"), ("Boris", "Bear"))):
        family.page.locator("input.text").nth(seat).fill(name)
        choose_face(family, figure, whose=seat)
    family.page.get_by_label("2", exact=True).check()
    family.tap("play")
    for face in ("fox-1", "bear-1"):
        expect(family.page.locator(f"[data-testid^=player-] [data-face={face}]")).to_have_count(1)
    # Next time they are there already.
    family.open("/play/quixo")
    family.tap("who-here")
    expect(family.page.locator("input.text").nth(1)).to_have_value("Boris")
    expect(
        family.page.get_by_role("button", name="Face of Boris").locator("[data-face=bear-1]")
    ).to_be_visible()
