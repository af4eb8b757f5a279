import os
import re
import time
from pathlib import Path

import pytest
from rich.cells import cell_len

from rowlock.bots import Question, random_move
from rowlock.locale import LANGUAGES, Catalogue
from rowlock.rules import DICE, Outcome, Record, State
from rowlock.rules.game import SEALED
from rowlock.rules.qwixx import Qwixx
from rowlock.terminal.match import Match
from tests.terminal.keyboard import Keyboard, anything, new, plain, played

TABLES = [
    ("qwixx", "Ada; bot greedy"),
    ("qwixx", "Ada; bot random; Boris"),
    ("quixo", "Ada; bot greedy"),
    ("quixo", "Ada; Boris"),
    ("quixo4", "Ada; bot greedy; Boris; bot random"),
]
KEY_NAME = re.compile(
    r"\b(play|ask|reason|outcome|qwixx|quixo|help|rules|error|colour|bot|game|about)\.[a-z]"
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game, seats", TABLES)
def test_whole_games_in_every_language(game: str, seats: str, language: str) -> None:
    match = new(game, seats)
    screen = Keyboard(match, anything(match), language, width=60).run()
    assert match.outcome
    assert not KEY_NAME.search(screen)
    assert "{" not in screen
    texts = Catalogue.of(language)
    assert texts.text(f"outcome.{match.outcome.reason}").split()[0] in screen
    assert screen.endswith(f"{texts.text('play.bye')}\n")
    assert max(map(cell_len, screen.splitlines())) <= 60


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["qwixx", "quixo", "quixo4"])
def test_help_and_rules_in_every_language(game: str, language: str) -> None:
    seats = "Ada; bot greedy" if game != "quixo4" else "Ada; Boris; Cleo; Dora"
    _, screen = played(game, seats, ["help", "?", "rules", "moves", "quit"], language=language)
    assert not KEY_NAME.search(screen)
    assert "{" not in screen
    words = plain(" ".join(screen.split()))
    assert words.count(Catalogue.of(language).text("help.undo")) == 2
    assert str(Catalogue.of(language).entries[f"rules.{game}"]).split("\n")[-1] in words


class TestInput:
    def test_illegal_moves_are_explained_in_one_sentence(self) -> None:
        match, screen = played("quixo", "Ada; Boris", ["b2b5", "hello!", "a1a1", "a1b2", "z"])
        assert "Only a cube from the border may be taken.\n" in screen
        assert "“hello!” is not a move.\n" in screen
        assert "The cube may not go back to the place it came from.\n" in screen
        assert "The cube must go back in at an end of its own row or column.\n" in screen
        assert match.record.plies == ()

    def test_in_another_language(self) -> None:
        _, screen = played("quixo", "Ada; Boris", ["b2b5"], language="ru")
        assert "Брать можно только кубики с края поля.\n" in screen

    def test_enter_alone_never_decides(self) -> None:
        match, _ = played("qwixx", "Ada; bot greedy", ["", "", "", ""])
        assert [ply.seat for ply in match.record.plies if ply.seat == 1] == []
        match, _ = played("quixo", "Ada; Boris", ["", "", ""])
        assert match.record.plies == ()

    def test_only_enter_rolls(self) -> None:
        match, screen = played("qwixx", "Ada; bot greedy", ["pass", "moves"])
        assert "Just press Enter" in screen
        assert "The dice must be rolled first." in screen
        assert match.record.plies == ()

    def test_short_forms(self) -> None:
        match, _ = played("qwixx", "Ada; Boris", ["", "R", "p"])
        total = sum(map(int, match.record.plies[0].move[:2]))
        assert [ply.move for ply in match.record.plies[1:]] == [f"r{total}", "pass"]

    def test_unclear_short_forms_are_asked_back(self) -> None:
        match, screen = played("quixo4", "Ada; Boris; Cleo; Dora", ["a1a5", "a1", "a1 - A5 - s"])
        assert "Which one do you mean: a1a5n, a1a5s?" in screen
        assert "Which one do you mean: a1e1n, a1e1s, a1a5n, a1a5s?" in screen
        assert [ply.move for ply in match.record.plies] == ["a1a5s"]

    def test_control_characters_do_no_harm(self) -> None:
        _, screen = played("quixo", "Ada; Boris", ["\x1b[2J\x07[bold]", "x" * 1000])
        assert "\x07" not in screen
        assert "[bold]" in screen
        assert "x" * 40 not in screen

    def test_end_of_input_leaves_cleanly(self) -> None:
        _, screen = played("quixo", "Ada; Boris", [])
        assert screen.endswith("> \nGoodbye, and see you soon!\n")

    def test_real_dice(self) -> None:
        script = ["41352", "777777", "4 1 3 5 2 6", "r", "pass"]
        match = Match(Record.new("qwixx", ["Ada", "Boris"]).tagged("Dice", "real"), "1")
        screen = Keyboard(match, script).run()
        assert "Roll your dice" in screen
        assert "A roll is a number from 1 to 6 for each die" in screen
        assert [ply.move for ply in match.record.plies] == ["413526", "r5", "pass"]


class TestSealedDecisions:
    def test_nothing_is_shown_before_all_have_decided(self) -> None:
        match = new("qwixx", "Ada; Boris; bot greedy", seed="3")
        keyboard = Keyboard(match, ["", "g", "pass"])
        keyboard.run()
        green = f"g{sum(map(int, match.record.plies[0].move[:2]))}"
        *_, boris, after = keyboard.before
        assert "Boris, you may cross out" in boris
        assert green not in boris
        assert f"Ada: {green}  Boris: pass" in after

    def test_on_a_terminal_the_typed_line_is_wiped(self) -> None:
        keyboard = Keyboard(new("qwixx", "Ada; Boris"), ["", "r"], force_terminal=True)
        keyboard.run()
        assert "\x1b[1A\x1b[2K" in keyboard.screen.getvalue()
        assert "stay secret" in keyboard.screen.getvalue()

    def test_bots_see_no_decision_of_others(self) -> None:
        match = new("qwixx", "Ada; bot greedy")
        seen: list[State] = []

        def watching(question: Question) -> str:
            seen.append(question.view)
            return random_move(question)

        match.bots[2] = watching
        match.play(DICE, "341234")
        match.play(1, "pass")
        match.play(2, match.bot_move(2))
        (view,) = seen
        assert isinstance(view, Qwixx)
        assert view.decided == (SEALED, None)


class TestWaiting:
    @pytest.mark.parametrize("longest, said", [(600, 0), (0.05, 1)])
    def test_a_bot_that_takes_long_is_thinking(
        self, monkeypatch: pytest.MonkeyPatch, longest: float, said: int
    ) -> None:
        monkeypatch.setattr("rowlock.terminal.loop.LONGEST_SILENCE", longest)
        match = new("quixo", "Ada; bot greedy")

        def slow(question: Question) -> str:
            time.sleep(1)
            return random_move(question)

        match.bots[2] = slow
        screen = Keyboard(match, ["a1a5"]).run()
        assert screen.count("Greedy bot is thinking…") == said

    def test_a_bot_that_must_get_ready_first_says_so(self, monkeypatch: pytest.MonkeyPatch) -> None:
        match = new("quixo", "Ada; bot greedy")
        monkeypatch.setattr("rowlock.terminal.loop.LONGEST_SILENCE", 0.05)
        monkeypatch.setattr(match, "get_ready", lambda seat: time.sleep(1))  # noqa: ARG005
        assert "Greedy bot is getting ready." in Keyboard(match, ["a1a5"]).run()


class TestUndo:
    def test_against_a_bot_takes_back_your_move_and_its_answer(self) -> None:
        match, _ = played("quixo", "Ada; bot greedy", ["a1a5", "undo"])
        assert match.record.plies == ()

    def test_the_same_move_gets_the_same_answer(self) -> None:
        once, _ = played("quixo", "Ada; bot random", ["a1a5"])
        again, _ = played("quixo", "Ada; bot random", ["a1e1", "undo", "a1a5"])
        assert once.record == again.record

    def test_hot_seat_takes_back_one_move(self) -> None:
        match, _ = played("quixo", "Ada; Boris", ["a1a5", "e1e5", "undo"])
        assert [ply.move for ply in match.record.plies] == ["a1a5"]

    def test_nothing_to_undo(self) -> None:
        _, screen = played("quixo", "Ada; Boris", ["undo"])
        assert "There is nothing to take back." in screen

    def test_never_across_a_roll(self) -> None:
        match, screen = played("qwixx", "Ada; bot greedy", ["", "pass", "pass", "", "undo"])
        assert "There is nothing to take back." in screen
        assert [ply.seat for ply in match.record.plies].count(DICE) == 2

    def test_until_the_next_roll(self) -> None:
        match, _ = played("qwixx", "Ada; bot greedy", ["", "pass", "pass", "undo", "undo"])
        assert [ply.seat for ply in match.record.plies] == [DICE, 2]

    def test_after_the_end(self) -> None:
        match = new("quixo", "Ada; Boris", size=3)
        moves = iter(anything(match))
        while not match.outcome:
            match.play(match.next_seat, next(moves))
        length = len(match.record.plies)
        Keyboard(match, ["undo"]).run()
        assert len(match.record.plies) == length - 1
        assert match.outcome is None


class TestSaving:
    def test_save_and_resume_gives_the_same_match(self) -> None:
        """At every moment of a game, also in the middle of sealed decisions."""
        match = new("qwixx", "Ada; bot random; Boris")
        sealed = 0
        for line in anything(match):
            read = Match(Record.parse(str(match)), match.seed)
            assert (read.state, read.outcome) == (match.state, match.outcome)
            sealed += len(match.state.awaiting) == 1 and match.simultaneous
            if not match.outcome:
                match.play(match.next_seat, line or match.roll())
        assert sealed > 5

    def test_resumed_it_goes_on_the_same(self) -> None:
        whole, _ = played("qwixx", "Ada; bot random", ["", "pass", "pass", "", "r"])
        half, _ = played("qwixx", "Ada; bot random", ["", "pass", "pass"])
        resumed = Match(Record.parse(str(half)), half.seed)
        Keyboard(resumed, ["", "r"]).run()
        assert str(resumed) == str(whole)

    def test_seats_and_result(self) -> None:
        match = new("quixo", "Ada; bot random", size=3)
        Keyboard(match, anything(match)).run()
        text = str(match)
        assert '[Seats "Ada; bot random"]' in text
        assert match.outcome
        assert f'[Result "{" ".join(map(str, match.outcome.places))} {match.outcome.reason}"]' in text

    def test_files_are_not_replaced_without_asking(self, tmp_path: Path) -> None:
        file = tmp_path / "game.rlk"
        file.write_text("precious")
        _, screen = played("quixo", "Ada; Boris", ["a1a5", f"save {file}", "", f"save {file}", "no"])
        assert file.read_text() == "precious"
        assert screen.count("Nothing was saved.") == 2
        match, screen = played("quixo", "Ada; Boris", ["a1a5", f"save {file}", "y"])
        assert file.read_text() == str(match)
        assert [path.name for path in tmp_path.iterdir()] == ["game.rlk"]

    def test_in_every_language_yes_means_yes(self, tmp_path: Path) -> None:
        for language in LANGUAGES:
            yes = Catalogue.of(language).text("play.yes")
            match = new("quixo", "Ada; Boris")
            Keyboard(match, [f"save {tmp_path / 'game'}", "a1a5", "save", yes], language).run()
            assert (tmp_path / "game.rlk").read_text() == str(match)
            (tmp_path / "game.rlk").unlink()

    def test_what_can_go_wrong(self, tmp_path: Path) -> None:
        _, screen = played(
            "quixo", "Ada; Boris", ["save", f"save {tmp_path}/no/such", f"save {tmp_path}/"], width=200
        )
        assert screen.count("Please write a file name after save.") == 2
        assert f"could not be saved in {tmp_path}/no/such.rlk: No such file or directory" in screen
        assert list(tmp_path.iterdir()) == []

    def test_a_name_that_no_place_can_have(self) -> None:
        match, screen = played("quixo", "Ada; Boris", ["a1a5", f"save {'x' * 300}", "e1e5"])
        assert "could not be saved" in screen
        assert len(match.table.plies) == 2

    @pytest.mark.skipif(os.geteuid() == 0, reason="everything may be written here")
    def test_a_place_that_may_not_be_entered(self, tmp_path: Path) -> None:
        (tmp_path / "shut").mkdir(mode=0)
        match, screen = played("quixo", "Ada; Boris", ["a1a5", f"save {tmp_path}/shut/a", "e1e5"], width=200)
        assert "Permission denied" in screen
        assert len(match.table.plies) == 2

    def test_quit_offers_to_save(self, tmp_path: Path) -> None:
        file = tmp_path / "game.rlk"
        match, screen = played("quixo", "Ada; Boris", ["a1a5", "quit", str(file)])
        assert "Shall the game be saved?" in screen
        assert file.read_text() == str(match)
        _, screen = played("quixo", "Ada; Boris", ["quit"])
        assert "Shall the game be saved?" not in screen

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_no_is_no_file_name(self, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        no = Catalogue.of(language).text("play.no")
        for answer in ("", "n", "No", no, no[0], no.upper()):
            _, screen = played("quixo", "Ada; Boris", ["a1a5", "quit", answer], language=language, width=60)
            assert screen.endswith(f"{Catalogue.of(language).text('play.bye')}\n")
            assert max(map(cell_len, screen.splitlines())) <= 60
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_yes_asks_for_the_file(
        self, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(tmp_path)
        for number, yes in enumerate(("y", "yes", Catalogue.of(language).text("play.yes"))):
            match, _ = played(
                "quixo", "Ada; Boris", ["a1a5", "quit", yes, f"game{number}"], language=language
            )
            assert (tmp_path / f"game{number}.rlk").read_text() == str(match)
        assert len(list(tmp_path.iterdir())) == 3

    def test_yes_means_the_file_that_is_known(self, tmp_path: Path) -> None:
        file = tmp_path / "game.rlk"
        match, _ = played("quixo", "Ada; Boris", [f"save {file}", "a1a5", "quit", "yes", "yes"])
        assert file.read_text() == str(match)

    def test_who_changes_their_mind_stays(self, tmp_path: Path) -> None:
        file = tmp_path / "game.rlk"
        file.write_text("precious")
        match, screen = played("quixo", "Ada; Boris", ["a1a5", "quit", str(file), "no", "e1e5"])
        assert file.read_text() == "precious"
        assert [ply.move for ply in match.record.plies] == ["a1a5", "e1e5"]
        assert "Nothing was saved." in screen


class TestEnd:
    def test_scores_as_on_the_paper(self) -> None:
        """The sheet of the rulebook: 10 + 6 + 28 + 36 − 10 = 70."""
        sheet = "2,3,6,8/3,5,8/11,10,5,4,3,2/12,10,9,8,7,5,4,3/2"
        record = Record(
            (
                ("Game", "qwixx"),
                ("Seats", "Laura; Max"),
                ("Start", f"qwixx {sheet} -/-/-/-/3 2 colour 6611.6"),
            )
        )
        match = Match(record, "1")
        screen = Keyboard(match, ["pass"]).run()
        assert "Max takes a penalty: minus 5 points." in screen
        assert "All four penalty boxes of one player are crossed out." in screen
        assert "The winner is Laura." in screen
        assert "1. Laura r 10 + y  6 + g 28 + b 36 − 10 =  70" in screen
        assert "2. Max   r  0 + y  0 + g  0 + b  0 − 20 = -20" in screen

    def test_a_shared_win(self) -> None:
        record = Record(
            (
                ("Game", "qwixx"),
                ("Seats", "Ada; Boris; Cleo"),
                ("Start", "qwixx 5/-/-/-/0 -/5/-/-/0 -/-/-/-/3 3 colour 661116"),
            )
        )
        screen = Keyboard(Match(record, "1"), ["pass"]).run()
        assert "The winners are Ada, Boris." in screen
        assert re.findall(r"^(\d)\. (\w+)", screen, re.MULTILINE) == [
            ("1", "Ada"),
            ("1", "Boris"),
            ("3", "Cleo"),
        ]

    def test_winning_line_is_marked(self) -> None:
        record = Record(
            (("Game", "quixo"), ("Seats", "Ada; Boris"), ("Start", "quixo oo.oo/...../...../...../xxxx. x"))
        )
        screen = Keyboard(Match(record, "1"), ["e1e5"]).run()
        assert "A full line of the winner's own symbol!" not in screen
        screen = Keyboard(Match(record, "1"), ["e1a1"]).run()
        assert "*X* *X* *X* *X* *X*" in screen
        assert "A full line of the winner's own symbol!" in screen
        assert "The winner is Ada." in screen

    def test_third_same_position_is_a_draw_by_the_house_rule(self) -> None:
        start = ("Start", "quixo ...../...../...../...../x...o x")
        circle = ["a1a5", "e1e5", "a5a1", "e5e1"] * 3
        tags = (("Game", "quixo"), ("Seats", "Ada; Boris"), start)
        match = Match(Record(tags), "1")
        screen = Keyboard(match, circle).run()
        assert match.outcome == Outcome("repetition", (1, 1))
        assert len(match.record.plies) == 8
        assert "The same position has come up for the third time." in screen
        assert "It is a draw." in screen
        free = Match(Record((*tags, ("Repetition", "no"))), "1")
        Keyboard(free, circle).run()
        assert free.outcome is None
        assert len(free.record.plies) == 12

    def test_bots_alone_play_to_the_end(self) -> None:
        match = new("qwixx", "bot greedy; bot random")
        screen = Keyboard(match).run()
        assert match.outcome
        assert "Goodbye" in screen
