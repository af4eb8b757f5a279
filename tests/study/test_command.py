"""`rowlock analyse` and `rowlock review`, as people and programs call them."""

import json
from pathlib import Path

import pytest

from rowlock.cli import main

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


def test_analyse_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    position = "qwixx 5/-/-/-/0 -/-/-/-/0 1 white 113526"
    assert main(["analyse", position, "--seat", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["position"] == position
    assert found["seat"] == 2
    assert {move["move"] for move in found["moves"]} == {"r2", "y2", "pass"}
    chances = [move["chance"] for move in found["moves"]]
    assert chances == sorted(chances, reverse=True)
    assert set(found["moves"][0]) == {"move", "exact", "value", "plies", "score", "chance", "points"}


def test_analyse_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "quixo ..../..../..../.... x", "--language", "uk"]) == 0
    first, *_ = capsys.readouterr().out.splitlines()
    assert first.split("  ", 1)[1].strip() == "виграш за 21 хід  точно"


def test_review(capsys: pytest.CaptureFixture[str]) -> None:
    file = str(EXAMPLES / "qwixx.rlk")
    assert main(["review", file, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["game"] == "qwixx"
    for seat in found["seats"]:
        parts = sum(seat[part] for part in ("start", "luck", "decisions", "others", "correction"))
        assert parts == pytest.approx(seat["result"], abs=1e-5)
        assert {"seat", "name", "adjusted", "accuracy", "performance"} <= set(seat)
    assert main(["review", file, "--language", "ar"]) == 0
    assert "حظ النرد" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments, problem",
    [
        (["analyse", "quixo x"], "POSITION:1:1: a Quixo position is"),
        (["analyse", "quixo ..../..../..../.... x", "--seat", "2"], "seat 2 has nothing to decide"),
        (["analyse", "quixo ..../..../..../.... x", "--seconds", "-1"], "a number of seconds up to 3600"),
        (["analyse", "qwixx -/-/-/-/4 -/-/-/-/0 1 over -"], "this game is over"),
        (["review", "nowhere.rlk"], "nowhere.rlk: No such file"),
        (["analyse", "quixo ...../...../...../...../..... x", "--tablebase", "."], "holds no tables"),
    ],
)
def test_bad_input(arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert problem in said
    assert said.count("\n") == 1
