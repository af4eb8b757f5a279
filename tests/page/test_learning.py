"""Lessons and rules in a browser: done by tapping and by keyboard, read in every language."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from rowlock.locale import FOLDER, LANGUAGES
from tests.page.conftest import Visit
from tests.page.test_lessons import LESSONS
from tests.page.visitor import DESK, Visitor

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
    expect(visitor.by("sentence")).to_have_text(text)


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
