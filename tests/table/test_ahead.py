"""Decisions for the next roll, made before it: sealed, changed at will, and played at once if the roll allows them."""

import pytest

from rowlock.rules import DICE, IllegalMove, Refusal
from rowlock.table.commands import AskTakeback, DecideAhead, Leave, Replace
from rowlock.table.events import DecidedAhead, Moved, from_texts, to_text
from rowlock.table.options import Options
from tests.table.sitting import Sitting

REAL = Options(first=1, dice="real", auto_pass=False)


def decided(sitting: Sitting) -> list[tuple[int, str, str]]:
    """What has been decided since the last roll."""
    plies = list(sitting.table.plies)
    roll = max((place for place, ply in enumerate(plies) if ply.seat == DICE), default=-1)
    return [(ply.seat, ply.move, ply.why) for ply in plies[roll + 1 :]]


def test_it_is_played_at_once_if_it_fits() -> None:
    sitting = Sitting("qwixx", "hhh", options=REAL)
    sitting.do(2, DecideAhead(("r7", "y9")))
    sitting.do(3, DecideAhead(("b12", "pass")))
    sitting.play(1, "361111")
    assert decided(sitting) == [(2, "y9", "ahead"), (3, "pass", "ahead")]
    assert sitting.table.awaiting == (1,)
    assert sitting.table.ahead == {}


def test_the_first_that_fits() -> None:
    sitting = Sitting("qwixx", "hh", options=REAL)
    sitting.do(2, DecideAhead(("g7", "r7", "pass")))
    sitting.play(1, "341111")
    assert decided(sitting) == [(2, "g7", "ahead")]


def test_what_does_not_fit_is_over_with_the_roll() -> None:
    sitting = Sitting("qwixx", "hh", options=REAL)
    sitting.do(2, DecideAhead(("r7",)))
    sitting.play(1, "361111")
    assert decided(sitting) == []
    assert sitting.table.awaiting == (1, 2)
    sitting.play(2, "pass")
    sitting.play(1, "pass", "pass")
    sitting.play(2, "341111")
    assert decided(sitting) == []


def test_it_is_changed_and_taken_back_until_the_roll() -> None:
    sitting = Sitting("qwixx", "hh", options=REAL)
    for moves in (("r7",), ("y7",), (), ("b7",)):
        [event] = sitting.do(2, DecideAhead(moves))
        assert event == DecidedAhead(sitting.now, 2, moves)
        assert from_texts([to_text(event)]) == [event]
        assert sitting.table.ahead == ({2: moves} if moves else {})
    assert sitting.table.turn == 1  # nobody is asked anew
    sitting.play(1, "341111")
    assert decided(sitting) == [(2, "b7", "ahead")]


def test_it_is_a_decision_like_any_other() -> None:
    """Still sealed, it may be taken back; and where all have decided, it is shown."""
    sitting = Sitting("qwixx", "hh", options=REAL)
    sitting.do(2, DecideAhead(("r7",)))
    sitting.play(1, "341111")
    sitting.do(2, AskTakeback())
    assert sitting.table.awaiting == (1, 2)
    both = Sitting("qwixx", "hh", options=REAL)
    for seat in (1, 2):
        both.do(seat, DecideAhead(("r7", "pass")))
    both.play(1, "341111")
    assert both.table.state.phase == "colour+"


def test_who_rolls_too_late_rolls_all_the_same() -> None:
    sitting = Sitting("qwixx", "hh", options=Options(first=1, auto_pass=False))
    everything = tuple(sitting.table.may_ahead(2))
    sitting.do(2, DecideAhead(everything))
    sitting.play(1, "roll")
    [(seat, move, why)] = decided(sitting)
    assert (seat, why) == (2, "ahead")
    assert move != "pass"


def test_a_bot_decides_for_itself() -> None:
    sitting = Sitting("qwixx", "hhh", options=REAL)
    sitting.do(2, DecideAhead(("r7",)))
    sitting.do(2, Leave())
    sitting.do(1, Replace(2))
    assert sitting.table.ahead == {}


@pytest.mark.parametrize("move", ["r1", "r13", "x7", "", "341111", "roll"])
def test_what_is_no_such_decision(move: str) -> None:
    sitting = Sitting("qwixx", "hh", options=REAL)
    with pytest.raises(IllegalMove) as refused:
        sitting.do(2, DecideAhead(("r7", move)))
    assert refused.value.code == "not-ahead"


def test_what_can_never_fit_any_more() -> None:
    """Nothing left of one's own last cross, and no lock with too few crosses."""
    sitting = Sitting("qwixx", "hh", options=REAL)
    sitting.play(1, "341111")
    sitting.play(2, "r7")
    sitting.play(1, "pass", "pass")
    possible = sitting.table.may_ahead(2)
    assert "r8" in possible
    assert not {"r2", "r7", "r12", "b2"} & set(possible)


def test_only_where_dice_are_rolled() -> None:
    for game, code in (("quixo", "not-ahead"),):
        with pytest.raises(Refusal) as refused:
            Sitting(game).do(2, DecideAhead(("a1a5",)))
        assert refused.value.code == code
    with pytest.raises(Refusal):
        Sitting("qwixx", "ho").do(1, DecideAhead(("r7",)))


def test_moved_events_of_before_are_read_as_ever() -> None:
    old = '{"at":1,"seat":2,"move":"r7","why":"chosen","command":"","type":"moved"}'
    assert from_texts([old]) == [Moved(1, 2, "r7")]
