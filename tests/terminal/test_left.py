"""A game that somebody leaves is not lost: it waits, and can go on."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from rowlock.rules import Record
from rowlock.terminal.left import LeftGame
from rowlock.terminal.match import Match
from tests.terminal.keyboard import Keyboard, new, plain


@pytest.fixture
def left(tmp_path: Path) -> LeftGame:
    return LeftGame("quixo", tmp_path / "left")


def and_control_c(lines: Iterable[str]) -> Iterator[str]:
    yield from lines
    raise KeyboardInterrupt


class TestLeaving:
    def test_control_c_keeps_the_game_and_says_where(self, left: LeftGame) -> None:
        match = new("quixo", "Ada; Boris")
        keyboard = Keyboard(match, and_control_c(["a1a5", "e1e5"]), left=left, width=200)
        assert keyboard.loop.run() == 130
        assert left.path.read_text() == str(match)
        said = plain(keyboard.screen.getvalue())
        assert f"The next time you write rowlock play quixo, it can go on. It is in {left.path}." in said

    def test_so_does_the_end_of_the_input(self, left: LeftGame) -> None:
        match = new("quixo", "Ada; Boris")
        Keyboard(match, ["a1a5"], left=left).run()
        assert left.waiting() == match.record

    def test_and_whatever_goes_wrong(self, left: LeftGame) -> None:
        match = new("quixo", "Ada; bot random")

        def broken(*_: object) -> str:
            raise RuntimeError("no move")

        match.bots[2] = broken
        with pytest.raises(RuntimeError):
            Keyboard(match, ["a1a5"], left=left).run()
        assert left.waiting() == match.record

    def test_decisions_that_are_still_sealed_are_kept(self, tmp_path: Path) -> None:
        left = LeftGame("qwixx", tmp_path)
        match = new("qwixx", "Ada; Boris")
        Keyboard(match, ["", "pass"], left=left).run()
        assert [ply.move for ply in match.record.plies][1:] == ["pass"]
        assert left.waiting() == match.record

    def test_nothing_is_kept_that_is_nothing_or_has_a_file(self, left: LeftGame, tmp_path: Path) -> None:
        Keyboard(new("quixo", "Ada; Boris"), [], left=left).run()
        Keyboard(new("quixo", "Ada; Boris"), ["a1a5", f"save {tmp_path / 'mine'}"], left=left).run()
        Keyboard(new("quixo", "Ada; Boris"), ["a1a5", "quit", "no"], left=left).run()
        assert left.waiting() is None

    def test_an_older_game_is_set_aside(self, left: LeftGame) -> None:
        games = [new("quixo", "Ada; Boris") for _ in range(3)]
        for move, match in zip(("a1a5", "b1b5", "c1c5"), games, strict=True):
            Keyboard(match, [move], left=LeftGame("quixo", left.path.parent)).run()
        assert left.waiting() == games[2].record
        aside = [left.path.with_name(f"quixo-{number}.rlk") for number in (1, 2)]
        assert [Record.parse(path.read_text()) for path in aside] == [game.record for game in games[:2]]

    def test_where_nothing_can_be_written_the_game_is_shown(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        match = new("quixo", "Ada; Boris")
        screen = Keyboard(
            match, ["a1a5"], left=LeftGame("quixo", tmp_path / "file" / "left"), width=200
        ).run()
        assert "could not be saved" in screen
        assert str(match) in screen


class TestGoingOn:
    @pytest.fixture
    def again(self, left: LeftGame) -> Match:
        Keyboard(new("quixo", "Ada; Boris"), ["a1a5"], left=left).run()
        record = left.waiting()
        assert record
        return Match(record, "1")

    def test_it_waits_until_it_is_over(self, left: LeftGame, again: Match) -> None:
        Keyboard(again, [], left=left).run()
        assert left.waiting() == again.record
        Keyboard(again, ["e1e5"], left=left).run()
        assert left.waiting() == again.record
        assert [path.name for path in left.path.parent.iterdir()] == ["quixo.rlk"]

    def test_quit_asks_even_if_nothing_was_played(self, left: LeftGame, again: Match, tmp_path: Path) -> None:
        screen = Keyboard(again, ["quit", str(tmp_path / "mine")], left=left).run()
        assert "Shall the game be saved?" in screen
        assert Record.parse((tmp_path / "mine.rlk").read_text()) == again.record
        assert left.waiting() is None

    def test_a_game_that_is_over_waits_no_longer(self, left: LeftGame) -> None:
        start = ("Start", "quixo .xx/.../... o")
        match = Match(Record((("Game", "quixo"), ("Seats", "Ada; Boris"), start)), "1")
        Keyboard(match, ["a1c1"], left=left).run()
        assert left.waiting()
        Keyboard(match, ["a3c3"], left=left).run()
        assert left.waiting() is None

    def test_what_cannot_be_read_is_not_offered_but_stays(self, left: LeftGame) -> None:
        left.path.parent.mkdir()
        left.path.write_text("no record")
        assert left.waiting() is None
        Keyboard(new("quixo", "Ada; Boris"), ["a1a5"], left=left).run()
        assert left.path.with_name("quixo-1.rlk").read_text() == "no record"
