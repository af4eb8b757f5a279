"""What happens is shown, in order, at the pace of people: dice, sum, decisions, crosses and locks, points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from playwright.sync_api import expect

from rowlock.locale import LANGUAGES
from tests.page.conftest import Visit
from tests.page.playing import last_view, until
from tests.page.screens import choose_language
from tests.page.visitor import Visitor
from tests.server.serving import Address, Opened

MOVING: dict[str, Any] = {"pace": "normal", "reduced_motion": "no-preference"}
"""A visitor who sees everything as people do."""

WATCH = """
() => {
  window.seen = []
  const look = () => {
    const text = (name) => document.querySelector(`[data-testid="${name}"]`)?.innerText ?? ''
    const now = {
      line: text('line'),
      prompt: text('prompt'),
      sum: text('sum').split('\\n')[0],
      may: document.querySelectorAll('.main .cell.may').length,
      acts: [...document.querySelectorAll('.player.acts')].map((one) => one.dataset.testid),
      rolling: document.querySelectorAll('.die.rolling').length,
      boxes: document.querySelectorAll('.main .penalties svg').length,
      over: !!document.querySelector('[data-testid="result"]'),
      at: performance.now(),
    }
    const last = window.seen.at(-1)
    if (!last || JSON.stringify({ ...last, at: 0 }) !== JSON.stringify({ ...now, at: 0 })) window.seen.push(now)
    requestAnimationFrame(look)
  }
  look()
}
"""
"""Keeps everything that was to be seen, picture by picture."""


def seen(visitor: Visitor) -> list[Any]:
    found: list[Any] = visitor.page.evaluate("() => window.seen")
    return found


def lines(visitor: Visitor) -> list[str]:
    told: list[str] = []
    for picture in seen(visitor):
        if picture["line"] and [picture["line"]] != told[-1:]:
            told.append(picture["line"])
    return [plain(line) for line in told]


def plain(text: str) -> str:
    """Without the marks that keep names and sums in their direction."""
    return "".join(letter for letter in text if letter not in "\u2066\u2067\u2068\u2069")


def crossed(table: Opened, rolls: Sequence[str], cells: Sequence[str], seats: Sequence[int]) -> None:
    """Turns in which these seats cross the white sum in these cells, and nobody does anything else."""
    for roll, cell in zip(rolls, cells, strict=True):
        active = table.view()["active"]
        table.play(active, roll)
        for seat in (1, 2):
            table.play(seat, cell if seat in seats else "pass")
        if table.view()["phase"].startswith("colour"):
            table.play(active, "pass")


def full(site: Address, **options: Any) -> Opened:
    """Nothing fits on anybody's sheet any more, and Ada rolls."""
    table = site.open("qwixx", dice="real", **options)
    crossed(table, ["561111", "561111", "121111", "121111"], ["r11", "y11", "g3", "b3"], (1, 2))
    return table


def almost(site: Address) -> Opened:
    """Both have five crosses in the red row, and Ada rolls."""
    table = site.open("qwixx", dice="real")
    crossed(
        table,
        ["111111", "121111", "131111", "141111", "151111", "661111"],
        ["r2", "r3", "r4", "r5", "r6", "g12"],
        (1, 2),
    )
    return table


def tap_in(visitor: Visitor, faces: Sequence[int]) -> None:
    for face in faces:
        visitor.by("real-dice").locator(".face").nth(face - 1).click()
    visitor.tap("roll")


def test_ones_own_roll_is_seen_when_nothing_fits(visit: Visit, site: Address) -> None:
    table = full(site)
    ada = visit(**MOVING).open_table(table, 1)
    expect(ada.by("real-dice")).to_be_visible()
    ada.page.evaluate(WATCH)
    tap_in(ada, (3, 4, 1, 2, 3, 4))
    expect(ada.by("line")).to_have_text("Nothing fits: a penalty, −5.")
    expect(ada.by("spoken")).to_have_text("Nothing fits: a penalty, −5.")
    expect(ada.sheet.locator(".penalties svg")).to_have_count(1)
    expect(ada.by("sum")).to_contain_text("7")
    ada.page.wait_for_timeout(2500)
    told = lines(ada)
    order = [
        "You roll the dice.",
        "The white dice make 7.",
        "No 7 fits your sheet: you pass.",
        "Nothing fits: a penalty, −5.",
    ]
    assert [line for line in told if line in order] == order, told
    pictures = seen(ada)
    at = {plain(one["line"]): one["at"] for one in reversed(pictures)}
    assert at[order[3]] - at[order[2]] > 1500, "why one passes can be read"
    drawn = next(i for i, one in enumerate(pictures) if one["boxes"])
    assert "7" in {one["sum"] for one in pictures[:drawn]}
    assert all(one["sum"] in ("7", "") for one in pictures[drawn:]), "the dice stay until the next roll"


def test_a_tap_has_seen_enough(visit: Visit, site: Address) -> None:
    table = full(site)
    ada = visit(**{**MOVING, "pace": "calm"}).open_table(table, 1)
    tap_in(ada, (3, 4, 1, 2, 3, 4))
    expect(ada.by("line")).to_have_text("You roll the dice.")
    for text in ("The white dice make 7.", "No 7 fits your sheet: you pass."):
        ada.tap("dice")
        expect(ada.by("line")).to_have_text(text, timeout=900)


def test_who_is_passed_over_has_nothing_to_change(visit: Visit, site: Address) -> None:
    table = site.open("qwixx", dice="real")
    crossed(table, ["561111", "561111", "121111", "121111"], ["r11", "y11", "g3", "b3"], (1,))
    ada = visit().open_table(table, 1)
    expect(ada.by("real-dice")).to_be_visible()
    tap_in(ada, (3, 4, 1, 2, 3, 4))
    expect(ada.by("line")).to_have_text("No 7 fits your sheet: you pass.")
    expect(ada.by("prompt")).to_contain_text("Waiting for Boris")
    assert ada.by("change-mind").count() == 0
    expect(ada.by("unroll")).to_be_visible()
    ada.page.reload()
    expect(ada.by("unroll")).to_be_visible()
    assert ada.by("change-mind").count() == 0


def test_the_dice_can_be_corrected_after_an_automatic_penalty(visit: Visit, site: Address) -> None:
    table = full(site)
    ada = visit().open_table(table, 1)
    tap_in(ada, (3, 4, 1, 2, 3, 4))
    expect(ada.by("unroll")).to_be_visible()
    assert table.view()["scores"][0] == -1
    ada.page.reload()
    ada.tap("unroll")
    table.wait_until(lambda view: view["scores"][0] == 4 and view["active"] == 1)
    expect(ada.page.locator(".note")).to_contain_text("The dice are corrected")
    expect(ada.by("unroll")).to_have_count(0)


def test_while_the_dice_roll_nothing_gives_the_sum_away(visit: Visit, site: Address) -> None:
    table = site.open("qwixx")
    ada = visit(**MOVING).open_table(table, 1)
    expect(ada.by("roll")).to_be_visible()
    ada.page.wait_for_timeout(600)
    ada.page.evaluate(WATCH)
    ada.tap("roll")
    expect(ada.by("pass")).to_be_visible()
    rolling = [one for one in seen(ada) if one["rolling"]]
    assert rolling
    for one in rolling:
        assert one["may"] == 0, one
        assert one["sum"] == "…", one
        assert "White sum" not in one["prompt"], one
    assert seen(ada)[-1]["may"] > 0


def test_each_decision_has_its_moment_and_its_words(visit: Visit, site: Address) -> None:
    table = site.open("qwixx", dice="real")
    table.play(1, "413333")
    boris = visit(**MOVING).open_table(table, 2)
    table_seen = boris.by("pass")
    expect(table_seen).to_be_visible()
    boris.page.evaluate(WATCH)
    table.play(1, "y5")
    boris.page.wait_for_timeout(600)
    boris.tap("pass")
    expect(boris.by("line")).to_have_text("You pass.")
    table.wait_until(lambda view: view["phase"] == "colour+")
    table.play(1, "r7")
    expect(boris.by("roll")).to_be_visible()
    told = lines(boris)
    assert told[-3:] == ["You pass.", "Ada · 4 + 1: yellow 5", "Ada · 4 + 3: red 7"], told
    pictures = seen(boris)
    acting = [one for one in pictures if plain(one["line"]) == "Ada · 4 + 1: yellow 5"]
    assert any(one["acts"] == ["player-1"] for one in acting)
    begin = next(one["at"] for one in pictures if plain(one["line"]) == told[-2])
    end = next(one["at"] for one in pictures if plain(one["line"]) == told[-1])
    assert end - begin > 800
    assert [one["sum"] for one in pictures if one["sum"]][-1] == "5", "the dice stay"


def test_a_chosen_number_lights_its_dice(visit: Visit, site: Address) -> None:
    table = site.open("qwixx", dice="real")
    table.play(1, "165333")
    for seat in (1, 2):
        table.play(seat, "pass")
    ada = visit().open_table(table, 1)
    ada.sheet.get_by_test_id("cell-r11").click()
    expect(ada.page.locator(".lit")).to_have_count(2)
    assert plain(ada.by("sum").inner_text()).split() == ["11", "6", "+", "5", "=", "11"]


def test_a_lock_is_celebrated(visit: Visit, site: Address) -> None:
    table = almost(site)
    assert table.view()["active"] == 1
    ada = visit(**MOVING).open_table(table, 1)
    tap_in(ada, (6, 6, 1, 2, 3, 4))
    table.wait_until(lambda view: view["phase"] == "white")
    table.play(2, "r12")
    expect(ada.by("pass")).to_be_visible()
    ada.page.wait_for_timeout(600)
    ada.page.evaluate(WATCH)
    ada.tap("pass")
    expect(ada.by("line")).to_contain_text("row locked, red! It is closed for everybody")
    assert "Boris" in ada.by("line").inner_text()
    expect(ada.by("spoken")).to_contain_text("row locked, red!")
    ada.page.wait_for_timeout(1200)
    expect(ada.by("dice").locator(".die")).to_have_count(5)
    expect(ada.by("pass")).to_be_visible()
    ada.tap("pass")
    ada.tap("penalty")
    expect(ada.by("line")).to_contain_text("You take a penalty")
    expect(ada.by("line")).to_be_visible()
    expect(ada.by("prompt")).to_contain_text("Waiting for Boris")
    expect(ada.by("dice").locator(".die")).to_have_count(5)


def test_the_last_cross_has_its_moment_then_the_result(visit: Visit, site: Address) -> None:
    table = full(site)
    for active in (1, 2, 1, 2, 1, 2):
        table.play(active, "341234")
    ada = visit(**MOVING).open_table(table, 1)
    expect(ada.by("real-dice")).to_be_visible()
    ada.page.evaluate(WATCH)
    tap_in(ada, (3, 4, 1, 2, 3, 4))
    expect(ada.by("result")).to_be_visible()
    pictures = seen(ada)
    last = next(one["at"] for one in pictures if one["boxes"] == 4)
    over = next(one["at"] for one in pictures if one["over"])
    assert over - last > 1000
    assert ada.prompt() == "", "the result is named once"


def test_how_the_game_went(visit: Visit, site: Address) -> None:
    """Everybody's points to the end, and how often each white sum was rolled."""
    table = full(site)
    for active in (1, 2, 1, 2, 1, 2, 1):
        table.play(active, "341234")
    ada = visit().open_table(table, 1)
    sums = ada.by("course").locator("ol li")
    rolled = {3: 2, 7: 7, 11: 2}
    expect(sums).to_have_text([f"{total}:{rolled.get(total, 0)}" for total in range(2, 13)])
    ends = [
        int(plain(text).replace("−", "-").split()[-1])
        for text in ada.by("course").locator("ul li").all_inner_texts()
    ]
    assert ends == table.view()["outcome"]["scores"]


def test_who_gave_up_is_named(visit: Visit, site: Address) -> None:
    table = site.open("quixo")
    ada, boris = visit().open_table(table, 1), visit().open_table(table, 2)
    expect(ada.by("bar")).to_be_visible()
    expect(boris.by("bar")).to_be_visible()
    table.do(2, "resign")
    expect(ada.by("result")).to_contain_text("Boris gave up.")
    expect(boris.by("result")).to_contain_text("You gave up.")


def test_what_happened_can_be_read_again(visit: Visit, site: Address) -> None:
    """In the language that is chosen by then."""
    table = site.open("qwixx", dice="real")
    ada = visit().open_table(table, 1)
    tap_in(ada, (3, 4, 1, 2, 3, 4))
    expect(ada.by("pass")).to_be_visible()
    ada.tap("happened")
    expect(ada.by("log").locator("li")).to_have_text(["You roll the dice.", "The white dice make 7."])
    ada.page.keyboard.press("Escape")
    choose_language(ada, "ru")
    expect(ada.by("line")).to_have_text("Сумма белых кубиков — 7.")
    ada.tap("happened")
    expect(ada.by("log").locator("li")).to_have_text(["Вы бросаете кубики.", "Сумма белых кубиков — 7."])


def test_the_first_roll_is_seen_by_who_comes_after_it(visit: Visit, site: Address) -> None:
    """A bot begins, and has rolled before the page is there."""
    table = site.open("qwixx", [{"kind": "human", "name": "Ada"}, {"kind": "bot", "level": "easy"}], first=2)
    table.wait_until(lambda view: view["phase"] == "white")
    ada = visit(**MOVING)
    ada.context.add_init_script(f"({WATCH})()")
    ada.open_table(table, 1)
    expect(ada.by("pass")).to_be_visible()
    pictures = seen(ada)
    assert any(one["rolling"] for one in pictures)
    for one in pictures:
        assert not one["rolling"] or (one["sum"] == "…" and not one["may"]), one
    told = lines(ada)
    assert len(told) == 2, told
    assert told[0].endswith("rolls the dice."), told
    assert told[1].startswith("The white dice make"), told
    assert pictures[-1]["may"] > 0


def test_nothing_is_skipped_silently_after_being_away(visit: Visit, site: Address) -> None:
    """Two turns pass while Ada has no connection."""
    table = site.open("qwixx", [{"kind": "human", "name": name} for name in ("Ada", "Boris")], dice="real")
    ada = visit(**MOVING).open_table(table, 1)
    expect(ada.by("real-dice")).to_be_visible()
    with ada.patience():
        ada.context.set_offline(True)
        ada.page.goto("about:blank")
        crossed(table, ["341111", "351111"], ["r7", "r8"], (2,))
        ada.context.set_offline(False)
        ada.page.go_back()
    ada.page.wait_for_timeout(1500)
    ada.tap("happened")
    expect(ada.by("log")).to_contain_text("The white dice make 7.")
    expect(ada.by("log")).to_contain_text("Boris: red 8 crossed out.")


LOOKS_AWAY = """
(away) => {
  for (const [name, value] of [['hidden', away], ['visibilityState', away ? 'hidden' : 'visible']])
    Object.defineProperty(document, name, { value, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}
"""


def test_who_looked_away_is_caught_up_with(visit: Visit, site: Address) -> None:
    """Another page was in front while two turns were played: all of it is told, and it doesn't take its time again."""
    table = site.open("qwixx", dice="real")
    boris = visit(**{**MOVING, "pace": "calm"}).open_table(table, 2)
    expect(boris.by("happened")).to_be_visible()
    boris.page.clock.install()
    boris.page.evaluate(LOOKS_AWAY, True)
    crossed(table, ["341111", "351111"], ["r7", "r8"], (1,))
    boris.page.clock.fast_forward(60_000)
    until(boris, lambda: last_view(boris)["plies"] == table.view()["plies"])
    boris.page.evaluate(LOOKS_AWAY, False)
    boris.page.clock.run_for(5000)
    account = boris.by("account")
    expect(account).to_be_visible()
    told = plain(account.inner_text()).splitlines()
    assert {"Ada · 3 + 4: red 7", "You roll the dice.", "Ada · 3 + 5: red 8"} < set(told), told
    boris.page.keyboard.press("Escape")
    expect(boris.by("prompt")).to_contain_text("Waiting for Ada")
    boris.tap("happened")
    assert told == plain(boris.by("log").inner_text()).splitlines()[-len(told) :]


@pytest.mark.parametrize("pace", ["calm", "quick"])
def test_the_pace_is_a_setting(visit: Visit, site: Address, pace: str) -> None:
    table = full(site)
    ada = visit(**{**MOVING, "pace": "normal"}).open_table(table, 1)
    ada.tap("settings")
    ada.page.get_by_label(pace.capitalize()).check()
    ada.page.keyboard.press("Escape")
    ada.page.evaluate(WATCH)
    tap_in(ada, (3, 4, 1, 2, 3, 4))
    expect(ada.by("prompt")).to_contain_text("Waiting for Boris", timeout=12_000)
    pictures = seen(ada)
    begin = next(one["at"] for one in pictures if one["line"] == "You roll the dice.")
    took = pictures[-1]["at"] - begin
    assert took > 5000 if pace == "calm" else took < 2500


@pytest.mark.parametrize("language", LANGUAGES)
def test_waiting_always_has_a_name(visit: Visit, site: Address, language: str) -> None:
    table = site.open("qwixx", dice="real")
    ada = visit(language).open_table(table, 1)
    expect(ada.by("real-dice")).to_be_visible()
    ada.page.evaluate(WATCH)
    tap_in(ada, (3, 4, 1, 2, 3, 4))
    expect(ada.by("pass")).to_be_visible()
    ada.page.wait_for_timeout(600)
    ada.tap("pass")
    until(ada, lambda: last_view(ada)["awaiting"] == [2])
    table.play(2, "pass")
    expect(ada.by("pass")).to_be_visible()
    for one in seen(ada):
        assert not one["prompt"].rstrip().endswith((":", "for")), one
