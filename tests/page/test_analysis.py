"""Any position analysed in the browser: set up, pasted, from a game; all sides played, branched, and copied."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from rowlock.locale import FOLDER
from rowlock.rules import Record, parse_position
from rowlock.study import analyse
from rowlock.study.qwixx.odds import odds
from tests.page.conftest import Visit
from tests.page.screens import Stage
from tests.page.test_keyboard import Keys
from tests.page.visitor import DESK, PHONE, Visitor
from tests.server.serving import PATIENCE

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
LONG_MS = 2000 * PATIENCE
"""The first question compiles what it needs, on a machine that may be busy."""
SMALL = "quixo .../.../... x"
ROLLED = "qwixx 5/-/-/-/0 -/-/-/-/0 1 white 113526"
BEFORE = "qwixx 5/-/-/-/0 -/-/-/-/0 1 roll -"


def text(language: str, key: str) -> str:
    found: str = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))[key]
    return found


def at(position: str, *moves: str) -> str:
    """Its address."""
    line = ";".join((position, *moves)).replace(" ", "_")
    return f"/analyse/{position.split(' ')[0]}#{line}"


def known(visitor: Visitor) -> None:
    """As soon as something is known of the place where the visitor is now."""
    marks = visitor.page.locator("[data-testid=found][aria-busy=false] [data-testid=worths] .badge")
    expect(marks.first).to_be_visible(timeout=LONG_MS)


def listed(visitor: Visitor) -> list[str]:
    """The moves in their order."""
    buttons = visitor.page.locator("[data-testid^=worth-]")
    return [(one.get_attribute("data-testid") or "").removeprefix("worth-") for one in buttons.all()]


def line(visitor: Visitor) -> str:
    """The address of the line, as a person reads it."""
    return visitor.page.url.partition("#")[2].replace("_", " ")


def badge(visitor: Visitor, name: str) -> str:
    return re.sub(r"\s", "", visitor.by(name).first.locator(".badge").inner_text())


@pytest.mark.parametrize("language", ["en", "ar"])
def test_quixo_from_the_first_screen(visit: Visit, language: str) -> None:
    """On a phone: a small board is set up, every move has its exact value, all sides are played, and branches stay."""
    ada = visit(language, size=PHONE, has_touch=True, is_mobile=True).open("/")
    expect(ada.by("analyse-quixo")).to_have_text(text(language, "analyse.open"))
    ada.tap("analyse-quixo")
    known(ada)
    ada.tap("set-up")
    ada.page.get_by_label("3×3").check(force=True)
    ada.tap("cube-b1")
    expect(ada.by("cube-b1")).to_have_attribute("aria-label", re.compile(re.escape(text(language, "cube.x"))))
    ada.tap("cube-b1")
    expect(ada.by("cube-b1")).to_have_attribute("aria-label", re.compile(re.escape(text(language, "cube.o"))))
    ada.tap("set")
    state = parse_position("quixo .../.../.o. x")
    truth = {option.move: option for option in analyse(state).moves}
    known(ada)
    assert listed(ada) == list(truth)[:8]
    best = listed(ada)[0]
    assert line(ada) == str(state)

    marks = {"win": "✓", "draw": "=", "loss": "✕"}
    for square in {move[:2] for move in truth}:
        top = next(move for move in truth if move.startswith(square))
        said = marks[truth[top].value or "draw"] + str(truth[top].plies)
        assert badge(ada, f"cube-{square}") == said, square
    assert ada.by("board").evaluate("(one) => getComputedStyle(one).direction") == "ltr"
    ada.tap(f"cube-{best[:2]}")
    ends = [move for move in truth if move[:2] == best[:2]]
    for move in ends:
        assert badge(ada, f"end-{move[2:]}") == marks[truth[move].value or "draw"] + str(truth[move].plies)
    ada.tap(f"end-{best[2:]}")
    after = state.play(1, best)
    expect(ada.by("node-1")).to_have_attribute("aria-current", "step")
    known(ada)
    answer = listed(ada)[0]
    ada.tap(f"worth-{answer}")
    expect(ada.by("node-2")).to_have_attribute("aria-current", "step")
    assert line(ada) == f"{state};1:{best};2:{answer}"

    ada.tap("back")
    expect(ada.by("node-1")).to_have_attribute("aria-current", "step")
    known(ada)
    other = next(move for move in after.legal_moves(2) if move != answer)
    ada.tap("all-moves")
    ada.tap(f"worth-{other}")
    expect(ada.by("node-3")).to_have_attribute("aria-current", "step")
    expect(ada.by("line")).to_contain_text("(")
    ada.tap("node-2")
    expect(ada.page).to_have_url(re.compile(f"2:{answer}$"))
    ada.tap("node-1")
    ada.page.reload()
    expect(ada.by("node-1")).to_have_attribute(
        "aria-current", "step"
    )  # the link says the line, and where in it
    expect(ada.by("node-2")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "ar"])
def test_qwixx_before_and_after_the_roll(visit: Visit, language: str) -> None:
    """On a phone: the odds in the cells, dice tapped in, both decide, and the turn goes on."""
    ada = visit(language, size=PHONE, has_touch=True, is_mobile=True).open(at(BEFORE))
    expect(ada.by("worth")).to_be_visible(timeout=LONG_MS)
    state = parse_position(BEFORE)
    truth = {cell.cell: cell for cell in odds(state, 1)}
    for cell in ("r7", "y2", "b12"):
        expect(ada.by(f"cell-{cell}").locator("small")).to_have_attribute(
            "data-text", f"{100 * truth[cell].odds:.0f}"
        )
    expect(ada.by("cell-r4").locator("small")).to_have_count(0)
    skip = truth["r9"].skip_chance
    assert skip is not None
    ada.page.get_by_label(text(language, "analyse.shown.skip"), exact=True).check(force=True)
    expect(ada.by("cell-r9").locator("small")).to_have_attribute(
        "data-text", f"{100 * skip:+.1f}".replace("-", "−")
    )
    ada.page.get_by_label(
        text(language, "seat.player").replace("{number}", "\u20682\u2069" if language == "ar" else "2")
    ).check(force=True)
    passive = {cell.cell: cell.odds for cell in odds(state, 2)}
    ada.page.get_by_label(text(language, "analyse.shown.odds"), exact=True).check(force=True)
    expect(ada.by("cell-r7").locator("small")).to_have_attribute(
        "data-text", f"{100 * passive['r7']:.0f}", timeout=LONG_MS
    )

    for face in "113526":
        ada.by("real-dice").locator(".face").nth(int(face) - 1).click()
    known(ada)
    rolled = parse_position(ROLLED)
    assert listed(ada) == [
        option.move for option in analyse(rolled, 2).moves
    ]  # whose decision it is stays chosen
    first, second, *_ = analyse(rolled, 2).moves
    assert first.chance
    assert second.chance
    less = f"{100 * (second.chance - first.chance):+.1f}".replace("-", "−")
    assert badge(ada, f"worth-{first.move}") == "✓"
    assert badge(ada, f"worth-{second.move}") == less
    ada.by("stage").get_by_test_id("cell-r2").click()
    expect(ada.by("node-2")).to_have_attribute("aria-current", "step")
    known(ada)
    ada.tap("move-pass")
    expect(ada.by("node-3")).to_have_attribute("aria-current", "step")
    known(ada)
    ada.tap("texts")
    expect(ada.by("position")).to_have_text("qwixx 5/-/-/-/0 2/-/-/-/0 1 colour 113526")


def test_set_up_sheets(visit: Visit) -> None:
    ada = visit(size=DESK).open("/analyse/qwixx")
    expect(ada.by("worth")).to_be_visible(timeout=LONG_MS)
    ada.tap("set-up")
    with ada.patience():  # the server refuses, and the page doesn't know why
        for number in (2, 3, 5, 7, 12):
            ada.tap(f"cell-r{number}")
        expect(ada.by("prompt")).to_contain_text("12 needs 5 crosses")
        expect(ada.by("set")).to_be_disabled()
        ada.tap("cell-r4")
        expect(ada.by("set")).to_be_enabled()
    ada.page.get_by_role("group", name="Penalties").get_by_label("2").check(force=True)
    ada.page.get_by_role("group", name="How many sheets?").get_by_label("3").check(force=True)
    ada.page.get_by_role("group", name="Who rolls?").get_by_label("Player 3").check(force=True)
    faces = ada.by("real-dice").locator(".face")
    for face in (1, 2, 3, 4, 5):
        faces.nth(face - 1).click()
    expect(ada.by("open-dice")).to_be_visible()
    ada.tap("set")
    known(ada)
    assert line(ada) == "qwixx 2,3,4,5,7,12/-/-/-/2 -/-/-/-/0 -/-/-/-/0 3 white 12.345"


def test_teams(visit: Visit) -> None:
    ada = visit(size=PHONE).open("/analyse/quixo4")
    known(ada)
    ada.tap("set-up")
    ada.tap("cube-a1")
    ada.tap("cube-a1")
    ada.page.get_by_label("Player 2").check(force=True)
    ada.page.get_by_role("checkbox").check()
    ada.tap("set")
    known(ada)
    assert line(ada) == "quixo4 ...../...../...../...../e.... e 4"
    ada.tap("cube-a1")
    ada.tap("end-a5")
    ada.tap("move-a1a5w")
    known(ada)
    assert line(ada).endswith(";2:a1a5w")


def test_a_record_is_pasted_and_copied(visit: Visit) -> None:
    ada = visit(size=DESK, permissions=["clipboard-read", "clipboard-write"]).open("/analyse/quixo")
    known(ada)
    ada.tap("texts")
    ada.by("paste").fill("nonsense")
    with ada.patience():
        ada.tap("show")
        expect(ada.by("problem")).to_contain_text("a position begins with one of")
    record = (EXAMPLES / "quixo.rlk").read_text(encoding="utf-8")
    ada.by("paste").fill(record)
    ada.tap("show")
    plies = Record.parse(record).plies
    expect(ada.by(f"node-{len(plies)}")).to_be_visible()
    ada.page.keyboard.press("End")
    expect(ada.by(f"node-{len(plies)}")).to_have_attribute("aria-current", "step")
    expect(ada.by("prompt")).to_contain_text("The winner is Player 1")
    expect(ada.page.locator(".cube.won")).not_to_have_count(0)
    ada.tap("texts")
    ada.tap("copy-game")
    expect(ada.page.get_by_text("Copied.")).to_be_visible()
    copied = Record.parse(ada.page.evaluate("() => navigator.clipboard.readText()"))
    assert [ply[:2] for ply in copied.plies] == [ply[:2] for ply in plies]
    ada.tap("copy-position")
    expect(ada.by("position")).to_have_text(str(copied.last_state))

    ada.by("paste").fill((EXAMPLES / "qwixx.rlk").read_text(encoding="utf-8"))
    ada.tap("show")
    expect(ada.page).to_have_url(re.compile("/analyse/qwixx#"))  # another game has its own board
    expect(ada.by("roll")).to_be_visible()


def test_from_a_game_and_its_review(visit: Visit, stage: Stage) -> None:
    table = stage.reviewed("quixo-over")
    steps = stage.site.get(f"/tables/{table.id}/replay")["steps"]
    ada = stage.visit(visit(size=PHONE))
    ada.open(f"/t/{table.id}")
    ada.by("result").get_by_test_id("analyse").click()
    expect(ada.by(f"node-{len(steps) - 1}")).to_be_visible()
    ada.page.goto("about:blank")
    ada.open(f"/t/{table.id}/replay#4")
    ada.tap("analyse")
    expect(ada.by("node-4")).to_have_attribute("aria-current", "step")
    ada.page.goto("about:blank")
    ada.open(f"/t/{table.id}/review#3")
    ada.by("analyse").click(timeout=LONG_MS)
    expect(ada.by("node-2")).to_have_attribute("aria-current", "step")  # where the third ply was decided
    known(ada)


def test_with_nothing_but_a_keyboard(visit: Visit) -> None:
    ada = visit(size=DESK).open(at(SMALL))
    known(ada)
    keys = Keys(ada)
    keys.tab_to("cube-")
    keys.press("Enter")
    assert keys.tab_to("end-").startswith("end-")
    keys.press("Enter")
    expect(ada.by("node-1")).to_have_attribute("aria-current", "step")
    known(ada)
    keys.tab_to("worth-")
    keys.press("Enter")
    expect(ada.by("node-2")).to_have_attribute("aria-current", "step")
    keys.press("ArrowLeft")
    expect(ada.by("node-1")).to_have_attribute("aria-current", "step")
    known(ada)
    ada.by("worths").locator("button").nth(1).focus()
    keys.press("Enter")
    expect(ada.by("node-3")).to_have_attribute("aria-current", "step")
    keys.press("ArrowUp")
    expect(ada.by("node-2")).to_have_attribute("aria-current", "step")
    keys.press("Home")
    expect(ada.page.locator("[aria-current=step]")).to_have_text("The beginning")
    keys.press("ArrowRight")
    expect(ada.by("node-1")).to_have_attribute("aria-current", "step")
    keys.press("End")
    expect(ada.by("node-2")).to_have_attribute("aria-current", "step")


def test_a_search_deepens_while_one_looks(visit: Visit) -> None:
    """It tells how far it has looked, thinks on, and comes to an end."""
    ada = visit(size=DESK).open(at("quixo ..x.o/x..o./.xo../o.x.x/..o.. o"))
    expect(ada.by("status")).to_have_text(re.compile(r"Looked \d+ pl.*Thinking"), timeout=LONG_MS)
    expect(ada.by("status")).to_have_text(re.compile(r"Looked \d+ pl.* ahead\.$"), timeout=LONG_MS)
    expect(ada.page.locator("[data-testid=worths] .badge").first).to_be_visible()


def test_what_is_no_position(visit: Visit) -> None:
    ada = visit()
    with ada.patience():
        ada.open("/analyse/quixo#nonsense")
        expect(ada.by("problem")).to_contain_text("a position begins with one of")
        ada.open(at(SMALL).replace("/quixo#", "/qwixx#"))  # a position says itself which game it is of
        expect(ada.by("cube-a1")).to_be_visible()
        ada.open("/analyse/nowhere")
        expect(ada.page.get_by_role("heading")).to_have_text("There is no such page.")
