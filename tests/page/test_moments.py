"""Each thing in its moment: who begins, what closes a row, who has decided, and how it ends."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.playing import in_turns, last_view, push, qwixx_step
from tests.page.screens import choose_language
from tests.page.test_happenings import MOVING, WATCH, almost, lines, plain, seen, tap_in
from tests.page.visitor import Visitor
from tests.server.serving import Address, Opened

BOTS: list[dict[str, Any]] = [{"kind": "human", "name": "Ada"}, *[{"kind": "bot", "level": "easy"}] * 3]
PEOPLE = [{"kind": "human", "name": name} for name in ("Ada", "Boris", "Cleo")]


def begun(site: Address, by_me: bool) -> Opened:
    """A game that somebody begins who rolled the first six, and more than one die was needed for it."""
    while True:
        table = site.open("qwixx", BOTS, first="first-six")
        view = table.view()
        if (view["active"] == 1) == by_me and len(view["first_rolls"]) > 1:
            return table


@pytest.mark.parametrize("by_me", [True, False])
def test_the_first_six_is_seen(visit: Visit, site: Address, by_me: bool) -> None:
    """Also where a bot begins, who has rolled before the page has come."""
    table = begun(site, by_me)
    until_rolled = table.view()["first_rolls"]
    ada = visit(**MOVING).open_table(table, 1)
    expect(ada.by("first-rolls")).to_be_visible()
    expect(ada.by("first-rolls").locator(".die")).to_have_count(min(7, len(until_rolled)))
    words = "you begin." if by_me else "begins."
    expect(ada.by("line")).to_contain_text("They rolled for the first six:")
    expect(ada.by("line")).to_contain_text(words)
    if by_me:
        ada.tap("roll")
        expect(ada.page.locator(".die.rolling").first).to_be_visible()
    expect(ada.by("first-rolls")).to_have_count(0)
    expect(ada.by("dice")).to_be_visible()


LOCKS = """
() => {
  window.locks = []
  const look = () => {
    const row = document.querySelector('.main .line.row-r')
    window.locks.push([
      document.querySelector('[data-testid=line]')?.innerText ?? '',
      row ? Number(getComputedStyle(row).opacity) : 1,
      document.querySelectorAll('[data-testid=dice] .slot .die').length,
      !!document.querySelector('[data-testid=feast]'),
    ])
    requestAnimationFrame(look)
  }
  look()
}
"""


def test_a_row_closes_in_the_moment_of_its_lock(visit: Visit, site: Address) -> None:
    """Not with the cross before it; then its lock is as large as the sheet, with the name of who locked it."""
    table = almost(site)
    ada = visit(**MOVING).open_table(table, 1)
    tap_in(ada, (6, 6, 1, 2, 3, 4))
    table.wait_until(lambda view: view["phase"] == "white")
    table.play(2, "r12")
    expect(ada.by("pass")).to_be_visible()
    ada.page.wait_for_timeout(600)
    ada.page.evaluate(LOCKS)
    ada.tap("pass")
    expect(ada.by("feast")).to_contain_text("Boris")
    expect(ada.by("feast")).to_have_count(0)
    pictures = ada.page.evaluate("() => window.locks")
    crossing = [one for one in pictures if plain(one[0]) == "Boris · 6 + 6: red 12"]
    assert crossing
    assert {(opacity, dice) for _, opacity, dice, _ in crossing} == {(1, 4)}
    feast = [one for one in pictures if one[3]]
    assert all("row locked, red" in line and opacity < 1 for line, opacity, _, _ in feast)
    assert pictures[-1][2] == 3, "its die has left"


def test_a_row_that_one_finished_stays_at_full_strength(visit: Visit, site: Address) -> None:
    table = almost(site)
    table.play(1, "661234")
    table.play(1, "r12")
    table.play(2, "pass")
    ada, boris = visit().open_table(table, 1), visit().open_table(table, 2)
    for visitor, strength in ((ada, 1), (boris, 0.7)):
        row = visitor.sheet.locator(".line.row-r")
        expect(row).to_be_visible()
        assert float(row.evaluate("(row) => getComputedStyle(row).opacity")) == pytest.approx(strength)


STATUS = """
() => {
  window.told = []
  const look = () => {
    const text = (name) => document.querySelector(`[data-testid="${name}"]`)?.innerText ?? ''
    window.told.push([document.querySelectorAll('.die.rolling').length, text('player-2'), text('change-mind')])
    requestAnimationFrame(look)
  }
  look()
}
"""


def told(visitor: Visitor) -> list[Any]:
    found: list[Any] = visitor.page.evaluate("() => window.told")
    return found


def test_nobody_has_decided_while_the_dice_roll(visit: Visit, site: Address) -> None:
    ada = visit(**MOVING).open_table(site.open("qwixx", BOTS), 1)
    expect(ada.by("roll")).to_be_visible()
    ada.page.wait_for_timeout(600)
    ada.page.evaluate(STATUS)
    ada.tap("roll")
    expect(ada.by("pass")).to_be_visible()
    rolling = [card for dice, card, _ in told(ada) if dice]
    assert rolling
    assert not any("ready" in card for card in rolling)


def test_who_could_only_pass_is_not_called_ready(visit: Visit, site: Address) -> None:
    """Nothing fits on Ada's sheet; the others at this device decide."""
    table = site.open("qwixx", PEOPLE, dice="real")
    for roll, cell in (("561111", "r11"), ("561111", "y11"), ("121111", "g3"), ("121111", "b3")):
        active = table.view()["active"]
        table.play(active, roll)
        for seat in (1, 2, 3):
            table.play(seat, cell if seat == 1 else "pass")
        if table.view()["phase"].startswith("colour"):
            table.play(active, "pass")
    family = visit().open_table(table, 1, 2, 3)
    tap_in(family, (3, 4, 1, 2, 3, 4))
    expect(family.by("pass")).to_be_visible()
    expect(family.by("player-1")).to_contain_text("passes")
    expect(family.by("player-1")).not_to_contain_text("ready")


def test_at_one_device_all_decisions_are_shown_and_no_button_that_cannot_work(
    visit: Visit, site: Address
) -> None:
    table = site.open("qwixx", PEOPLE, dice="real")
    table.play(1, "341234")
    family = visit(**MOVING).open_table(table, 1, 2, 3)
    family.page.evaluate(WATCH)
    for seat in (1, 2, 3):
        if seat > 1:
            expect(family.by("take-device")).to_be_enabled()
            family.tap("take-device")
        expect(family.page.locator(".actions[aria-disabled=false]")).to_be_visible()
        if seat == 3:
            family.page.evaluate(STATUS)
        if seat == 2:
            family.sheet.get_by_test_id("cell-r7").dblclick()
        else:
            family.tap("pass")
    family.tap("take-device")
    expect(family.by("prompt")).to_contain_text("Ada: One white")
    assert [line for line in lines(family) if ":" in line or "pass" in line][-3:] == [
        "Boris · 3 + 4: red 7",
        "Cleo passes.",
        "Ada passes.",
    ]
    assert not any(button for _, _, button in told(family))
    pictures = seen(family)
    shown = [one["at"] for one in pictures if plain(one["line"]).startswith("Boris ·")]
    gone = next(one["at"] for one in pictures if one["at"] > shown[-1])
    assert gone - shown[0] > 800, "the others at the device have not seen it before"


def test_a_spectator_sees_the_cross_being_drawn(visit: Visit, site: Address) -> None:
    table = site.open("qwixx", PEOPLE, dice="real")
    table.play(1, "341234")
    boris = visit(**MOVING).open_table(table)
    expect(boris.sheet).to_be_visible()
    for seat, move in ((1, "pass"), (2, "pass"), (3, "g7")):
        table.play(seat, move)
    expect(boris.page.locator(".main h2")).to_have_text("Cleo")
    cross = boris.sheet.get_by_test_id("cell-g7").locator("svg")
    expect(cross).to_have_class(re.compile("drawn"))
    expect(boris.page.locator(".main h2")).to_have_text("Ada")


def test_crosses_are_drawn_once(visit: Visit, site: Address) -> None:
    """Those of before are there when the page comes, and stay as they are."""
    ada = visit(**MOVING).open_table(almost(site), 1)
    expect(ada.sheet.locator(".crossed svg")).to_have_count(6)
    ada.page.wait_for_timeout(500)
    assert ada.sheet.locator("svg.drawn").count() == 0


def test_what_happened_last_is_there_after_a_reload(visit: Visit, site: Address) -> None:
    table = site.open("quixo")
    table.play(1, "a1a5")
    boris = visit().open_table(table, 2)
    told = "Ada: a cube from a1 to a5."
    expect(boris.by("line")).to_have_text(told)
    boris.page.reload()
    expect(boris.by("line")).to_have_text(told)
    choose_language(boris, "ru")
    expect(boris.by("line")).to_have_text("Ada: кубик с a1 на a5.")


CALM = """
() => {
  window.calm = []
  const look = () => {
    const line = document.querySelector('[data-testid=line]')?.innerText ?? ''
    const acts = [...document.querySelectorAll('.player.acts')].map((one) => one.dataset.testid)
    const over = !!document.querySelector('[data-testid=result]')
    const can = document.querySelectorAll('.cube.can').length
    window.calm.push([line, can, acts, over, performance.now()])
    requestAnimationFrame(look)
  }
  look()
}
"""


def test_a_push_is_looked_at_before_anybody_is_asked(visit: Visit, site: Address) -> None:
    table = site.open("quixo4", BOTS)
    ada = visit(**MOVING).open_table(table, 1)
    ada.page.evaluate(CALM)
    push(ada, "c1c5n")
    expect(ada.page.locator(".cube.can").first).to_be_visible()
    expect(ada.by("line")).to_contain_text("Bruno")
    ada.page.wait_for_timeout(1500)
    pictures = ada.page.evaluate("() => window.calm")
    for seat, name in enumerate(("Max", "Otto", "Bruno"), 2):
        shown = [one for one in pictures if one[0].startswith(f"{name}:")]
        assert max(one[4] for one in shown) - min(one[4] for one in shown) > 900
        moment = [one for one in shown if one[2]]
        assert all(can == 0 and acts == [f"player-{seat}"] for _, can, acts, _, _ in moment)


def test_a_tap_on_the_board_has_seen_enough(visit: Visit, site: Address) -> None:
    table = site.open("quixo")
    boris = visit(**{**MOVING, "pace": "calm"}).open_table(table, 2)
    expect(boris.by("board")).to_be_visible()
    table.play(1, "a1a5")
    expect(boris.page.locator(".player.acts")).to_have_count(1)
    boris.tap("cube-c3")
    expect(boris.page.locator(".cube.can").first).to_be_visible(timeout=900)


def test_nothing_of_quixo_is_skipped_silently_after_being_away(visit: Visit, site: Address) -> None:
    table = site.open("quixo", [{"kind": "human", "name": name} for name in ("Ada", "Boris")])
    ada = visit(**MOVING).open_table(table)
    expect(ada.by("board")).to_be_visible()
    with ada.patience():
        ada.context.set_offline(True)
        ada.page.goto("about:blank")
        for seat, move in ((1, "a1a5"), (2, "e1e5"), (1, "b1b5")):
            table.play(seat, move)
        ada.context.set_offline(False)
        ada.page.go_back()
    expect(ada.by("line")).to_contain_text("b1 to b5")
    ada.tap("happened")
    for way in ("a1 to a5", "e1 to e5", "b1 to b5"):
        expect(ada.by("log")).to_contain_text(way)


def test_a_tap_on_the_board_in_the_last_moment(visit: Visit, site: Address) -> None:
    """The board that was tapped gives way to the result."""
    table = almost_won(site)
    boris = visit(**{**MOVING, "pace": "calm"}).open_table(table, 2)
    expect(boris.by("board")).to_be_visible()
    table.play(1, "e2e5")
    expect(boris.page.locator(".player.acts")).to_have_count(1)
    boris.tap("cube-c3")
    expect(boris.by("result")).to_be_visible(timeout=900)


def almost_won(site: Address) -> Opened:
    """Ada wins with e2e5."""
    table = site.open("quixo")
    for number, move in enumerate(("a1a5", "e1e5", "b1b5", "e1e5", "c1c5", "e1e5", "d1d5", "a1e1")):
        table.play(number % 2 + 1, move)
    return table


def test_the_last_push_has_its_moment_then_the_result(visit: Visit, site: Address) -> None:
    table = almost_won(site)
    boris = visit(**MOVING).open_table(table, 2)
    expect(boris.by("board")).to_be_visible()
    boris.page.evaluate(CALM)
    table.play(1, "e2e5")
    expect(boris.by("result")).to_be_visible()
    pictures = boris.page.evaluate("() => window.calm")
    pushed = next(at for line, _, _, _, at in pictures if "e2 to e5" in line)
    over = next(at for _, _, _, over, at in pictures if over)
    assert over - pushed > 1000
    expect(boris.by("result")).to_contain_text("Well played! The next game may be yours.")
    ada = visit().open_table(table, 1)
    expect(ada.by("result")).not_to_contain_text("Well played")


PITCHES = """
window.pitches = []
const make = AudioContext.prototype.createOscillator
AudioContext.prototype.createOscillator = function () {
  const tone = make.call(this)
  const start = tone.start
  tone.start = (at) => {
    window.pitches.push(tone.frequency.value)
    start.call(tone, at)
  }
  return tone
}
"""


def test_a_win_a_loss_and_a_draw_sound_different(visit: Visit, site: Address) -> None:
    """And nothing sounds for who wants no sound."""
    won, drawn = almost_won(site), site.open("quixo")
    players = [(visit(), table, seat) for table, seat in ((won, 1), (won, 2), (drawn, 1), (won, 2))]
    silent = "if (location.host) localStorage.setItem('rowlock.settings', '{\"volume\": \"off\"}')"
    players[-1][0].context.add_init_script(silent)
    for visitor, table, seat in players:
        visitor.context.add_init_script(PITCHES)
        visitor.open_table(table, seat)
        visitor.by("prompt").click()  # browsers are silent before the first touch
    push(players[0][0], "e2e5")
    for seat in (1, 2):
        drawn.do(seat, "offer-draw")
    for visitor, _, _ in players:
        expect(visitor.by("result")).to_be_visible()
    for visitor, _, _ in players[:-1]:  # the first noise comes a little later than its picture
        visitor.page.wait_for_function("() => window.pitches.length")
    *tunes, silence = (tuple(visitor.page.evaluate("() => window.pitches")) for visitor, _, _ in players)
    assert len(set(tunes)) == 3, tunes
    assert not silence


def test_the_result_is_in_view_on_a_low_phone(visit: Visit, site: Address) -> None:
    """Named once, beside the board that stays."""
    table = almost_won(site)
    table.play(1, "e2e5")
    boris = visit(size={"width": 360, "height": 600}).open_table(table, 2)
    expect(boris.by("prompt")).to_have_text("The winner is Ada!")
    title = boris.by("result").locator("h1").bounding_box()
    assert title
    assert title["width"] <= 1


def test_nothing_moves_in_a_whole_game(visit: Visit, site: Address) -> None:
    """From the first picture to the result, with four players; also what moves after a tap."""
    ada = visit("ru", size={"width": 360, "height": 600}, reduced_motion="no-preference")
    ada.context.add_init_script(
        "window.moved = 0; new PerformanceObserver((list) => list.getEntries().forEach((one) =>"
        " { window.moved += one.value })).observe({ type: 'layout-shift', buffered: true })"
    )
    ada.open_table(site.open("qwixx", BOTS), 1)
    in_turns([ada], qwixx_step)
    expect(ada.by("course")).to_be_visible()
    ada.page.wait_for_timeout(500)
    assert ada.page.evaluate("() => window.moved") < 0.02


@pytest.mark.parametrize("wish, title", [("Give up", "Give up"), ("Leave the table", "Leave the table")])
def test_a_confirmation_says_what_is_confirmed(visit: Visit, site: Address, wish: str, title: str) -> None:
    ada = visit().open_table(site.open("quixo"), 1)
    ada.tap("menu")
    ada.page.locator("dialog[open]").get_by_role("button", name=wish).click()
    expect(ada.page.locator("dialog[open] h2")).to_have_text(title)


def test_who_sits_there_is_not_told_that_they_are_away(visit: Visit, site: Address) -> None:
    table = site.open("quixo")
    ada = visit().open_table(table, 1)
    expect(ada.by("bar")).to_be_visible()
    table.do(1, "leave")
    expect(ada.page.get_by_role("alert")).to_contain_text("You have left the table.")
    expect(ada.page).to_have_url(f"{ada.origin}/")
    assert last_view(ada)["seats"][0]["left"]
    expect(ada.page.locator("main")).not_to_contain_text("You are away")
