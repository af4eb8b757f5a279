"""Random games through the library and through the naive games: same seats, moves, states and outcomes."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from rowlock.rules import DICE, GAMES, State
from tests.rules.games import Naive, Plan, quixo4_plans, quixo_plans, qwixx_plans
from tests.rules.naive_qwixx import NaiveQwixx


def compare(state: State, naive: Naive) -> None:
    assert str(state) == naive.text()
    assert list(state.awaiting) == naive.owed()
    assert state.active == naive.turn()
    assert list(state.scores) == naive.points()
    for seat in range(1, state.seats + 2):
        moves = state.legal_moves(seat)
        assert len(moves) == len(set(moves))
        assert set(moves) == set(naive.legal(seat))
    expected = naive.outcome()
    if expected is None:
        assert state.outcome is None
    else:
        reason, places, scores = expected
        assert state.outcome is not None
        assert state.outcome.reason == reason
        assert list(state.outcome.places) == places
        assert list(state.outcome.scores) == scores


def play_through_both(plan: Plan) -> None:
    naive = plan.begin_naive()
    compare(plan.begin(), naive)
    for step in plan.steps():
        if step.seat == DICE:
            assert isinstance(naive, NaiveQwixx)
            compare_rolls(step.before, naive, step.move)
        else:
            assert not step.before.legal_moves(DICE)
        naive.play(step.seat, step.move)
        compare(step.after, naive)
    event(f"ended: {outcome[0] if (outcome := naive.outcome()) else 'left alone'}")


def compare_rolls(state: State, naive: NaiveQwixx, move: str) -> None:
    """There are too many rolls to list them every time: how many there are, a roll, and its neighbours."""
    rolls = state.legal_moves(DICE)
    gone = naive.closed()
    assert len(rolls) == 6 ** (6 - len(gone))
    assert move in rolls
    for place, colour in enumerate("wwrygb"):
        for face in "1234567.0x":
            fits = face == "." if colour in gone else face in "123456"
            assert (move[:place] + face + move[place + 1 :] in rolls) == fits


@pytest.mark.parametrize("seats", [[1], [2], [3, 4, 5]], ids=["solitaire", "two", "more"])
@given(st.data())
def test_qwixx(seats: list[int], data: st.DataObject) -> None:
    play_through_both(data.draw(qwixx_plans(seats)))


@pytest.mark.parametrize("size", [3, 4, 5])
@given(st.data())
def test_quixo(size: int, data: st.DataObject) -> None:
    play_through_both(data.draw(quixo_plans([size])))


@given(quixo4_plans())
def test_quixo_in_teams(plan: Plan) -> None:
    play_through_both(plan)


@pytest.mark.parametrize("closed", ["", "r", "b"])
def test_all_rolls_one_by_one(closed: str) -> None:
    """The lazy sequence of rolls is the list of all rolls, each once."""
    rows = {"r": "2,3,4,5,6,12/-/-/-/0", "b": "-/-/-/12,11,10,9,8,2/0", "": "-/-/-/-/0"}
    text = f"qwixx {rows[closed]} -/-/-/-/0 2 roll -"
    rolls, expected = GAMES["qwixx"].parse(text).legal_moves(DICE), NaiveQwixx.from_text(text).rolls()
    assert sorted(rolls) == sorted(expected)
    assert rolls[0] == next(iter(rolls))
    assert rolls[-1] == list(rolls)[-1] == rolls[len(rolls) - 1]
    assert list(rolls[5:9]) == list(rolls)[5:9]
    with pytest.raises(IndexError):
        rolls[len(rolls)]
    assert Random(1).choice(rolls) in expected
    not_even_a_text: object = 7
    assert not_even_a_text not in rolls
