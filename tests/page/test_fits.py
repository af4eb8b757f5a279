"""Fits every screen: one's own sheet or board, dice and buttons, by what is measured in the real browser."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import FloatRect, Locator, Route, ViewportSize, expect

from rowlock.locale import LANGUAGES
from tests.page.conftest import Visit
from tests.page.playing import push, until
from tests.page.screens import NAMES, choose_language
from tests.page.visitor import DESK, PHONE, Visitor
from tests.server.serving import Address, Opened

LOW: list[ViewportSize] = [{"width": 360, "height": 600}, {"width": 320, "height": 568}]
SIDEWAYS: list[ViewportSize] = [{"width": 740, "height": 360}, {"width": 568, "height": 320}]


def people(count: int) -> list[dict[str, Any]]:
    return [{"kind": "human", "name": NAMES[i % 2 and 1] + str(i)} for i in range(count)]


def rolled(site: Address, count: int, **options: Any) -> Opened:
    """A table with so many players where the white sum is to be decided."""
    table = site.open("qwixx", people(count), dice="real", **options)
    table.play(1, "123456")
    return table


def box(one: Locator) -> FloatRect:
    found = one.bounding_box()
    assert found
    return found


def bottom(one: Locator) -> float:
    return box(one)["y"] + box(one)["height"]


def is_in_view(visitor: Visitor, *parts: Locator) -> None:
    """Each part as a whole is on the screen, without scrolling."""
    size = visitor.page.viewport_size
    assert size
    assert visitor.page.evaluate("() => scrollY") == 0
    for part in parts:
        found = box(part)
        assert found["x"] >= 0, found
        assert found["y"] >= 0, found
        assert found["x"] + found["width"] <= size["width"] + 0.5, found
        assert found["y"] + found["height"] <= size["height"] + 0.5, found


def apart(one: Locator, other: Locator) -> bool:
    a, b = box(one), box(other)
    beside = a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
    return beside or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]


@pytest.mark.parametrize("size", LOW, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_ones_own_sheet_on_a_low_phone(visit: Visit, site: Address, size: ViewportSize, count: int) -> None:
    """Before the roll, with real dice, too, and after it, in every language; the others in one slim line."""
    table = site.open("qwixx", people(count), dice="real")
    ada = visit(size=size).open_table(table, 1)
    tops: dict[str, set[float]] = {}
    for rolled in (False, True):
        if rolled:
            table.play(1, "123456")
            expect(ada.by("pass")).to_be_visible()
        for language in LANGUAGES:
            choose_language(ada, language)
            is_in_view(ada, ada.sheet)
            assert bottom(ada.sheet) <= box(ada.by("bar"))["y"], language
            tops.setdefault(language, set()).add(box(ada.sheet)["y"])
            cards = [box(ada.by(f"player-{seat}")) for seat in range(2, count + 1)]
            assert len({card["y"] for card in cards}) == 1, language
            assert max(card["height"] for card in cards) <= 52, language
            expect(ada.by("player-1")).to_have_count(0)
    assert all(len(heights) == 1 for heights in tops.values()), tops


@pytest.mark.parametrize("seats", [(), (1, 2)], ids=["watching", "together"])
def test_a_sheet_under_its_name_on_a_phone(visit: Visit, site: Address, seats: tuple[int, ...]) -> None:
    """Whoever watches, or shares the device, sees it as a whole, too."""
    table = rolled(site, 2)
    visitor = visit().open_table(table, *seats)
    expect(visitor.by("line")).to_have_text("The white dice make 3.")
    assert bottom(visitor.sheet) <= box(visitor.by("bar"))["y"]


@pytest.mark.parametrize("size", [LOW[1], SIDEWAYS[1]], ids=lambda size: str(size["width"]))
def test_the_device_changes_hands_on_a_small_phone(visit: Visit, site: Address, size: ViewportSize) -> None:
    """Whose turn it is to look, and the button that says so, are both in view."""
    family = visit(size=size).open_table(rolled(site, 5), 1, 2)
    family.tap("pass")
    expect(family.by("spoken")).to_contain_text("Hand the device to")
    title, button = family.page.get_by_role("heading", level=2), family.by("take-device")
    for language in LANGUAGES:
        choose_language(family, language)
        is_in_view(family, title, button)
        assert apart(title, family.by("bar")), language
        assert button.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1"), language


@pytest.mark.parametrize("size", SIDEWAYS, ids=lambda size: str(size["width"]))
def test_qwixx_on_a_phone_that_lies_on_its_side(visit: Visit, site: Address, size: ViewportSize) -> None:
    ada = visit(size=size).open_table(rolled(site, 5), 1)
    for language in LANGUAGES:
        choose_language(ada, language)
        dice, bar = ada.by("dice"), ada.by("bar")
        is_in_view(ada, ada.sheet, dice, bar, ada.by("pass"), ada.by("menu"))
        parts = (ada.sheet, dice, bar, ada.by("menu"))
        assert all(apart(a, b) for a in parts for b in parts if a is not b), language
        ada.sheet.get_by_test_id("cell-r7").click()
        note = ada.page.locator(".note")
        expect(note).to_be_visible()
        is_in_view(ada, note)
        needed = (ada.sheet, dice, ada.by("happened"), ada.by("pass"), ada.by("cross"), ada.by("menu"))
        assert all(apart(note, one) for one in needed), language
        note.get_by_role("button").click()


@pytest.mark.parametrize("size", SIDEWAYS, ids=lambda size: str(size["width"]))
@pytest.mark.parametrize("game", ["quixo", "quixo4"])
def test_quixo_on_a_phone_that_lies_on_its_side(
    visit: Visit, site: Address, size: ViewportSize, game: str
) -> None:
    ada = visit(size=size).open_table(site.open(game, people(4 if game == "quixo4" else 2)), 1)
    ada.tap("cube-a1")
    for language in LANGUAGES:
        choose_language(ada, language)
        board, bar, card = ada.by("board"), ada.by("bar"), ada.by("player-2")
        is_in_view(ada, board, bar, card)
        parts = (board, bar, card, ada.by("menu"))
        assert all(apart(a, b) for a in parts for b in parts if a is not b), language


@pytest.mark.parametrize("size", LOW, ids=lambda size: str(size["width"]))
def test_quixo_on_a_low_phone(visit: Visit, site: Address, size: ViewportSize) -> None:
    ada = visit(size=size).open_table(site.open("quixo4", people(4)), 1)
    is_in_view(ada, ada.by("board"))
    assert bottom(ada.by("board")) <= box(ada.by("bar"))["y"]


def middle(one: Locator) -> float:
    return box(one)["x"] + box(one)["width"] / 2


def test_five_sheets_on_a_desk(visit: Visit, site: Address) -> None:
    """All in view, and one's own on one axis with header and bar."""
    ada = visit(size=DESK).open_table(rolled(site, 5), 1)
    sheets = ada.page.locator(".sheet")
    expect(sheets).to_have_count(5)
    is_in_view(ada, *sheets.all())
    top = box(ada.by("bar"))["y"]
    assert all(bottom(sheet) <= top for sheet in sheets.all())
    axis = [ada.sheet, ada.page.locator("header"), ada.page.locator(".bar .actions"), ada.by("prompt")]
    assert all(abs(middle(one) - DESK["width"] / 2) < 1 for one in axis)


@pytest.mark.parametrize("game", ["quixo", "quixo4"])
def test_the_board_on_a_desk(visit: Visit, site: Address, game: str) -> None:
    ada = visit(size=DESK).open_table(site.open(game, people(4 if game == "quixo4" else 2)), 1)
    is_in_view(ada, ada.by("board"))
    axis = [ada.by("board"), ada.page.locator("header"), ada.page.locator(".bar .actions"), ada.by("prompt")]
    assert all(abs(middle(one) - DESK["width"] / 2) < 1 for one in axis)


def test_the_moves_so_far_beside_the_board(visit: Visit, site: Address) -> None:
    """Pointing at one shows the board after it; then everything is as before."""
    table = site.open("quixo")
    ada = visit(size=DESK, has_touch=False).open_table(table, 1)
    push(ada, "a1a5")
    table.wait_until(lambda view: view["plies"] == 1)
    table.play(2, "e1e5")
    moves = ada.by("moves").locator("button")
    expect(moves).to_have_count(2)
    expect(moves.first).to_have_text("1 ✕ a1 → a5")
    expect(
        ada.page.locator("[data-testid=cube-a4][aria-label$='be taken']")
    ).to_be_visible()  # her turn again
    moves.first.hover()
    expect(ada.by("cube-e5")).to_have_attribute("aria-label", "e5, blank")
    expect(ada.by("cube-a5")).to_have_attribute("aria-label", "a5, cross")
    ada.by("prompt").hover()
    expect(ada.by("cube-e5")).to_have_attribute("aria-label", "e5, nought")
    assert apart(ada.by("moves"), ada.by("board"))


def test_moves_that_come_when_their_place_is_gone(visit: Visit, site: Address) -> None:
    """The window is made small while they are asked for, and the game goes on."""
    table = site.open("quixo")
    ada = visit(size=DESK, has_touch=False)
    asked: list[Route] = []
    ada.page.route("**/replay", lambda route: asked.append(route))
    ada.open_table(table, 1)
    until(ada, lambda: bool(asked))
    ada.page.set_viewport_size(PHONE)
    push(ada, "a1a5")
    table.wait_until(lambda view: view["plies"] == 1)
    table.play(2, "e1e5")
    expect(ada.by("line")).to_contain_text("e1 to e5")
    with ada.page.expect_response("**/replay"):
        asked[0].continue_()
    ada.page.evaluate("() => new Promise((go) => setTimeout(go, 100))")
    expect(ada.by("moves")).to_have_count(0)


@pytest.mark.parametrize("text, size", [("large", LOW[1]), ("largest", {"width": 360, "height": 640})])
def test_the_readers_own_letters(visit: Visit, site: Address, text: str, size: ViewportSize) -> None:
    """The page makes room for them as for those of the browser."""
    seats = [{"kind": "human"}, *[{"kind": "bot", "level": "easy"}] * 3]
    table = site.open("qwixx", seats, first=1)
    table.play(1, "roll")
    ada = visit("ru", size=size)
    ada.context.add_init_script(
        f"if (location.host) localStorage['rowlock.settings'] = '{{\"text\": \"{text}\"}}'"
    )
    ada.open_table(table, 1)
    expect(ada.sheet.locator(".may").first).to_be_visible()
    parts = (ada.by(name) for name in ("menu", "hint", "phrases", "settings", "pass", "cross"))
    is_in_view(ada, ada.sheet, *parts)
    assert apart(ada.sheet, ada.by("bar"))


@pytest.mark.parametrize("size", [LOW[1], {"width": 360, "height": 640}], ids=lambda size: str(size["width"]))
def test_real_dice_with_very_large_letters(visit: Visit, site: Address, size: ViewportSize) -> None:
    """One's own sheet and the buttons are in view, the sheet not behind them, whatever is asked and offered."""
    table = site.open("qwixx", people(4), dice="real")
    ada = visit("ru", size=size)
    ada.context.add_init_script(
        "if (location.host) localStorage['rowlock.settings'] = '{\"text\": \"largest\"}'"
    )
    ada.open_table(table, 1)
    buttons = ada.page.locator(".actions")
    for offered in ("roll", "pass", "change-mind"):
        if offered == "pass":
            table.play(1, "123456")
        elif offered == "change-mind":
            table.play(1, "pass")
        for language in ("ru", "ar"):
            choose_language(ada, language)
            is_in_view(ada, ada.sheet, buttons, ada.by(offered))
            assert apart(ada.sheet, buttons), (offered, language)
            fits = "(one) => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth"
            assert ada.by(offered).evaluate(fits), (offered, language)
            expect(ada.by("unroll")).to_have_count(int(offered == "pass"))


@pytest.mark.parametrize("text", ["large", "largest"])
def test_no_screen_is_wider_than_a_phone(visit: Visit, site: Address, text: str) -> None:
    """With large letters and the longest name, in a language of long words and in one from the right."""
    names = ["W" + "w" * 29, *"BCDE"]
    five = rolled(site, 5, first=1)
    long = site.open("qwixx", [{"kind": "human", "name": name} for name in names])
    ada = visit("uk")
    ada.context.add_init_script(
        f"if (location.host) localStorage['rowlock.settings'] = '{{\"text\": \"{text}\"}}'"
    )
    tables = [f"/t/{five.id}", f"/t/{long.id}", f"/t/{long.id}/replay"]
    for path in ["/", "/play/qwixx", "/analyse/quixo", "/pad/qwixx", *tables]:
        ada.open(path)
        expect(ada.page.locator("main h1, main h2, .sheet, .board").first).to_be_visible()
        for language in ("uk", "ar"):
            choose_language(ada, language)
            for width in (320, 360, 390):
                ada.page.set_viewport_size({"width": width, "height": 740})
                wide = ada.page.evaluate("document.documentElement.scrollWidth")
                wide = max(wide, ada.page.evaluate("document.body.scrollWidth"))
                assert wide <= width, (path, language, width)
                is_in_view(ada, ada.by("settings"))
                if path == tables[0]:
                    for card in ada.page.locator(".players .player").all():
                        number = box(card.locator("b"))
                        assert number["x"] >= box(card)["x"], width
                        assert number["x"] + number["width"] <= box(card)["x"] + box(card)["width"], width


@pytest.mark.parametrize("width, height, letters", [(320, 568, 32), (390, 844, 24)])
def test_large_letters(visit: Visit, site: Address, width: int, height: int, letters: int) -> None:
    """Numbers stay inside their cells, one's own sheet is in view, and what is asked and offered can be read."""
    table = rolled(site, 3)
    ada = visit("ru", size={"width": width, "height": height})
    developer = ada.context.new_cdp_session(ada.page)
    developer.send("Page.setFontSizes", {"fontSizes": {"standard": letters, "fixed": letters}})
    ada.open_table(table, 1)
    is_in_view(ada, ada.sheet)
    for cell in ada.sheet.locator(".cell").all():
        outer, number = box(cell), box(cell.locator("span"))
        assert outer["x"] <= number["x"]
        assert number["x"] + number["width"] <= outer["x"] + outer["width"] + 0.5
        assert outer["y"] - 1 <= number["y"]
        assert number["y"] + number["height"] <= outer["y"] + outer["height"] + 1
    assert apart(ada.sheet, ada.by("bar"))
    for language in LANGUAGES:
        choose_language(ada, language)
        for part in (ada.by("prompt"), *ada.page.locator(".actions .btn").all()):
            fits = "(one) => one.scrollHeight <= one.clientHeight + 1 && one.scrollWidth <= one.clientWidth"
            assert part.evaluate(fits), (language, part.inner_text())
    for name in ("menu", "settings"):
        ada.tap(name)
        dialog = ada.page.locator("dialog[open]")
        assert dialog.evaluate("(one) => one.scrollWidth <= one.clientWidth"), name
        ada.page.keyboard.press("Escape")


@pytest.mark.parametrize("size", LOW, ids=lambda size: str(size["width"]))
def test_everybodys_card_is_in_view(visit: Visit, site: Address, size: ViewportSize) -> None:
    """Four others beside each other, with clocks five cards: each as a whole, with room for its name."""
    for clock in (None, {"per_game": 3600}):
        options = {"clock": clock} if clock else {}
        ada = visit("ru", size=size).open_table(site.open("qwixx", people(5), **options), 1)
        cards = ada.page.locator(".players .player")
        expect(cards).to_have_count(5 if clock else 4)
        is_in_view(ada, *cards.all())
        for card in cards.all():
            if len(card.locator(".name").inner_text()) > 10:
                assert box(card.locator(".name"))["width"] >= 40
            number = card.locator("time" if clock else "b")
            assert box(number)["x"] >= box(card)["x"]
            assert box(number)["x"] + box(number)["width"] <= box(card)["x"] + box(card)["width"]


@pytest.mark.parametrize("count", [3, 4])
def test_the_names_of_bots_have_room_on_a_small_phone(visit: Visit, site: Address, count: int) -> None:
    """Beside their faces and points, in every language."""
    bots = [{"kind": "bot", "level": "easy"}] * count
    ada = visit(size=LOW[1]).open_table(site.open("qwixx", [{"kind": "human", "name": "Ada"}, *bots]), 1)
    for language in LANGUAGES:
        choose_language(ada, language)
        names = ada.page.locator(".players .name")
        expect(names).to_have_count(count)
        for name in names.all():
            assert name.evaluate("(one) => one.scrollWidth <= one.clientWidth"), (language, name.inner_text())


@pytest.mark.parametrize("size", SIDEWAYS, ids=lambda size: str(size["width"]))
def test_nothing_lies_over_anything_on_a_phone_on_its_side(
    visit: Visit, site: Address, size: ViewportSize
) -> None:
    ada = visit(size=size).open_table(site.open("qwixx", people(5)), 1)
    parts = (ada.by("fair"), ada.page.locator("header"), ada.sheet, ada.by("bar"))
    expect(ada.by("fair")).to_be_visible()
    assert all(apart(a, b) for a in parts for b in parts if a is not b)
    teams = visit(size=size).open_table(site.open("quixo4", people(4)), 1)
    expect(teams.by("board")).to_be_visible()
    is_in_view(teams, *(teams.by(f"player-{seat}") for seat in (1, 2, 3, 4)))


@pytest.mark.parametrize("size", [*LOW, *SIDEWAYS], ids=lambda size: f"{size['width']}x{size['height']}")
def test_what_happened_at_quixo_can_be_read_on_a_low_screen(
    visit: Visit, site: Address, size: ViewportSize
) -> None:
    table = site.open("quixo")
    ada = visit("bg", size=size).open_table(table, 2)
    expect(ada.by("board")).to_be_visible()
    table.play(1, "a1a5")
    expect(ada.by("line")).to_contain_text("a1")
    is_in_view(ada, ada.by("line"))
    assert apart(ada.by("line"), ada.by("prompt"))
