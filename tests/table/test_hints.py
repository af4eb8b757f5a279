"""Hints at a table: who may have one, and that it is written down."""

import pytest

from rowlock.rules import Record, Refusal
from rowlock.table.commands import AskTakeback
from rowlock.table.events import Hinted, from_texts, to_text
from rowlock.table.hinting import give_hint, why_no_hint
from tests.table.sitting import Sitting


def why_not(sitting: Sitting, seat: int) -> str | None:
    refusal = why_no_hint(sitting.table, seat)
    return refusal.code if refusal else None


@pytest.mark.parametrize("seats, allowed", [("hb", True), ("hh", False), ("ho", False)])
def test_only_against_bots(seats: str, allowed: bool) -> None:
    assert (why_not(Sitting("quixo", seats), 1) is None) == allowed


def test_three_against_one() -> None:
    sitting = Sitting("quixo4", "hbbb")
    assert why_not(sitting, 1) is None
    assert why_not(Sitting("quixo4", "hbhb"), 1) == "no-hint"


def test_only_where_something_is_to_be_decided() -> None:
    sitting = Sitting("qwixx", "hb")
    assert why_not(sitting, 1) == "no-hint"  # the dice are not rolled yet
    sitting.play(1, "roll")
    assert why_not(sitting, 1) is None
    sitting.play(1, "pass")
    assert why_not(sitting, 1) == "no-hint"
    board = Sitting("quixo", "hb")
    board.take_turns("a1a5")
    assert why_not(board, 1) == "no-hint"
    with pytest.raises(Refusal, match="nothing for you to decide"):
        give_hint(board.table, 1, board.table.turn, board.now)


def test_it_is_written_down_once_a_turn() -> None:
    sitting = Sitting("quixo", "hb")
    turn = sitting.table.turn
    events = sitting.add(give_hint(sitting.table, 1, turn, sitting.now).events)
    assert events == [Hinted(sitting.now, 1, turn)]
    assert from_texts(map(to_text, events)) == events
    assert give_hint(sitting.table, 1, turn, sitting.now).events == []
    assert sitting.table.hints == (1, 0)
    assert sitting.table.turn == turn
    sitting.take_turns("a1a5", "b1b5")
    with pytest.raises(Refusal, match="this is turn"):
        give_hint(sitting.table, 1, turn, sitting.now)
    sitting.add(give_hint(sitting.table, 1, sitting.table.turn, sitting.now).events)
    assert sitting.table.hints == (2, 0)


def test_the_record_says_so_even_after_a_takeback() -> None:
    sitting = Sitting("quixo", "hb")
    assert sitting.table.record().tag("Hints") is None
    sitting.add(give_hint(sitting.table, 1, sitting.table.turn, sitting.now).events)
    sitting.take_turns("a1a5")
    sitting.do(1, AskTakeback())
    assert len(sitting.table.plies) == 0
    record = sitting.table.record()
    assert record.tag("Hints") == "1:1"
    assert Record.parse(str(record)) == record
