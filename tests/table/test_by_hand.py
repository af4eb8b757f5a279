"""A table where people roll dice that they tell nobody: everybody crosses at their own pace."""

import pytest

from rowlock.rules import Record, Refusal
from rowlock.table.apply import replay
from rowlock.table.commands import AskTakeback, Fill, Leave, Play, Replace, WantRematch
from rowlock.table.events import from_texts, to_text
from rowlock.table.options import Clock, Options
from tests.table.sitting import NOON, Sitting

BY_HAND = Options(first=1, dice="none")


def test_nobody_waits_for_anybody() -> None:
    sitting = Sitting("qwixx", "hhh", options=BY_HAND)
    turn = sitting.table.turn
    for seat, move in [(2, "r5"), (1, "g11"), (2, "b9"), (3, "penalty"), (2, "undo-b9")]:
        sitting.do(seat, Play(move, turn))  # whatever the others did since
    assert str(sitting.table.state) == "qwixx -/-/11/-/0 5/-/-/-/0 -/-/-/-/1 1 roll -"
    assert sitting.table.awaiting == (1, 2, 3)
    assert sitting.table.action == len(sitting.table.plies)  # nothing is sealed
    assert sitting.refused(2, AskTakeback()) == "no-takeback"
    assert sitting.refused_move(1, "roll") == "not-a-move"
    assert replay(from_texts(map(to_text, sitting.events))).state == sitting.table.state


def test_a_move_sent_twice_is_made_once() -> None:
    sitting = Sitting("qwixx", "hh", options=BY_HAND)
    sitting.do(1, Play("penalty", sitting.table.turn, "a"))
    assert sitting.do(1, Play("penalty", sitting.table.turn, "a")) == []
    assert sitting.table.state.scores == (-5, 0)


def test_those_who_are_there_begin_without_the_others() -> None:
    sitting = Sitting("qwixx", "hoho", options=BY_HAND)
    sitting.do(1, Fill(id="begin"))
    assert [seat.kind for seat in sitting.table.seats] == ["human", "human"]
    assert sitting.table.held({"hash of seat 3"}) == {2}
    sitting.play(2, "r5")
    alone = Sitting("qwixx", "hoo", options=BY_HAND)
    assert alone.refused(1, Fill()) == "seat-count"


def test_only_people_play() -> None:
    with pytest.raises(Refusal, match="no bots"):
        Sitting("qwixx", "hb", options=BY_HAND)
    sitting = Sitting("qwixx", "hh", options=BY_HAND)
    sitting.do(2, Leave())
    assert sitting.refused(1, Replace(2)) == "people-only"


@pytest.mark.parametrize(
    "game,options", [("quixo", Options(dice="none")), ("qwixx", Options(chosen={"strict": 0}))]
)
def test_only_where_it_makes_sense(game: str, options: Options) -> None:
    with pytest.raises(Refusal) as refusal:
        Sitting(game, options=options)
    assert refusal.value.code == "malformed"


def test_no_clock_runs() -> None:
    with pytest.raises(Refusal) as refusal:
        Sitting("qwixx", options=Options(dice="none", clock=Clock(per_move=30)))
    assert refusal.value.code == "clock"


@pytest.mark.parametrize("strict", [0, 1])
def test_at_the_end_there_is_a_result_and_another_game(strict: int) -> None:
    sitting = Sitting("qwixx", "hh", options=Options(first=1, dice="none", chosen={"strict": strict}))
    sitting.play(1, "r5", "r7", "done")
    sitting.play(2, "penalty")
    assert sitting.table.status == "playing"
    sitting.play(2, "done")
    assert sitting.table.outcome
    assert sitting.table.outcome.reason == "counted"
    record = Record.parse(str(sitting.table.record()))
    assert record.tag("Dice") == "none"
    assert record.outcome
    assert record.outcome.places == sitting.table.outcome.places
    assert record.last_state.scores == (3, -5)
    for seat in (1, 2):
        sitting.do(seat, WantRematch())
    assert replay(sitting.opened).options.chosen == {"strict": strict}
    assert replay(sitting.opened).opened_at == NOON
