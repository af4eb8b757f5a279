from random import Random

import pytest

from rowlock import __version__
from rowlock.engine.protocol import Engine
from rowlock.solve.qwixx import solitaire as qwixx_solitaire
from rowlock.solve.qwixx.sheet import Progress


def conversation(game: str, *lines: str) -> list[str]:
    said: list[str] = []
    Engine(game, said.append, Random(1)).converse(lines)
    return said


def test_greeting_and_quit() -> None:
    assert conversation("qwixx", "rowlock", "", "quit", "rowlock") == [
        f"id name Rowlock {__version__}",
        "ready",
    ]


@pytest.mark.parametrize(
    "line, problem",
    [
        ("hello", "error not understood: 'hello'"),
        ("position", "error not understood: 'position'"),
        ("position qwixx nonsense", "error line 1, column 1: a Qwixx position is"),
        ("newgame chess", "error no game 'chess', only qwixx, quixo, quixo4"),
        ("go seat", "error after go: seat N, level L, movetime MS"),
        ("go seat 3", "error seat is 1 to 2, not '3'"),
        ("go seat ²", "error seat is 1 to 2, not '²'"),
        ("go depth 3", "error after go: seat N, level L, movetime MS"),
        ("go seat 1 seat 2", "error after go: seat N, level L, movetime MS"),
    ],
)
def test_a_wrong_line_is_an_error_and_changes_nothing(line: str, problem: str) -> None:
    position = "position qwixx -/-/-/-/0 -/-/-/-/0 2 roll -"
    before = conversation("qwixx", position, "go")
    error, *after = conversation("qwixx", position, line, "go")
    assert error.startswith(problem)
    assert after == before


def test_chance_to_win_of_each_seat() -> None:
    position = "position qwixx 2,3,4,5,6,7/-/-/-/0 9/-/-/-/3 1 roll -"
    first, second = conversation("qwixx", position, "go seat 1", "go seat 2")
    move, value = first.removeprefix("bestmove ").split(" value ")
    assert move == "roll"
    assert float(value) > 0.9
    assert float(value) + float(second.split()[-1]) == pytest.approx(1, abs=2e-4)


def test_decisions_at_every_level() -> None:
    position = "position qwixx -/-/-/-/0 -/-/-/-/0 -/-/-/-/0 1 white 112345"
    for level in ("easy", "medium", "hard", "master"):
        (answer,) = conversation("qwixx", position, f"go seat 3 level {level} movetime 50")
        word, move, value, _ = answer.split()
        assert (word, value) == ("bestmove", "value")
        assert move in ("r2", "y2", "g2", "b2", "pass")
    assert conversation("qwixx", position, "go seat 3 level best")[0].startswith(
        "error qwixx has no level 'best'"
    )


def test_nothing_to_decide() -> None:
    over = "position qwixx -/-/-/-/4 -/-/-/-/0 1 over -"
    assert conversation("qwixx", over, "go") == ["error the game is over"]
    colour = "position qwixx -/-/-/-/0 -/-/-/-/0 2 colour 123456"
    assert conversation("qwixx", colour, "go seat 1") == ["error seat 1 has nothing to decide"]
    assert conversation("qwixx", colour, "go")[0].startswith("bestmove ")


def test_other_games_answer_with_a_move() -> None:
    (answer,) = conversation("qwixx", "newgame quixo", "go level greedy")
    assert answer.startswith("bestmove ")


def test_solitaire_is_exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table itself is tested in tests/solve; here the length of a position stands for its value."""

    class Solved:
        def value(self, state: object) -> float:
            return len(str(state))

        def best(self, state: object) -> tuple[str, float]:
            return "r5", len(str(state)) / 3

    def cached(progress: Progress) -> Solved:
        progress(0.5)
        return Solved()

    monkeypatch.setattr(qwixx_solitaire, "cached", cached)
    answers = conversation("qwixx", "position qwixx -/-/-/-/0 1 roll -", "go")
    assert answers == ["info solving the sheet, 50% done", "bestmove roll value 24.00000000"]
    answers = conversation("qwixx", "position qwixx -/-/-/-/0 1 white 412345", "go")
    assert answers[1:] == ["bestmove r5 value 10.00000000"]
