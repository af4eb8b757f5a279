import pytest

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
    assert len(match.states) == 1


def test_a_result_that_was_agreed() -> None:
    record = Record.new("quixo", ["Ada", "Boris"]).played([Ply(1, "a1a5")]).tagged("Result", "1 1 agreed")
    match = Match(record, "1")
    assert match.outcome == Outcome("agreed", (1, 1))
    assert match.undo()
    assert match.record == Record.new("quixo", ["Ada", "Boris"])
