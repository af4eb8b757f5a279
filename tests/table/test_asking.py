"""Why not: to ask and to play never disagree, and to ask changes nothing."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rowlock.rules import Refusal
from rowlock.rules.game import ROLL
from rowlock.table import decide
from rowlock.table.asking import why_not
from rowlock.table.commands import Leave, Play, Replace
from rowlock.table.options import Clock, Options
from tests.table.sitting import Sitting, real_dice
from tests.table.test_events import TABLES, TRIES, RandomTable


def code(sitting: Sitting, seat: int, begun: str) -> str | None:
    refusal = why_not(sitting.table, seat, begun, sitting.now)
    return refusal.code if refusal else None


def refusal_of_play(sitting: Sitting, seat: int, move: str) -> Refusal | None:
    try:
        decide.drafted(sitting.table, seat, Play(move, sitting.table.turn), sitting.now)
    except Refusal as refusal:
        return refusal
    return None


@settings(max_examples=TRIES // 2)
@given(TABLES, st.data())
def test_to_ask_and_to_play_never_disagree(table: tuple[str, str, Options], data: st.DataObject) -> None:
    game, seats, options = table
    sitting = RandomTable(game, seats, options=options)
    for _ in range(data.draw(st.integers(0, 30))):
        sitting.step(data)
    before = sitting.table
    known = {move for moves in before.choices.values() for move in moves}
    texts = {*known, ROLL, "a1a5", "r5", "pass", "413526", "nonsense", ""}
    texts |= {move[:end] for move in known for end in range(1, len(move))}
    people = [number for number, seat in enumerate(before.seats, 1) if seat.kind == "human"]
    for seat in people:
        refused = {text: refusal_of_play(sitting, seat, text) for text in texts}
        for text, by_playing in refused.items():
            by_asking = why_not(before, seat, text, sitting.now)
            if by_asking is None:
                can_begin_so = any(whole.startswith(text) for whole in refused if refused[whole] is None)
                assert can_begin_so or before.options.dice == "real"  # whose rolls are not listed
            else:
                assert by_playing is not None
                assert (by_asking.code, by_asking.facts) == (by_playing.code, by_playing.facts)
    assert sitting.table is before


def test_the_beginning_of_a_move() -> None:
    sitting = Sitting()
    assert code(sitting, 1, "") is code(sitting, 1, "a1") is code(sitting, 1, "a1a5") is None
    assert code(sitting, 1, "b2") == "not-on-border"
    assert code(sitting, 2, "a1") == "not-your-turn"
    sitting.play(1, "a1a5")
    assert code(sitting, 2, "a5") == "opponents-cube"


def test_before_and_after_the_game() -> None:
    assert code(Sitting(seats="ho"), 1, "a1a5") == "not-started"
    sitting = Sitting("quixo", options=Options(first=1, clock=Clock(per_move=5)))
    sitting.wait(6)
    assert code(sitting, 1, "a1a5") == "game-over"


def test_rolls() -> None:
    sitting = Sitting("qwixx")
    assert code(sitting, 1, "ro") is code(sitting, 1, ROLL) is None
    assert code(sitting, 1, "413526") == "roll-first"
    assert code(sitting, 2, ROLL) == "not-your-turn"
    real = real_dice()
    assert code(real, 1, "4135") is code(real, 1, "413526") is None
    assert code(real, 1, ROLL) == "not-a-roll"


def test_what_is_sealed_is_decided() -> None:
    sitting = real_dice()
    sitting.roll("415555")
    assert code(sitting, 1, "r5") is None
    sitting.play(1, "r5")
    assert code(sitting, 1, "y5") == "already-decided"


def test_when_time_is_up() -> None:
    sitting = Sitting(options=Options(first=1, clock=Clock(per_move=5)))
    sitting.now += 5_000
    assert code(sitting, 1, "a1a5") == "out-of-time"


def test_where_a_bot_plays_for_somebody() -> None:
    sitting = Sitting()
    sitting.do(1, Leave())
    assert code(sitting, 1, "a1a5") is None  # whoever plays is there again
    sitting.do(2, Replace(1), away={1: 0})
    assert code(sitting, 1, "a1a5") == "bot-plays"


@pytest.mark.parametrize("seat", [1, 2])
def test_it_does_not_tell_what_others_have_sealed(seat: int) -> None:
    """The answer is the same whatever the other one has decided."""
    told = []
    for move in ("r5", "y5", "pass"):
        sitting = real_dice(auto_pass=False)
        sitting.roll("415555")
        sitting.play(3 - seat, move)
        told.append([code(sitting, seat, cell) for cell in ("r5", "y5", "g5", "b5", "r6", "pass")])
    assert told[0] == told[1] == told[2]
