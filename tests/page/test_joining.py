"""Coming by an invitation: what one is told, which side one takes, and who sits where before it begins."""

from playwright.sync_api import expect

from tests.page.conftest import Visit


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


def test_a_face_is_chosen_once_and_all_see_it(visit: Visit) -> None:
    ada = visit().open("/play/quixo")
    ada.tap("settings")
    ada.page.get_by_role("radio", name="Fox", exact=True).check()
    ada.page.get_by_role("radio", name="Green", exact=True).check()
    ada.page.keyboard.press("Escape")
    ada.tap("who-friends")
    ada.tap("play")
    expect(ada.by("seat-1").locator("[data-face=fox-3]")).to_be_visible()
    boris = visit().open(ada.page.url)
    boris.tap("sit")
    for visitor in (ada, boris):
        # Chance may have dealt them each other's seats.
        expect(visitor.page.locator("[data-testid^=player-] [data-face=fox-3]")).to_be_visible()
        expect(visitor.page.locator("[data-face]")).to_have_count(1)
