"""Lessons and rules in a browser: done by tapping and by keyboard, read in every language."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from rowlock.locale import FOLDER, LANGUAGES
from tests.page.conftest import Visit
from tests.page.test_learn_texts import END, ISOLATE
from tests.page.test_lessons import LESSONS
from tests.page.visitor import DESK, Visitor
from tests.server.serving import Address

BUTTONS = ("pass", "skip")
NARROW: ViewportSize = {"width": 320, "height": 640}


def texts(language: str) -> dict[str, str]:
    loaded: dict[str, str] = json.loads((FOLDER / "learn" / f"{language}.json").read_text(encoding="utf-8"))
    return loaded


def parts(game: str, step: dict[str, Any]) -> list[str]:
    """What is tapped, one after the other, to do what a step asks for."""
    move = next(iter(step.get("moves", {})), "")
    if not move:
        return []
    if move in BUTTONS or step["position"].split()[-2] == "roll":
        return ["act"]
    if game == "qwixx":
        return [f"cell-{move}"]
    arrow = ["arrow-me" if move[4] == "s" else "arrow-partner"] if game == "quixo4" else []
    return [f"cube-{move[:2]}", f"end-{move[2:4]}", *arrow]


def lit(visitor: Visitor) -> set[str]:
    """The cells or cubes that the page offers."""
    names = visitor.page.locator(".may, .can").evaluate_all("(all) => all.map((one) => one.dataset.testid)")
    return {name.partition("-")[2] for name in names}


def sentence(visitor: Visitor, text: str) -> None:
    """What a step says; the numbers and colours that it names may be any."""
    pattern = re.sub(r"\\{\w+\\}", ".+", re.escape(text))
    expect(visitor.by("sentence")).to_have_text(re.compile(f"^\\s*{pattern}\\s*$"))


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_from_its_first_step_to_the_table(visit: Visit, game: str) -> None:
    learner, said = visit(), texts("en")
    learner.open(f"/learn/{game}")
    for step in LESSONS[game]:
        name = f"learn.{game}.{step['name']}"
        sentence(learner, said[name])
        for code, targets in step.get("hints", {}).items():
            learner.tap(f"{'cell' if game == 'qwixx' else 'cube'}-{targets[0]}")
            expect(learner.by("hint")).to_have_text(said[f"learn.wrong.{code}"])
        if parts(game, step) and parts(game, step) != ["act"]:
            assert lit(learner) == {move if game == "qwixx" else move[:2] for move in step["moves"]}
        for part in parts(game, step):
            learner.tap(part)
        if "moves" in step:
            sentence(learner, said[f"{name}.done"])
            expect(learner.by("hint")).to_have_text("")
        learner.tap("next")
    learner.tap("play-bot")
    learner.page.wait_for_url(re.compile("/t/"))
    expect(learner.page.locator("main")).not_to_be_empty()


ON_MIXED_COLOURS = [
    ["It is your turn. Roll the dice!", "The white dice: 4 + 1 = 5."],
    ["Cross out the number 5, in any row.", "Well done! Everybody may do this, on every roll."],
    [
        "White 4 + blue 6 = 10. Where does the blue 10 stand? Cross it out!",
        "Great! One white and one coloured die: only the player who rolled may do this.",
    ],
    ["The other player rolled: 3 + 4 = 7. Cross out the blue 7.", "You skipped the blue 6. Now it is gone."],
    ["3 + 3 = 6, but the blue 6 is gone. Choose another 6.", "Yes! Always from left to right, never back."],
    [
        "Your turn, and nothing fits. You have to pass.",
        "Nothing crossed out in your own turn: a penalty, minus 5 points.",
    ],
    [
        "You have five crosses in this row. Cross out its last number, the red 12!",
        "The lock is yours. The row is closed for everybody, and the die in its lock's colour leaves.",
    ],
    ["Two rows closed, or four penalties: the game is over."],
    ["Many crosses in one row bring many points."],
]
"""The first row is y2 y3 y4 b5 b6 b7 g8 g9 g10 r11 r12; the blue 10 stands in the second one."""


def test_who_comes_to_another_sheet_learns_on_it_and_plays_on_it(visit: Visit, site: Address) -> None:
    seats = [{"kind": "human", "name": "Ada"}, {"kind": "open"}]
    table = site.open("qwixx", seats, layout="mixed-colours")
    learner = visit().open(f"/t/{table.id}")
    learner.page.get_by_role("link", name="Learn it in two minutes").click()
    expect(learner.page.locator("h1")).to_contain_text("Mixed colours")
    for said in ON_MIXED_COLOURS:
        for text in said:
            # A sum is so marked that it stays together and runs from left to right.
            words = f"[{ISOLATE}{END}]?".join(r"\s" if sign == " " else re.escape(sign) for sign in text)
            expect(learner.by("sentence")).to_have_text(re.compile(words))
            if text != said[-1]:
                learner.page.get_by_test_id("act").or_(learner.page.locator(".may")).first.click()
        learner.tap("next")
    learner.tap("play-bot")
    learner.page.wait_for_url(re.compile("/t/"))
    expect(learner.by("cell-b5")).to_have_attribute("data-place", "0,3")


def test_every_way_to_a_lesson_on_another_sheet(visit: Visit) -> None:
    reader = visit().open("/rules/qwixx#layout")
    ways = reader.page.locator("article a[href^='/learn/']")
    expect(ways).to_have_text(["Learn by playing: Mixed colours", "Learn by playing: Mixed numbers"])
    ways.last.click()
    expect(reader.page.locator("h1")).to_contain_text("Mixed numbers")
    expect(reader.by("cell-r4")).to_have_attribute("data-place", "0,1")
    reader.open("/pad/qwixx#random-evening")
    reader.tap("ways")
    reader.tap("learn")
    expect(reader.page.locator("h1")).to_contain_text("evening")
    reader.open("/learn/qwixx#nonsense")
    expect(reader.by("cell-r3")).to_have_attribute("data-place", "0,1")


def test_only_the_arrow_that_is_asked_for_is_lit(visit: Visit) -> None:
    learner, said = visit(), texts("en")
    learner.open("/learn/quixo4")
    while learner.by("sentence").inner_text().strip() != said["learn.quixo4.partner"]:
        learner.tap("next")
    learner.tap("cube-c5")
    learner.tap("end-c1")
    expect(learner.page.locator(".beckon")).to_have_text(re.compile(said["learn.partner"]))
    learner.tap("arrow-me")
    expect(learner.by("hint")).to_have_text(said["learn.wrong.other"])
    learner.tap("arrow-partner")
    sentence(learner, said["learn.quixo4.partner.done"])


def test_a_lesson_by_keyboard(visit: Visit) -> None:
    learner, said = visit(), texts("en")
    learner.open("/learn/quixo4")
    keys, focus = learner.page.keyboard, learner.page.locator(":focus")
    learner.by("next").focus()
    keys.press("Enter")
    expect(focus).to_have_text(said["learn.quixo4.first"])
    keys.press("Tab")
    expect(focus).to_have_class(re.compile("can"))
    keys.press("Enter")
    expect(focus).to_have_class(re.compile("end"))
    keys.press("Enter")
    expect(focus).to_have_text(re.compile(said["learn.me"]))
    keys.press("Enter")
    expect(focus).to_have_text(said["learn.next"])
    keys.press("ArrowLeft")
    sentence(learner, said["learn.quixo4.teams"])
    keys.press("ArrowRight")
    sentence(learner, said["learn.quixo4.first"])


def test_back_again_and_out(visit: Visit) -> None:
    learner, said = visit(), texts("en")
    learner.open("/learn/quixo")
    for _ in LESSONS["quixo"]:
        learner.tap("next")
    learner.tap("again")
    sentence(learner, said["learn.quixo.take"])
    learner.tap("next")
    learner.tap("back")
    sentence(learner, said["learn.quixo.take"])
    learner.tap("skip-lesson")
    learner.page.wait_for_url("**/play/quixo")


def test_contents_lead_to_their_section(visit: Visit) -> None:
    reader, said = visit(size=DESK), texts("en")
    reader.open("/rules/qwixx")
    reader.page.get_by_role("link", name=said["rules.qwixx.score"]).click()
    expect(reader.page.locator("#score")).to_be_focused()
    expect(reader.page.locator("#score")).to_be_in_viewport()
    assert reader.page.url.endswith("/rules/qwixx#score")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_in_every_language(visit: Visit, language: str) -> None:
    """All texts are there, and nothing is wider than the narrowest phone."""
    reader = visit(language, NARROW)

    def looks_right(where: str) -> None:
        wide = reader.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, where
        assert not re.search(r"\b(rules|learn)\.[a-z]", reader.page.locator("main").inner_text()), where

    for game, steps in LESSONS.items():
        reader.open(f"/rules/{game}")
        expect(reader.page.locator("article h2").first).to_be_visible()
        looks_right(f"rules of {game}")
        reader.open(f"/learn/{game}")
        for step in steps:
            sentence(reader, texts(language)[f"learn.{game}.{step['name']}"])
            for part in parts(game, step):
                reader.by(part).dispatch_event("click")
            looks_right(f"{game}, {step['name']}")
            reader.by("next").dispatch_event("click")
        expect(reader.by("play-bot")).to_be_visible()
        looks_right(f"end of {game}")
