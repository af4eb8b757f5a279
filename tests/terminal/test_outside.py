"""A game from outside is played like any other, whatever it brings along and whatever it doesn't."""

import io
from dataclasses import replace
from pathlib import Path

import pytest

from rowlock.bots import BOTS, random_move
from rowlock.cli import main
from rowlock.locale import LANGUAGES
from rowlock.rules import GAMES
from rowlock.rules.laws import check
from rowlock.terminal.account import account
from rowlock.terminal.texts import title_of
from tests.terminal.keyboard import Keyboard, new, plain
from tests.terminal.nim import NIM


@pytest.fixture
def brings_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES._all, "nim", NIM)


@pytest.fixture
def brings_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES._all, "nim", replace(NIM, rooms="nowhere.{room}"))
    monkeypatch.setitem(BOTS["nim"], "clever", random_move)


@pytest.mark.usefixtures("brings_all")
class TestWithItsOwnParts:
    def test_it_is_a_game(self) -> None:
        check(NIM, lambda moves: moves[0])

    def test_its_view_and_texts(self) -> None:
        match = new("nim", "Ada; Boris")
        screen = Keyboard(match, ["3", "5", "2", "2"]).run()
        assert "Sticks · moves · undo" in screen
        assert "Ada sees |||||||" in screen
        assert "Boris, how many sticks do you take?" in screen
        assert "You can't take 5 of 4 sticks." in screen
        assert "The last stick is taken." in screen
        assert "The winner is Ada." in screen

    def test_what_it_lacks_in_a_language_is_said_in_english(self) -> None:
        screen = Keyboard(new("nim", "Ada; Boris"), [], "ru").run()
        assert "Палочки · moves" in screen
        assert "Ada, how many sticks do you take?" in screen

    def test_its_texts_are_its_own(self) -> None:
        assert title_of("nim", "en") == "Sticks"
        assert title_of("quixo", "en") == "Quixo"

    def test_its_options(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        assert main(["play", "nim", "--sticks", "8"]) == 2
        assert "--sticks: for this game only 7, 9" in capsys.readouterr().err
        assert main(["play", "quixo", "--sticks", "7"]) == 2
        assert "--sticks is not for Quixo" in capsys.readouterr().err
        file = tmp_path / "game.rlk"
        match = new("nim", "Ada; Boris", sticks=9)
        Keyboard(match, ["3", f"save {file}"]).run()
        assert main(["replay", str(file)]) == 0
        assert "Start: nim 9 1" in capsys.readouterr().out


@pytest.mark.usefixtures("brings_nothing")
class TestWithNothing:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_text_has_a_default(self, language: str) -> None:
        match = new("nim", "Ada; bot clever")
        script = ["7", "help", "rules", "moves", *["1"] * 7]
        screen = Keyboard(match, script, language).run()
        assert "{" not in screen
        assert "clever" in screen
        assert match.outcome
        told = plain("\n".join(account(match.record, language)))
        assert told.startswith("Nim: ")

    def test_the_plain_view(self) -> None:
        keyboard = Keyboard(new("nim", "Ada; Boris"), ["7", "3"])
        keyboard.run()
        assert keyboard.before[0].splitlines() == [
            "",
            "Nim · moves · undo · save · rules · help · quit",
            "nim 7 1",
            "",
            "▶ Ada  ",
            "  Boris",
            "",
            "1  2  3",
            "",
            "Ada, it is your turn. For example: 1",
            "> ",
        ]
        assert "“7” can't be played now (so-few)." in keyboard.before[1]

    def test_without_seats_a_bot_that_there_is_sits_down(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("sys.stdin", io.StringIO())
        assert main(["play", "nim", "--first", "1"]) == 0
        assert "Easy bot" in capsys.readouterr().out
