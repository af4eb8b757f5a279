"""For people with real dice and cubes: the score pad and the clock, which need no server."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.page.conftest import Visit
from tests.page.test_review import LONG_MS
from tests.page.visitor import KEPT, Visitor


def cell(visitor: Visitor, name: str, part: str = "near") -> Locator:
    return visitor.by(part).get_by_test_id(f"cell-{name}")


def crossed(visitor: Visitor, *names: str) -> None:
    for name in names:
        cell(visitor, name).click()
        expect(cell(visitor, name)).to_have_class(re.compile("crossed"))


def total(visitor: Visitor, player: int) -> Locator:
    return visitor.by(f"player-{player}").locator("b")


def swipe(visitor: Visitor, start: int, end: int) -> None:
    for name, x in (("pointerdown", start), ("pointerup", end)):
        visitor.by("near").dispatch_event(name, {"clientX": x, "clientY": 400, "pointerType": "touch"})


def test_an_evening_on_one_phone_without_a_network(visit: Visit) -> None:
    ada = visit(service_workers="allow")
    ada.open("/")
    ada.tap("pad-qwixx")
    expect(ada.by("near")).to_be_visible()
    with ada.patience():
        ada.context.set_offline(True)
        crossed(ada, "r2", "r3", "r5", "r6", "r7")
        ada.page.evaluate("fetch('/api/health').catch(() => {})")  # the page has asked before, and knows
        expect(ada.by("offline")).to_have_count(0)  # nothing is missing here
        cell(ada, "r4").click()
        expect(ada.page.get_by_role("alert")).to_contain_text("too late")
        expect(cell(ada, "r4").locator(".strike")).to_have_count(1)
        crossed(ada, "r12")
        expect(total(ada, 1)).to_have_text("28")  # six crosses and the lock's
        expect(ada.by("undo")).to_have_text("Undo: red 12")
        ada.tap("undo")
        expect(total(ada, 1)).to_have_text("15")
        ada.tap("redo")
        expect(total(ada, 1)).to_have_text("28")

        ada.tap("add")
        ada.tap("player-2")
        ada.by("name").fill("Boris")
        ada.page.keyboard.press("Enter")
        crossed(ada, "b12", "b11")
        ada.tap("penalty")
        expect(total(ada, 2)).to_have_text("−2")
        cell(ada, "r9").click()
        expect(ada.page.get_by_role("alert")).to_contain_text("closed")
        expect(ada.by("undo")).to_have_text("Undo: Boris: Penalty")

        swipe(ada, 300, 100)
        expect(ada.by("player-2")).to_have_attribute("aria-pressed", "true")  # nobody comes after Boris
        swipe(ada, 100, 300)
        expect(ada.by("player-1")).to_have_attribute("aria-pressed", "true")
        swipe(ada, 300, 100)
        expect(ada.by("player-2")).to_have_attribute("aria-pressed", "true")

        ada.tap("ways")
        ada.tap("way-facing")
        ada.page.keyboard.press("Escape")
        for part in ("far", "near"):
            expect(ada.by(part)).to_be_in_viewport(ratio=1)  # both at once
        cell(ada, "g12", "far").click()
        expect(total(ada, 1)).to_have_text("29")

        ada.by("near").get_by_test_id("lock-y").click()
        expect(ada.by("ended")).to_contain_text("29")
        ada.tap("finish-now")
        expect(ada.page.get_by_role("dialog")).to_contain_text("Boris")
        expect(ada.page.get_by_role("dialog")).to_contain_text("−2")
        ada.context.set_offline(False)


def test_the_pad_is_there_after_a_reload_without_a_network(visit: Visit) -> None:
    ada = visit(service_workers="allow")
    ada.open("/pad/qwixx")
    crossed(ada, "y2", "y4")
    ada.page.wait_for_function(KEPT)
    with ada.patience():
        ada.context.set_offline(True)
        ada.page.reload()
        expect(cell(ada, "y4")).to_have_class(re.compile("crossed"))
        ada.context.set_offline(False)


def test_dice_tapped_in_say_what_fits(visit: Visit) -> None:
    ada = visit()
    ada.open("/pad/qwixx")
    ada.tap("ways")
    ada.tap("way-dice")
    ada.page.keyboard.press("Escape")
    for face in (4, 1, 3, 5, 2, 6):
        ada.by("real-dice").locator(".face").nth(face - 1).click()
    expect(cell(ada, "r5")).to_have_class(re.compile("may"))
    expect(cell(ada, "b10")).to_have_class(re.compile("may"))
    expect(cell(ada, "b9")).not_to_have_class(re.compile("may"))
    ada.tap("ask-best")
    expect(ada.by("fits")).to_contain_text("Best:")
    ada.tap("ways")
    ada.tap("finish")
    ada.page.get_by_role("dialog").locator("summary").click()
    expect(ada.by("review-none")).to_contain_text("not played to its end")


def test_a_whole_game_without_a_network_and_its_review(visit: Visit) -> None:
    """On another sheet, with a reload in between: both take penalties only, so the seventh roll ends it."""
    ada = visit(service_workers="allow")
    ada.open("/pad/qwixx#mixed-colours")
    ada.page.wait_for_function(KEPT)
    with ada.patience():
        ada.context.set_offline(True)
        ada.tap("add")
        ada.tap("ways")
        ada.tap("way-dice")
        ada.page.keyboard.press("Escape")
        for turn in range(7):
            if turn == 3:
                ada.page.reload()
            expect(ada.page.get_by_role("radio", name=f"Player {turn % 2 + 1}")).to_be_checked()
            for face in (4, 1, 3, 5, 2, 6):
                ada.by("real-dice").locator(".face").nth(face - 1).click()
            ada.tap(f"player-{turn % 2 + 1}")
            ada.tap("penalty")
        expect(ada.by("ended")).to_contain_text("Player 2")
        ada.tap("finish-now")
        ada.page.get_by_role("dialog").locator("summary").click()
        expect(ada.by("review-later")).to_be_visible()
        ada.context.set_offline(False)
        ada.tap("pad-review")
        expect(ada.by("chart")).to_be_visible(timeout=LONG_MS)
    expect(ada.by("judge")).to_contain_text("classic rows")


def test_a_clock_for_two_and_for_teams(visit: Visit) -> None:
    ada = visit()
    ada.open("/pad/quixo4")
    ada.tap("clock-1")
    for seat in (1, 2, 3, 4, 1):
        ada.tap(f"clock-{seat}")
        expect(ada.by(f"clock-{seat % 4 + 1}")).to_have_attribute("aria-current", "true")
    ada.tap("clock-4")  # it is not their turn
    expect(ada.by("clock-2")).to_have_attribute("aria-current", "true")
    ada.tap("pause")
    before = ada.by("clock-2").inner_text()
    ada.page.reload()
    expect(ada.by("clock-2")).to_have_text(re.compile(re.escape(before.split()[0])))
    ada.open("/pad/quixo")
    expect(ada.by("clock-2")).to_be_visible()
    expect(ada.by("clock-3")).to_have_count(0)
