"""A finished game looked at again in the browser: from the last move to the lesson, on a phone, in two languages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from playwright.sync_api import expect

from rowlock.locale import FOLDER, LANGUAGES
from rowlock.study import Played, skill
from rowlock.study.review import Class
from rowlock.study.skill import scale
from tests.page.conftest import Visit
from tests.page.playing import in_turns
from tests.page.screens import Stage, review_of
from tests.page.test_keyboard import Keys
from tests.page.test_sharing import WATCH_THE_PEN
from tests.page.visitor import PHONE, Visitor
from tests.server.serving import PATIENCE, Address, Opened

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
LONG_MS = 2000 * PATIENCE
"""The first review compiles what it needs, on a machine that may be busy."""


def text(language: str, key: str) -> Any:
    return json.loads((FOLDER / f"{language}.json").read_text(encoding="utf-8"))[key]


def kept(site: Address, name: str) -> Opened:
    record = (EXAMPLES / f"{name}.rlk").read_text(encoding="utf-8")
    return Opened(site, site.post("/records", {"record": record})["id"], {})


def part(visitor: Visitor, seat: int, name: str) -> int:
    """What a card shows, in thousandths."""
    shown = visitor.by(f"reckoning-{seat}").get_by_test_id(f"part-{name}")
    return int(re.sub(r"[^0-9−]", "", shown.inner_text()).replace("−", "-"))


def adds_up(visitor: Visitor, seats: int, *, dice: bool = True) -> None:
    for seat in range(1, seats + 1):
        names = ("start", *(("luck",) if dice else ()), "decisions", "others", "correction")
        assert sum(part(visitor, seat, name) for name in names) == part(visitor, seat, "result")
        expect(visitor.by(f"reckoning-{seat}").get_by_test_id("part-luck")).to_have_count(int(dice))


def moment(visitor: Visitor) -> int:
    return int(visitor.by("chart").get_attribute("aria-valuenow") or -1)


def answer(visitor: Visitor, move: str) -> None:
    """Plays a move in the lesson."""
    task = visitor.by("task")
    if move == "pass":
        visitor.tap("move-pass")
    elif re.fullmatch(r"[rygb]\d+", move):
        task.get_by_test_id(f"cell-{move}").click()
    else:
        visitor.tap(f"cube-{move[:2]}")
        visitor.tap(f"end-{move[2:4]}")


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.nightly), "ar"])
def test_from_the_last_move_to_the_lesson(visit: Visit, site: Address, language: str) -> None:
    ada = visit(language, size=PHONE, has_touch=True, is_mobile=True)
    ada.open("/")
    ada.tap("play-qwixx")
    ada.page.get_by_label("2", exact=True).check()
    ada.tap("play")
    ada.page.wait_for_url("**/t/*")
    in_turns(
        [ada], lambda visitor, way: visitor.tap(way)
    )  # passes all the time, which is never good for long
    table = Opened(site, ada.page.url.rpartition("/")[2], {})
    expect(ada.by("review")).to_have_text(text(language, "review.open"))
    ada.tap("review")
    expect(ada.by("thinking")).to_be_visible()
    expect(ada.by("chart")).to_be_visible(timeout=LONG_MS)
    found = review_of(table)
    adds_up(ada, 2)
    assert ada.page.locator("[data-testid^=line-]").count() == 2
    assert ada.by("chart").evaluate("(one) => getComputedStyle(one).direction") == "ltr"

    [you] = [seat for seat in (1, 2) if ada.by(f"who-{seat}").get_attribute("aria-pressed") == "true"]
    expect(ada.by(f"who-{you}")).to_contain_text(text(language, "seat.you"))
    mine = [step for step in found["steps"] if step["seat"] == you and step["size"]]
    assert mine, "the plan of the test makes mistakes"
    worst = max(mine, key=lambda step: step["cost"])
    ada.tap(f"show-{worst['ply']}")
    assert moment(ada) == worst["ply"]
    expect(ada.by("moment")).to_contain_text(text(language, f"review.size.{worst['size']}"))
    expect(ada.by("why")).not_to_be_empty(timeout=LONG_MS)
    expect(ada.by("why")).not_to_contain_text("hint.")
    ada.tap("better")
    expect(ada.by("better")).to_have_attribute("aria-pressed", "true")
    assert ada.page.url.endswith(f"/review#{worst['ply']}")

    expect(ada.by("learn")).to_have_text(text(language, "review.learn"))
    ada.tap("learn")
    for number, step in enumerate(mine):
        expect(ada.by("question")).to_have_text(text(language, "review.question"))
        if number == 0:
            answer(ada, step["move"])
            expect(ada.by("answer")).to_have_text(text(language, "review.same"))
        if number % 2:
            ada.tap("solve")
        else:
            answer(ada, step["good"][-1])
        ada.tap("next")
    right = len(mine[2::2])
    expect(ada.page.locator("main")).to_contain_text(counted(language, right, len(mine)))
    ada.tap("close")
    expect(ada.by("chart")).to_be_visible()
    how_good(ada, language, found["seats"][you - 1]["performance"])


def how_good(ada: Visitor, language: str, performance: float) -> None:
    """The review says how good the player is, and so does the first page; a game counts once."""
    found = skill("qwixx", [Played(2, performance)])
    like = fill(language, "skill.like", level=text(language, f"level.{found.like}"))
    once = text(language, "skill.games")["one"].format(count=1)
    for again in (False, True):
        expect(ada.by("skill-qwixx")).to_contain_text(text(language, "skill.title"))
        expect(ada.by("skill-qwixx")).to_contain_text(like)
        expect(ada.by("skill-qwixx")).to_contain_text(once)
        if not again:
            ada.page.reload()
    ada.open("/")
    expect(ada.by("skill-qwixx")).to_contain_text(like)
    expect(ada.by("skill-qwixx")).to_contain_text(once)
    expect(ada.by("skill-quixo")).to_have_count(0)


@pytest.mark.parametrize("games, performance", [(1, 70.0), (6, 20.0)])
def test_how_good_after_some_games(visit: Visit, games: int, performance: float) -> None:
    """One game of Quixo tells so little that the number is left out; some tell more."""
    ada = visit(size=PHONE)
    kept = [{"id": f"t{n}", "game": "quixo", "seats": 2, "performance": performance} for n in range(games)]
    ada.remember("rowlock.performances", json.dumps(kept))
    ada.open("/")
    found, ratings = skill("quixo", [Played(2, performance)] * games), scale("quixo").ratings
    card = ada.by("skill-quixo")
    expect(card).to_contain_text(f"About like “{found.like}”")
    if games > 1:
        expect(card).to_contain_text(f"{found.rating} ± {found.margin}, by {games} reviewed games")
    else:
        assert found.margin > ratings["master"].rating - ratings["easy"].rating
        expect(card).not_to_contain_text("±")


def fill(language: str, key: str, **facts: str) -> str:
    if language == "ar":
        facts = {name: f"\u2068{value}\u2069" for name, value in facts.items()}
    filled: str = text(language, key).format(**facts)
    return filled


def counted(language: str, found: int, count: int) -> str:
    facts: dict[str, Any] = {"found": found, "count": count}
    if language == "ar":
        facts = {name: f"\u2068{value}\u2069" for name, value in facts.items()}
    found_first: str = text(language, "review.found").format(**facts)
    return found_first


TOO_NARROW = """
(figures, words) => words.filter((word) => {
  figures.children[1].querySelector('dd').textContent = word
  return [...figures.querySelectorAll('dd, dt')].some((one) => one.scrollWidth > one.clientWidth)
})
"""


def every_word_has_room(ada: Visitor) -> None:
    """How well somebody has played, in the longest words of all languages."""
    called = [f"performance.{name}" for name in get_args(Class)]
    words = [text(language, key) for language in LANGUAGES for key in called]
    figures = ada.by("reckoning-1").locator(".figures")
    assert figures.evaluate(TOO_NARROW, words) == []


def test_a_record_of_quixo_from_its_link(visit: Visit, site: Address) -> None:
    table = kept(site, "quixo")
    ada = visit("ru", size=PHONE).open(f"/t/{table.id}/replay")
    ada.tap("review")
    expect(ada.by("chart")).to_be_visible(timeout=LONG_MS)
    adds_up(ada, 2, dice=False)
    every_word_has_room(ada)
    found = review_of(table)
    wrong = [step for step in found["steps"] if step["size"]]
    assert wrong
    step = wrong[-1]
    ada.tap(f"who-{step['seat']}")
    box = ada.by(f"mark-{step['ply']}").bounding_box()
    assert box
    ada.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert moment(ada) == step["ply"]
    expect(ada.by("drawing").locator(".taken")).to_have_attribute("data-square", step["move"][:2])
    ada.tap("better")
    expect(ada.by("drawing").locator(".taken")).to_have_attribute("data-square", step["best"][:2])

    expect(ada.by("why")).not_to_be_empty(timeout=LONG_MS)
    with ada.patience():  # it stops asking when it goes away
        ada.tap("best-line")
        expect(ada.by("line").get_by_role("button")).to_have_count(1 + len(step["line"]))
        ada.tap("on")
        expect(ada.by("line").locator("[aria-current]")).to_have_attribute("data-testid", "node-1")
        assert step["line"][0] in ada.page.url
        ada.open("/")

    other = visit(size=PHONE)
    other.open(f"/t/{table.id}/review#{step['ply']}")
    expect(other.by("moment")).to_contain_text(f"Moment {step['ply']} of ")
    for number in range(100):
        if other.by("end").is_visible() or (number and not other.by("question").is_visible()):
            break
        if number == 0:
            other.tap(f"who-{step['seat']}")
            other.tap("learn")
        mine = [one for one in wrong if one["seat"] == step["seat"]]
        answer(other, mine[number]["good"][0])
        expect(other.by("answer")).to_contain_text("Right")
        other.tap("next")
    expect(other.by("end")).to_be_visible()


@pytest.mark.parametrize("language, name", [("en", "Player 1"), ("ar", "نور")])
def test_a_record_from_a_file_and_its_picture(visit: Visit, tmp_path: Path, language: str, name: str) -> None:
    """From a file on the phone to the review, and from there to a picture for friends."""
    game = "qwixx" if language == "en" else "quixo"
    record = (EXAMPLES / f"{game}.rlk").read_text(encoding="utf-8")
    seats = re.findall(r'\[Seats "(.*)"\]', record)[0].split("; ")
    file = tmp_path / "game.rlk"
    file.write_text(record.replace(seats[0], name, 1), encoding="utf-8")
    ada = visit(language, size=PHONE)
    ada.context.add_init_script(WATCH_THE_PEN)
    ada.open("/analyse/quixo")
    ada.tap("texts")
    expect(ada.by("review")).to_be_disabled()
    ada.by("file").set_input_files(file)
    ada.tap("review")
    expect(ada.by("chart")).to_be_visible(timeout=LONG_MS)
    with ada.page.expect_download() as saved:
        ada.tap("share")
    assert saved.value.suggested_filename.startswith("rowlock-review-")
    written = ada.page.evaluate("written")
    assert all(part["left"] >= 80 and part["right"] <= 1000 for part in written)
    texts = [part["text"].strip("\u2068\u2069") for part in written]
    for shown in (name, *seats[1:]):
        assert shown in texts
    assert text(language, "review.title") in texts[0]


def test_with_nothing_but_a_keyboard(visit: Visit, stage: Stage) -> None:
    table = stage.reviewed("qwixx-over")
    ada = stage.visit(visit()).open(f"/t/{table.id}/review")
    keys = Keys(ada)
    keys.tab_to("chart")
    keys.press("End")
    last = moment(ada)
    keys.press("ArrowLeft", "ArrowLeft")
    assert moment(ada) == last - 2
    keys.press("Home", "PageDown")
    assert ada.by(f"mark-{moment(ada)}").count() or moment(ada) == last
    assert "%" in (ada.by("chart").get_attribute("aria-valuetext") or "")
    keys.tab_to("as-table")
    keys.press("Enter")
    rows = ada.page.locator("details table tbody tr")
    expect(rows).to_have_count(last + 1)
    keys.tab_to("learn")
    keys.press("Enter")
    expect(ada.by("question")).to_be_visible()
    keys.tab_to("solve")
    keys.press("Enter")
    assert keys.at()["name"] == "next"


def test_a_game_that_is_still_played(visit: Visit, site: Address) -> None:
    table = site.open("quixo")
    ada = visit()
    with ada.patience():
        ada.open(f"/t/{table.id}/review")
        expect(ada.page.get_by_role("heading")).to_have_text("The game is not over yet.")
