"""Pictures: well-formed, complete, and the same every time."""

import random
import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from rowlock.rules import DICE, GAMES, State, parse_position
from rowlock.rules.quixo import Quixo
from rowlock.rules.quixo4 import Quixo4
from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import CLASSIC, Layout, Sheet

PICTURES = Path(__file__).parent.parent.parent / "docs" / "pictures"
SVG = "{http://www.w3.org/2000/svg}"


def drawn(thing: Qwixx | Quixo | Quixo4 | Sheet) -> ElementTree.Element:
    """The picture, which must be self-contained."""
    text = thing._repr_svg_()
    assert text == thing._repr_svg_()
    svg = ElementTree.fromstring(text)
    assert svg.tag == f"{SVG}svg"
    assert {"width", "height", "viewBox"} <= svg.attrib.keys()
    ids = set(re.findall(r' id="([^"]*)"', text))
    assert set(re.findall(r"url\(#(.*?)\)", text)) <= ids
    assert "href" not in text
    return svg


def classes(svg: ElementTree.Element) -> Counter[str]:
    return Counter(element.attrib["class"] for element in svg.iter() if "class" in element.attrib)


def title(svg: ElementTree.Element) -> str | None:
    return svg.findtext(f"{SVG}title")


def random_game(state: State, seed: int) -> list[State]:
    """Some states of a random game, the first and the last of them included."""
    chance = random.Random(seed)
    states = [state]
    while state.awaiting:
        seat = chance.choice(state.awaiting)
        state = state.play(seat, chance.choice(state.legal_moves(seat)))
        states.append(state)
    return [*states[:-1:7], state]


@pytest.mark.parametrize("size", [3, 4, 5])
def test_quixo(size: int) -> None:
    for state in random_game(Quixo.start(size=size), seed=size):
        assert isinstance(state, Quixo)
        svg, outcome = drawn(state), state.outcome
        seen = classes(svg)
        assert title(svg) == str(state)
        assert seen["cube x"] == state.crosses.bit_count()
        assert seen["cube o"] == state.noughts.bit_count()
        assert seen["cube"] + seen["cube x"] + seen["cube o"] == size**2
        assert seen["line"] == (len(outcome.lines) if outcome else 0)
        assert seen["player lit"] == 1


@pytest.mark.parametrize("size", [3, 4, 5])
def test_quixo_in_teams(size: int) -> None:
    for state in random_game(Quixo4.start(size=size), seed=size):
        assert isinstance(state, Quixo4)
        seen = classes(drawn(state))
        for kind, cubes in zip(("x n", "o e", "x s", "o w"), state.pointing_at, strict=True):
            assert seen[f"cube {kind}"] == cubes.bit_count()
        assert sum(count for kind, count in seen.items() if kind.startswith("cube")) == size**2
        assert seen["player lit"] == (1 if state.awaiting else 2)


@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_qwixx(seats: int) -> None:
    for state in random_game(GAMES["qwixx"].start(seats), seed=seats):
        assert isinstance(state, Qwixx)
        svg = drawn(state)
        seen = classes(svg)
        assert title(svg) == str(state)
        assert seen["seat"] == seats
        assert seen["cross"] == sum(sheet.crosses(row) for sheet in state.sheets for row in range(4))
        assert seen["penalty"] == sum(sheet.penalties for sheet in state.sheets)
        assert seen["die"] == sum(face > 0 for face in state.dice)
        offered = [move for seat in state.awaiting if seat != DICE for move in state.legal_moves(seat)]
        assert seen["offered"] == len(offered) - offered.count("pass")


def test_sheet() -> None:
    sheet = Sheet.parse("2,3,6,8/3,5,8/11,10,5,4,3,2/12,10,9,8,7,5,4,3/2")
    svg = drawn(sheet)
    seen = classes(svg)
    assert title(svg) == sheet.text()
    assert seen["cross"] == 4 + 3 + 7 + 8
    assert seen["penalty"] == 2
    assert seen["gone"] == 3 + 4 + 5 + 2  # right of the last cross nothing is gone yet
    total = next(element for element in svg.iter() if element.get("class") == "total")
    assert total.text == "70"


def test_total_below_zero() -> None:
    assert "\N{MINUS SIGN}15<" in Sheet.parse("-/-/-/-/3")._repr_svg_()


def test_row_that_others_closed_is_gone() -> None:
    state = parse_position("qwixx 2,3,4,5,6,12/-/-/-/0 2/-/-/-/0 1 roll -")
    assert isinstance(state, Qwixx)
    assert classes(drawn(state))["gone"] == 5 + 10


def test_sealed_decision_is_not_shown() -> None:
    state = Qwixx.start(2).play(DICE, "413526")
    pictures = {state.play(1, move)._repr_svg_() for move in ("r5", "y5", "pass")}
    assert len(pictures) == 1
    assert pictures != {state._repr_svg_()}


def test_other_layout() -> None:
    mixed = Layout.of("r2 y3 g4 b5", "b2 r3 y4 g5")
    state = Qwixx.start(2, layout=mixed).play(DICE, "111111")
    assert classes(drawn(state))["offered"] == 4
    assert mixed != CLASSIC


@pytest.mark.parametrize("name", ["qwixx", "quixo", "quixo4"])
def test_pictures_in_the_docs_are_of_today(name: str) -> None:
    """After a change of the pictures: python -m docs.make"""
    text = (PICTURES / f"{name}.svg").read_text(encoding="utf-8")
    assert text == parse_position(title(ElementTree.fromstring(text)) or "")._repr_svg_() + "\n"
