"""`rowlock day`: a day in words and as JSON, and its game in the terminal."""

import io
import json
from datetime import date

import pytest
from rich.console import Console

from rowlock.cli import main
from rowlock.rules import DICE, Record
from rowlock.study import day_of
from rowlock.table import dice
from rowlock.terminal.loop import Loop
from rowlock.terminal.match import Match
from tests.table.test_days import naive_roll

DAY = "2026-11-18"


def test_a_day_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["day", DAY, "--rolls", "2", "--language", "en"]) == 0
    found, said = day_of(date(2026, 11, 18)), capsys.readouterr().out
    assert said.splitlines()[:4] == [
        f"The day's game · {DAY}",
        f"Qwixx. Perfect play without looking ahead: {found.best}",
        f"1. {naive_roll(DAY, 1)}",
        f"2. {naive_roll(DAY, 2)}",
    ]
    assert found.puzzle.position in said
    assert found.link in said
    assert main(["day", DAY, "--language", "ru"]) == 0
    assert naive_roll(DAY, 1) not in capsys.readouterr().out


def test_a_day_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["day", DAY, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["date"] == DAY
    assert found["rolls"] == []
    assert found["puzzle"].keys() == {"game", "position", "seat", "theme", "rating"}
    assert main(["day", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["date"] >= DAY


@pytest.mark.parametrize("wrong", [["2026-10-31"], ["18.11.2026"], [DAY, "--rolls", "101"]])
def test_what_is_no_day(capsys: pytest.CaptureFixture[str], wrong: list[str]) -> None:
    assert main(["day", *wrong]) == 2
    said = capsys.readouterr()
    assert said.err.startswith("rowlock: ")
    assert said.err.count("\n") == 1


def test_the_game_in_the_terminal() -> None:
    record = Record.new("qwixx", ["Ada"]).tagged("DiceDay", DAY)
    match, shown = Match(record, ""), io.StringIO()
    answers = iter(["", "pass", "pass"] * 4 + [""])
    console = Console(file=shown, highlight=False, width=100)
    assert Loop(match, "en", console, lambda _: next(answers), None, "").run() == 0
    assert [ply.move for ply in match.record.plies if ply.seat == DICE] == [
        naive_roll(DAY, number) for number in range(1, 5)
    ]
    assert dice.verify(Record.parse(str(match))) == 4
    said = shown.getvalue()
    assert "−20 points" in said
    assert f"Perfect play without looking ahead: {day_of(date(2026, 11, 18)).best}" in said
    assert "winner" not in said
