"""`rowlock puzzle`: shown, asked, answered."""

import io
import json
from collections.abc import Iterator

import pytest
from rich.console import Console

from rowlock.cli import main
from rowlock.locale import LANGUAGES
from rowlock.study import Puzzle, puzzles
from rowlock.terminal.puzzle import Solving
from tests.terminal.keyboard import plain


def solve(puzzle: Puzzle, *lines: str, language: str = "en", width: int = 200) -> str:
    """What the screen shows to somebody who writes these lines, and then leaves."""
    screen, typed = io.StringIO(), iter(lines)

    def ask(prompt: str) -> str:
        screen.write(prompt)
        line = next(typed, None)
        if line is None:
            raise EOFError
        return line

    Solving(puzzle, language, Console(file=screen, width=width, highlight=False), ask).run()
    assert next(typed, None) is None
    return plain(screen.getvalue())


def of_theme(theme: str) -> Puzzle:
    return next(puzzle for puzzle in both() if puzzle.theme == theme)


def both() -> Iterator[Puzzle]:
    for game in ("quixo", "qwixx"):
        yield from puzzles(game)


def test_right_at_once() -> None:
    puzzle = of_theme("draw")
    shown = solve(puzzle, puzzle.best[0].upper())
    assert "Only one push keeps the game even." in shown
    assert f"That's right! {puzzle.best[0]}: drawn." in shown
    assert ": lost" in shown


def test_there_is_something_better() -> None:
    puzzle = of_theme("cross")
    worst = puzzle.moves[-1]
    shown = solve(puzzle, worst.move, puzzle.best[0])
    assert f"{worst.move}: {worst.points:.2f} points expected. There is something better." in shown
    assert f"That's right! {puzzle.best[0]}: {puzzle.moves[0].points:.2f} points expected." in shown
    assert all(option.move in shown for option in puzzle.moves)


def test_what_is_no_move_is_no_answer() -> None:
    puzzle = of_theme("hold")
    shown = solve(puzzle, "zz", "c3", "a", "")
    assert "“zz” is not a move." in shown
    assert "border" in shown
    assert f"This is the answer: {puzzle.best[0]} (drawn)." in shown


def test_what_nobody_knows_is_not_told() -> None:
    puzzle = next(puzzle for puzzle in puzzles("quixo4") if puzzle.theme == "hold")
    shown = solve(puzzle, puzzle.moves[-1].move, puzzle.best[0])
    assert f"{puzzle.moves[-1].move}: lost in " in shown
    assert f"That's right! {puzzle.best[0]}: the game goes on." in shown


def test_whoever_leaves_is_told_nothing() -> None:
    puzzle = of_theme("win")
    for lines in ((), ("quit",)):
        assert puzzle.best[0] not in solve(puzzle, *lines)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("theme", ["win", "draw", "hold", "cross", "lock", "penalty", "wait"])
def test_every_theme_in_every_language(theme: str, language: str) -> None:
    puzzle = of_theme(theme)
    shown = solve(puzzle, puzzle.moves[-1].move, "", language=language, width=40)
    assert puzzle.best[0] in shown
    assert "{" not in shown


def test_json_and_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", "qwixx", "--theme", "lock", "--seed", "9", "--json"]) == 0
    first = capsys.readouterr().out
    found = json.loads(first)
    assert found["theme"] == "lock"
    assert found["best"] == [found["moves"][0]["move"]]
    assert set(found["moves"][0]) == {"move", "exact", "value", "plies", "score", "chance", "points"}
    assert main(["puzzle", "qwixx", "--theme", "lock", "--seed", "9", "--json"]) == 0
    assert capsys.readouterr().out == first
    assert main(["puzzle", "--seed", "9", "--json"]) == 0


@pytest.mark.parametrize(
    "arguments, complaint",
    [
        (["quixo", "--theme", "lock"], "quixo has no puzzles of the theme 'lock', only win, draw, hold"),
        (["chess"], "argument GAME: invalid choice: 'chess'"),
    ],
)
def test_complaints(arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzle", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"rowlock: {complaint}")
    assert said.err.count("\n") == 1


def test_a_theme_is_looked_for_in_all_games(capsys: pytest.CaptureFixture[str]) -> None:
    for seed in range(8):
        assert main(["puzzle", "--theme", "lock", "--json", "--seed", str(seed)]) == 0
        assert json.loads(capsys.readouterr().out)["game"] == "qwixx"
