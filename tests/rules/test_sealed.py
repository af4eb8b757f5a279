"""Nobody's decision about the white sum is seen before all have decided: not in any way that a state can be asked."""

from __future__ import annotations

from itertools import islice, product

import pytest
from hypothesis import given

from rowlock.rules import IllegalMove, State
from tests.rules.games import Plan, any_plans, played, quixo4_plans, quixo_plans, qwixx, qwixx_plans

THREE = ("-/-/-/-/0", "-/-/-/-/0", "-/-/-/-/0")


def everything_told(state: State) -> tuple[object, ...]:
    """All that somebody who holds a state can learn from it without playing on."""
    seats = range(state.seats + 2)
    moves = [tuple(state.legal_moves(seat)) for seat in seats if state.phase != "roll"]
    asked = (state.awaiting, state.phase, state.key, state.outcome, state.scores, state.active, moves)
    return (str(state), repr(state), hash(state), *asked)


def told_by_refusals(state: State) -> list[str]:
    """What the state says to moves that nobody may play now."""
    told = []
    for seat, move in product(range(state.seats + 2), ("r5", "y5", "pass", "?", "x")):
        if move not in state.legal_moves(seat):
            with pytest.raises(IllegalMove) as refusal:
                state.play(seat, move)
            told.append(f"{refusal.value} {refusal.value.code} {dict(refusal.value.facts)}")
    return told


def test_a_view_is_the_same_whatever_the_others_decided() -> None:
    """Two games that differ only in what seat 2 has sealed look the same to everyone but seat 2."""
    start = qwixx(*THREE, "1 white 413526")
    views: dict[int | None, list[object]] = {}
    for move in ("r5", "y5", "g5", "b5", "pass"):
        state = played(start, (2, move))
        for seat in (0, 1, 3, 4, None):
            seen = state.seen_by(seat)
            views.setdefault(seat, []).append((everything_told(seen), told_by_refusals(seen)))
    for seen_by_seat in views.values():
        assert all(view == seen_by_seat[0] for view in seen_by_seat)


def test_a_seat_sees_its_own_decision() -> None:
    start = qwixx(*THREE, "1 white 413526")
    views = [repr(played(start, (1, "pass"), (2, move)).seen_by(2)) for move in ("r5", "y5", "pass")]
    assert len(set(views)) == 3


def test_that_a_seat_has_decided_is_seen() -> None:
    start = qwixx(*THREE, "1 white 413526")
    for seat in (None, 1, 2, 3):
        assert played(start, (2, "r5")).seen_by(seat).awaiting == (1, 3)
        assert start.seen_by(seat) == start


def test_a_refusal_does_not_tell_either() -> None:
    """The message of an illegal move carries the position, and the position holds no sealed decision."""
    told = [
        told_by_refusals(played(qwixx(*THREE, "1 white 413526"), (2, move))) for move in ("r5", "y5", "pass")
    ]
    assert told[0] == told[1] == told[2]


def test_a_view_cannot_be_played_to_the_end_of_the_action() -> None:
    """It can take its own seat's decision, but only the table's state knows what the others have sealed."""
    state = played(qwixx(*THREE, "1 white 413526"), (1, "pass"))
    view = state.seen_by(2).play(2, "r5")
    assert view.awaiting == (3,)
    with pytest.raises(ValueError, match="hides"):
        view.play(3, "pass")
    alone = played(qwixx(*THREE, "1 white 413526"), (1, "r5"), (2, "pass"))
    assert str(alone.play(3, "pass")) == "qwixx 5/-/-/-/0 -/-/-/-/0 -/-/-/-/0 1 colour+ 413526"


@given(qwixx_plans(seats=(2, 3, 4, 5)))
def test_views_hide_exactly_the_sealed_decisions_of_others(plan: Plan) -> None:
    sealed: dict[int, str] = {}
    fresh = plan.begin()
    for step in islice(plan.steps(), 60):
        state = step.after
        if step.before.phase != "white" or state.phase != "white":
            fresh, sealed = state, {}
            assert state.seen_by(None) == state.seen_by(1) == state
            continue
        sealed[step.seat] = step.move
        for seat in (None, 1, state.seats):
            seen = state.seen_by(seat)
            assert seen.awaiting == state.awaiting
            assert (seen == state) == (set(sealed) == {seat})
            # The same game, had the others decided otherwise, looks the same from here.
            elsewhere = fresh
            for other, move in sealed.items():
                moves = fresh.legal_moves(other)
                elsewhere = elsewhere.play(other, move if other == seat else moves[moves.index(move) - 1])
            assert elsewhere.seen_by(seat) == seen
        assert str(state.seen_by(None)) == str(fresh)


@given(any_plans())
def test_a_view_of_a_view_shows_no_more(plan: Plan) -> None:
    for step in plan.steps():
        for seat in (None, 1, 2):
            seen = step.after.seen_by(seat)
            assert seen.seen_by(seat) == seen
            assert seen.seen_by(None) == step.after.seen_by(None)


@given(quixo_plans() | quixo4_plans())
def test_nothing_is_hidden_at_quixo(plan: Plan) -> None:
    for step in plan.steps():
        for seat in (None, 1, 2):
            assert step.after.seen_by(seat) == step.after
