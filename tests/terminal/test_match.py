import pytest

from rowlock.bots import Question
from rowlock.rules import DICE, IllegalMove, Outcome, Ply, Record
from rowlock.terminal.match import Match, bot_name
from tests.terminal.keyboard import new


def test_names_of_bots() -> None:
    assert bot_name("bot greedy") == "greedy"
    assert bot_name("Ada") is None
    assert bot_name("bottle") is None


def test_people_and_bots() -> None:
    match = new("qwixx", "Ada; bot greedy; Boris")
    assert match.people == (1, 3)
    assert set(match.bots) == {2}


def test_bots_decide_first() -> None:
    match = new("qwixx", "Ada; bot greedy; Boris")
    match.play(DICE, match.roll())
    assert match.next_seat == 2
    match.play(2, match.bot_move(2))
    assert match.next_seat == 1


def test_what_is_revealed() -> None:
    match = new("qwixx", "Ada; Boris")
    assert match.revealed == 0
    match.play(DICE, "341234")
    assert (match.revealed, match.simultaneous) == (1, True)
    match.play(2, "pass")
    assert (match.revealed, match.simultaneous) == (1, True)
    match.play(1, "pass")
    assert (match.revealed, match.simultaneous) == (3, False)


def test_the_seed_decides() -> None:
    assert new("qwixx", "Ada; Boris", seed="a").roll() == new("qwixx", "Ada; Boris", seed="a").roll()
    rolls = {new("qwixx", "Ada; Boris", seed=str(seed)).roll() for seed in range(20)}
    assert len(rolls) > 15


def test_an_illegal_move_changes_nothing() -> None:
    match = new("quixo", "Ada; Boris")
    with pytest.raises(IllegalMove):
        match.play(1, "b2b5")
    assert match.record.plies == ()
    assert len(match.table.states) == 1


def test_a_result_that_was_agreed() -> None:
    record = Record.new("quixo", ["Ada", "Boris"]).played([Ply(1, "a1a5")]).tagged("Result", "1 1 agreed")
    match = Match(record, "1")
    assert match.outcome == Outcome("agreed", (1, 1))
    assert match.undo()
    assert match.record == Record.new("quixo", ["Ada", "Boris"])


def test_after_the_end_a_bot_s_last_move_is_taken_back_with_the_person_s() -> None:
    start = ("Start", "quixo .xx/.../... o")
    match = Match(Record((("Game", "quixo"), ("Seats", "bot random; Ada"), start)), "1")
    match.play(2, "a1c1")
    match.play(1, "a3c3")
    assert str(match.state) == "quixo xxx/.../..o o"
    assert match.undo()
    assert str(match.state) == "quixo .xx/.../... o"


def test_nothing_is_taken_back_of_a_game_that_was_over_before_it_began() -> None:
    match = Match(Record.new("quixo", ["Ada", "Boris"]).tagged("Result", "1 1 agreed"), "1")
    assert not match.undo()
    assert match.outcome == Outcome("agreed", (1, 1))


def test_what_was_said_about_a_game_stays_in_its_record() -> None:
    text = '[Game "quixo"]\n[Seats "Ada; Boris"]\n[Event "Kitchen"]\n\n{Hello}\n1. a1a5 {well} e1e5 {hm}\n'
    match = Match(Record.parse(text), "1")
    match.play(1, "b1b5")
    assert str(match) == text + "2. b1b5\n"
    assert match.undo()
    assert match.undo()
    assert str(match) == text.replace(" e1e5 {hm}", "")


def test_each_bot_is_asked_with_the_past_and_has_a_memory_of_its_own() -> None:
    match = new("quixo", "bot medium; bot medium")
    assert match.bots[1] is not match.bots[2]
    asked: list[Question] = []

    def listening(question: Question) -> str:
        asked.append(question)
        return "a1a5"

    match.bots[1] = listening
    match.play(1, "b1b5")
    match.play(2, "e1e5")
    match.play(1, match.bot_move(1))
    (question,) = asked
    assert [*question.past, question.view] == list(match.table.states)[:-1]
