"""Lessons and rules of the page say nothing that the rules don't: every position, move, hint and line is replayed."""

import json
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rowlock.rules import GAMES, IllegalMove, State, parse_position
from rowlock.rules.layouts import NAMED
from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import CLASSIC

SOURCE = Path(__file__).parents[2] / "web" / "src"


def of_all_games(name: str) -> dict[str, list[dict[str, Any]]]:
    """What the games have in their files of this name."""
    files = sorted(SOURCE.glob(f"games/*/{name}.json"))
    return {
        game: data for file in files for game, data in json.loads(file.read_text(encoding="utf-8")).items()
    }


LESSONS = of_all_games("lessons")
PAGES = of_all_games("pages")
STEPS = [(game, step) for game, steps in LESSONS.items() for step in steps]
PICTURES = [
    picture
    for sections in PAGES.values()
    for section in sections
    for block in section["blocks"]
    for picture in block.get("pictures", ())
]

each_step = pytest.mark.parametrize(
    "game, step", STEPS, ids=[f"{game}-{step['name']}" for game, step in STEPS]
)
each_picture = pytest.mark.parametrize("picture", PICTURES, ids=[p["position"] for p in PICTURES])


def lines(state: State) -> list[list[str]]:
    return [list(line) for line in state.outcome.lines] if state.outcome else []


def refusal(state: State, seat: int, move: str) -> str:
    with pytest.raises(IllegalMove) as refused:
        state.play(seat, move)
    return refused.value.code


def ways(state: State, target: str) -> Iterator[str]:
    """Every move, allowed or not, that would use a cell or take a cube and push it straight in."""
    if isinstance(state, Qwixx):
        yield target
        return
    arrow = "s" if str(state).startswith("quixo4") else ""
    for end in (target[0] + "1", target[0] + "5", "a" + target[1], "e" + target[1]):
        if end != target:
            yield target + end + arrow


def test_the_games() -> None:
    assert set(LESSONS) == set(PAGES) == set(GAMES)


def test_lessons_are_as_the_script_makes_them() -> None:
    texts = runpy.run_path(str(SOURCE / "learn" / "lessons.py"))["texts"]()
    assert texts
    for path, text in texts.items():
        assert path.read_text(encoding="utf-8") == text


@each_step
def test_moves_lead_where_the_lesson_says(game: str, step: dict[str, Any]) -> None:
    state = parse_position(step["position"])
    assert str(GAMES[game].parse(step["position"])) == step["position"]
    assert step.get("lines", []) == lines(state)
    others = {int(seat): move for seat, move in step.get("others", {}).items()}
    for move, played in step.get("moves", {}).items():
        after = state.play(0 if state.phase == "roll" else step["seat"], move)
        for seat, decision in others.items():
            after = after.play(seat, decision)
        assert str(after) == played["after"], move
        assert lines(after) == played.get("lines", []), move
        end = after.outcome
        assert played.get("lost", False) == (end is not None and step["seat"] not in end.winners), move


@each_step
def test_hints_are_the_reasons_of_the_rules(game: str, step: dict[str, Any]) -> None:
    state = parse_position(step["position"])
    lit = set(step.get("moves", {}))
    hinted = [target for targets in step.get("hints", {}).values() for target in targets]
    assert len(hinted) == len(set(hinted))
    for code, targets in step.get("hints", {}).items():
        for target in targets:
            if code == "other":
                legal = [m for m in state.legal_moves(step["seat"]) if m == target or m[:2] == target]
                assert legal, target
                assert not lit & set(legal), target
            else:
                assert {refusal(state, step["seat"], move) for move in ways(state, target)} == {code}
    if lit:
        everything = 44 if game == "qwixx" else 25
        tappable = {
            m if game == "qwixx" else m[:2]
            for m in lit
            if m not in ("pass", "skip") and state.phase != "roll"
        }
        assert len(hinted) + len(tappable) == everything


def outcome(game: str, name: str) -> str:
    """How the game ends if the learner does what this step asks for."""
    step = next(step for step in LESSONS[game] if step["name"] == name)
    ends = {parse_position(played["after"]).outcome for played in step["moves"].values()}
    (reason,) = {end.reason if end else "" for end in ends}
    return reason


def test_what_the_sentences_of_the_lessons_claim() -> None:
    assert outcome("quixo", "win") == outcome("quixo4", "win") == "own-line"
    assert outcome("quixo", "careful") == outcome("quixo4", "careful") == "opponents-line"
    steps = {(game, step["name"]): step for game, step in STEPS}
    penalty = parse_position(steps["qwixx", "penalty"]["position"])
    assert penalty.legal_moves(1) == ("pass",)
    skip = parse_position(steps["quixo4", "skip"]["position"])
    assert skip.legal_moves(3) == ("skip",)
    lock = parse_position(steps["qwixx", "lock"]["moves"]["r12"]["after"])
    assert isinstance(lock, Qwixx)
    assert lock.closed_rows == (0,)
    end = parse_position(steps["qwixx", "end"]["position"]).outcome
    assert end
    assert end.reason == "rows-closed"
    first = parse_position(steps["quixo4", "first"]["position"])
    assert refusal(first, 3, "c5c1s") == "blank-first"


def test_what_may_be_learnt_on_another_sheet() -> None:
    lessons = [block["lesson"] for one in PAGES["qwixx"] for block in one["blocks"] if "lesson" in block]
    assert lessons == [name for name, layout in NAMED.items() if layout != CLASSIC]


@each_picture
def test_pictures_of_the_rules(picture: dict[str, Any]) -> None:
    state = parse_position(picture["position"])
    assert str(state) == picture["position"]
    assert picture.get("lines", []) == lines(state)
    seat = state.active
    legal = state.legal_moves(seat)
    if isinstance(state, Qwixx):
        assert set(picture.get("can", ())) <= set(legal)
        if state.phase == "white":
            assert set(picture["can"]) == set(legal) - {"pass"}
    elif "can" in picture:
        assert set(picture["can"]) == {move[:2] for move in legal} - {"sk"}
    if "taken" in picture:
        assert set(picture["ends"]) <= {move[2:4] for move in legal if move[:2] == picture["taken"]}


def picture_after(game: str, section: str) -> list[dict[str, Any]]:
    blocks = next(one["blocks"] for one in PAGES[game] if one["id"] == section)
    return next(block["pictures"] for block in blocks if len(block.get("pictures", ())) == 2)


@pytest.mark.parametrize(
    "game, section, arrow", [("quixo", "turn", ""), ("quixo", "other", ""), ("quixo4", "turn", "n")]
)
def test_pictures_of_a_push_are_before_and_after(game: str, section: str, arrow: str) -> None:
    before, after = picture_after(game, section)
    state = parse_position(before["position"])
    move = "".join(after["last"])
    assert move[:2] == before["taken"]
    assert move[2:] in before["ends"]
    assert str(state.play(state.active, move + arrow)) == after["position"]


def test_worked_examples_are_those_of_the_rules() -> None:
    positions = [picture["position"] for picture in PICTURES]
    example = next(text for text in positions if "2,3,6,8/3,5,8" in text)
    assert parse_position(example).scores == (70,)
    over = next(parse_position(text) for text in positions if text.endswith("over -"))
    assert isinstance(over, Qwixx)
    assert len(over.closed_rows) == 3
    both = next(parse_position(text) for text in positions if "xxxxx" in text).outcome
    assert both
    assert both.reason == "opponents-line"
