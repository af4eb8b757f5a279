"""`rowlock analyse` and `rowlock review`, as people and programs call them."""

import json
from pathlib import Path

import pytest

from rowlock.bots import GameBots
from rowlock.cli import main
from rowlock.locale import LANGUAGES

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


def test_why(capsys: pytest.CaptureFixture[str]) -> None:
    position = "qwixx -/3,4/11,9,8,7,5,2/11,9,7/0 4,5,6/5/10,7/11,9,8,7/0 1 white 3116.4"
    for language in LANGUAGES:
        assert main(["analyse", position, "--seat", "2", "--why", "--language", language]) == 0
        *moves, sentence = capsys.readouterr().out.splitlines()
        assert {line.split()[0] for line in moves} == {"pass", "b4"}
        assert "pass" in sentence
        assert "{" not in sentence
    assert main(["analyse", position, "--seat", "2", "--why", "--json", "--language", "en"]) == 0
    found = json.loads(capsys.readouterr().out)
    best, second, *_ = found["moves"]
    why = found["why"]
    assert (why["move"], why["against"], why["unit"]) == (best["move"], second["move"], "chance")
    assert why["amount"] == pytest.approx(best["chance"] - second["chance"], abs=1e-5)
    assert sum(reason["amount"] for reason in why["reasons"]) == pytest.approx(why["amount"], abs=1e-9)
    assert f"{100 * why['amount']:.1f} percentage points" in why["sentence"]
    assert main(["analyse", "quixo xx./..o/o.. x", "--why", "--language", "en"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("is good: it finishes row 3.")


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
        (
            ["analyse", "qwixx -/-/-/-/0 -/-/-/-/0 1 white 113526", "--tablebase", "."],
            "--tablebase: qwixx has no use for it",
        ),
        (["review", str(EXAMPLES / "qwixx.rlk"), "--tablebase", "."], "--tablebase: qwixx has no use for it"),
    ],
)
def test_bad_input(arguments: list[str], problem: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert problem in said
    assert said.count("\n") == 1


def test_moves_that_nobody_can_judge(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As those of a game from outside, of which nothing but the rules is there."""
    monkeypatch.setattr("rowlock.study.analysis.of_game", lambda _: GameBots({}))
    assert main(["analyse", "quixo .../.../... x", "--language", "en"]) == 0
    *moves, last = capsys.readouterr().out.splitlines()
    assert "a1a3" in moves
    assert last == "Nobody here can say what these moves are worth."


@pytest.mark.parametrize(
    "arguments", [["qwixx -/-/-/-/4 -/-/-/-/0 1 over -"], ["quixo .../.../... x", "--seat", "2"]]
)
def test_what_has_no_answer_is_refused_before_anything_is_compiled(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Compiling may take a minute."""
    compiled: list[object] = []
    monkeypatch.setattr("rowlock.bots.ready.compile_all", lambda *batches: compiled.append(batches))
    assert main(["analyse", *arguments]) == 2
    assert capsys.readouterr().err.startswith("rowlock: ")
    assert not compiled
