"""The engine on Quixo: moves with values where they are certain."""

from random import Random

import pytest

from rowlock.engine.protocol import Engine


def answers(*lines: str) -> list[str]:
    said: list[str] = []
    Engine("quixo", said.append, Random(1)).converse(lines)
    return said


@pytest.mark.parametrize(
    "position, value",
    [
        ("quixo ...../...../...../...../..... x", "draw"),
        ("quixo ..../..../..../.... x", "win"),
        ("quixo ...../oooo./...../..xx./x.... o", "win"),
    ],
)
def test_the_value_comes_with_the_move(position: str, value: str) -> None:
    (said,) = answers(f"position {position}", "go movetime 50")
    assert said.startswith("bestmove ")
    assert said.endswith(f" value {value}")


def test_greedy_and_teams_answer_without_a_value() -> None:
    greedy, team = answers("go level greedy", "newgame quixo4", "go level easy")
    assert len(greedy.split()) == 2
    assert len(team.split()) == 2
