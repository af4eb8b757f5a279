"""Puzzles in the browser: solved, missed and come back, on a phone, in two languages; without mouse or connection."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import expect

from rowlock.locale import FOLDER
from rowlock.rules import parse_position
from rowlock.study import Puzzle, puzzles
from tests.page.conftest import Visit
from tests.page.playing import until
from tests.page.screens import Stage
from tests.page.test_keyboard import Keys
from tests.page.test_memory import BLOCKED
from tests.page.visitor import PHONE, Visitor

NOON = datetime(2026, 5, 20, 12, tzinfo=UTC)
GAMES = ("qwixx", "quixo", "quixo4")
ARE_KEPT = """
async (games) => (await Promise.all(games.map((game) => caches.match(`/api/puzzles/${game}`)))).every(Boolean)
"""
"""The service worker fetches them last of all, so by then it has the whole page, too."""
FORGET = "async (url) => (await caches.open('told')).delete(url)"


def text(language: str, key: str, form: str = "") -> str:
    found = json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))[key]
    return str(found[form] if form else found)


def shown(visitor: Visitor, game: str) -> Puzzle:
    """The puzzle that is on the screen."""
    position = visitor.by("task").get_attribute("data-position")
    [puzzle] = [puzzle for puzzle in puzzles(game) if puzzle.position == position]
    return puzzle


def play(visitor: Visitor, move: str) -> None:
    task = visitor.by("task")
    if move == "pass":
        task.get_by_test_id("move-pass").click()
    elif re.fullmatch(r"[rygb]\d+", move):
        task.get_by_test_id(f"cell-{move}").click()
    else:
        task.get_by_test_id(f"cube-{move[:2]}").click()
        task.get_by_test_id(f"end-{move[2:4]}").click()
        if len(move) > 4:
            task.get_by_test_id(f"move-{move}").click()


def open_puzzle(visitor: Visitor, path: str) -> None:
    visitor.open(path)
    expect(visitor.by("question")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "ar"])
def test_solved(visit: Visit, language: str) -> None:
    """From the first screen to a solved puzzle of each game; what was reached is there after a reload."""
    ada = visit(language, size=PHONE, has_touch=True, is_mobile=True).open("/")
    for game in GAMES:
        ada.open("/")
        ada.tap("puzzles")
        ada.tap(f"solve-{game}")
        for number in range(2):
            puzzle = shown(ada, game)
            assert puzzle.rating < 1500, "who has just begun gets an easy one"
            expect(ada.by("question")).to_contain_text(re.compile(r"[?؟]"))
            play(ada, puzzle.best[-1])
            expect(ada.by("answer")).to_contain_text(text(language, "puzzle.right").partition("{")[0].strip())
            expect(ada.by("all-moves").locator("dd")).to_have_count(len(puzzle.moves))
            expect(ada.by("gained")).to_contain_text("+")
            assert ada.by("show").count() == 0
            ada.tap("next")
            expect(ada.by("answer")).to_have_count(0)
            assert shown(ada, game) != puzzle, number
    ada.tap("others")
    for _ in range(2):
        days = text(language, "puzzle.streak", "one").replace("{count}", "1")
        expect(ada.by("streak")).to_contain_text(days)
        for game in GAMES:
            card = ada.by(f"puzzles-{game}")
            solved = text(language, "puzzle.solved").partition("{")[0]
            expect(card).to_contain_text(re.compile(re.escape(solved) + "\u2068?2"))
            expect(card.get_by_test_id("rating-chart").locator("polyline")).to_have_attribute(
                "points", re.compile(r"^\S+ \S+$")
            )
            expect(ada.by(f"back-{game}")).to_have_count(0)
        ada.page.reload()


@pytest.mark.parametrize("game", ["qwixx", "quixo"])
def test_what_may_not_be_played_says_why(visit: Visit, game: str) -> None:
    """As at a table; it doesn't count as a try."""
    ada = visit(size=PHONE, has_touch=True, is_mobile=True)
    open_puzzle(ada, f"/puzzles/{game}")
    puzzle = shown(ada, game)
    parts = (
        ada.by("task").locator("[data-testid^=cell-]" if game == "qwixx" else "[data-testid^=cube-]").all()
    )
    names = [str(part.get_attribute("data-testid")).partition("-")[2] for part in parts]
    started = [one.move if game == "qwixx" else one.move[:2] for one in puzzle.moves]
    state = parse_position(puzzle.position)
    refused = next(name for name in names if name not in started)
    code = state.why_not(puzzle.seat, refused)
    assert code
    ada.by("task").locator(f"[data-testid$='-{refused}']").click()
    begun = text("en", f"reason.{code.code}").partition("{")[0].strip()
    expect(ada.page.locator(".note")).to_contain_text(begun)
    expect(ada.by("answer")).to_have_count(0)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_missed_and_come_back(visit: Visit, language: str) -> None:
    ada = visit(language, size=PHONE, has_touch=True, is_mobile=True)
    ada.page.clock.set_fixed_time(NOON)
    open_puzzle(ada, "/puzzles/quixo/win")
    puzzle = shown(ada, "quixo")
    assert puzzle.theme == "win"
    wrong = puzzle.moves[-1].move
    play(ada, wrong)
    expect(ada.by("answer")).to_contain_text(f"{wrong[:2]} → {wrong[2:]}")
    expect(ada.by("answer")).to_contain_text(text(language, "puzzle.wrong").rpartition("}.")[2].strip())
    play(ada, puzzle.best[0])
    expect(ada.by("gained")).to_contain_text("−")
    expect(ada.by("gained")).to_contain_text(text(language, "puzzle.will-return"))
    ada.tap("next")
    assert shown(ada, "quixo") != puzzle
    expect(ada.by("returned")).to_have_count(0)
    ada.tap("show")  # this one comes back, too
    expect(ada.by("gained")).to_contain_text(text(language, "puzzle.will-return"))
    ada.tap("others")
    expect(ada.by("back-quixo")).to_have_count(0)

    ada.page.clock.set_fixed_time(NOON + timedelta(minutes=11))
    ada.open("/puzzles")
    expect(ada.by("back-quixo")).to_contain_text("2")
    ada.tap("back-quixo")
    expect(ada.by("returned")).to_have_text(text(language, "puzzle.returned"))
    assert shown(ada, "quixo") == puzzle
    play(ada, puzzle.best[0])
    expect(ada.by("gained")).to_have_text("")  # it was known: no rating for that
    ada.tap("next")
    play(ada, shown(ada, "quixo").best[0])
    ada.tap("next")
    expect(ada.by("end")).to_have_text(text(language, "puzzle.end"))
    ada.open("/puzzles")
    expect(ada.by("back-quixo")).to_have_count(0)

    # Right after ten minutes is not yet known: it comes back once more, some day.
    ada.page.clock.set_fixed_time(NOON + timedelta(days=30))
    open_puzzle(ada, "/puzzles/quixo")
    expect(ada.by("returned")).to_be_visible()


def test_days_in_a_row(visit: Visit) -> None:
    ada = visit(size=PHONE)
    for day in range(3):
        ada.page.clock.set_fixed_time(NOON + timedelta(days=day))
        ada.open("/puzzles")
        expect(ada.by("streak")).to_contain_text(
            ["Solve one today and one tomorrow", "1 day in a row! Solve one", "2 days in a row! Solve one"][
                day
            ]
        )
        open_puzzle(ada, "/puzzles/qwixx/lock")
        play(ada, shown(ada, "qwixx").best[0])
        ada.open("/puzzles")
        expect(ada.by("streak")).to_contain_text(
            f"{day + 1} day{'s' if day else ''} in a row! Today's puzzle is solved."
        )
    ada.page.clock.set_fixed_time(NOON + timedelta(days=4))
    ada.open("/puzzles")
    expect(ada.by("streak")).not_to_contain_text("in a row! ")


def test_with_nothing_but_a_keyboard(visit: Visit) -> None:
    ada = visit().open("/puzzles")
    keys = Keys(ada)
    keys.tab_to("theme-quixo4-hold")
    keys.press("Enter")
    expect(ada.by("question")).to_be_visible()
    puzzle = shown(ada, "quixo4")
    move = puzzle.best[0]
    keys.walk_to(move[:2])
    keys.press("Enter")
    keys.tab_to(f"end-{move[2:4]}")
    keys.press("Enter")
    keys.tab_to(f"move-{move}")
    keys.press("Enter")
    expect(ada.by("answer")).to_contain_text("That's right!")
    assert keys.at()["name"] == "next"
    keys.press("Enter")
    expect(ada.by("answer")).to_have_count(0)
    expect(ada.by("question")).to_be_focused()
    keys.press("Tab")
    keys.tab_to("show")
    keys.press("Enter")
    expect(ada.by("answer")).to_contain_text("This is the answer")
    assert keys.at()["name"] == "next"


def test_without_a_connection(visit: Visit) -> None:
    """Whoever opens the puzzles of one game has those of all by and by; what is not there says so."""
    ada = visit(service_workers="allow")
    open_puzzle(ada, "/puzzles/quixo")
    until(ada, ada.page_is_kept)
    until(ada, lambda: ada.page.evaluate(ARE_KEPT, list(GAMES)))
    with ada.patience():
        ada.context.set_offline(True)
        ada.page.reload()
        expect(ada.by("question")).to_be_visible()
        play(ada, shown(ada, "quixo").best[0])
        expect(ada.by("answer")).to_contain_text("That's right!")
        ada.page.goto("/puzzles/qwixx")
        expect(ada.by("question")).to_be_visible()
        ada.page.evaluate(FORGET, "/api/puzzles/qwixx")
        ada.page.reload()
        expect(ada.page.get_by_text("This part could not be loaded.")).to_be_visible()
        ada.context.set_offline(False)


def test_a_browser_that_remembers_nothing_or_nonsense(visit: Visit) -> None:
    blocked, broken = visit(), visit()
    blocked.context.add_init_script(BLOCKED)
    for key in ("puzzles.quixo", "puzzle-streak"):
        broken.remember(f"rowlock.{key}", '{"cards":{"x":null},"seen":7,"rating":"high","last":5}')
    for visitor in (blocked, broken):
        open_puzzle(visitor, "/puzzles/quixo")
        play(visitor, shown(visitor, "quixo").best[0])
        expect(visitor.by("gained")).to_contain_text("+")
        visitor.tap("others")
        expect(visitor.by("streak")).to_contain_text("1 day in a row!")  # at least until the page is left


def test_ways_to_them(visit: Visit, stage: Stage) -> None:
    ada = stage.visit(visit())
    ada.open(f"/t/{stage.reviewed('qwixx-over').id}/review")
    expect(ada.by("puzzles")).to_have_attribute("href", "/puzzles/qwixx")
    ada.open("/learn/quixo")
    while ada.by("again").count() == 0:
        ada.tap("next")
    ada.tap("puzzles")
    expect(ada.by("question")).to_be_visible()
    assert ada.page.url.endswith("/puzzles/quixo")


@pytest.mark.parametrize(
    "path", ["/puzzles/chess", "/puzzles/quixo/lock", "/puzzles/qwixx/lock/1", "/play/chess"]
)
def test_no_such_puzzles(visit: Visit, path: str) -> None:
    ada = visit()
    with ada.patience():  # the server says so, too
        ada.open(path)
        expect(ada.page.get_by_text("There is no such page.")).to_be_visible()
