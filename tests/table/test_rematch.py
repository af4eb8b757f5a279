"""Once more: who must want it, and the running score."""

import pytest

from rowlock.rules import Refusal
from rowlock.table import seating
from rowlock.table.apply import replay
from rowlock.table.commands import Leave, Resign, WantRematch
from rowlock.table.options import Options, SeatPlan
from tests.table.sitting import Sitting


def after_a_win(of: int, **table: object) -> Sitting:
    """A game of two that the other one gave up."""
    sitting = Sitting(**table)  # type: ignore[arg-type]
    sitting.do(3 - of, Resign())
    return sitting


def test_who_is_away_for_a_moment_is_waited_for_and_then_not() -> None:
    sitting = after_a_win(1)
    sitting.do(1, WantRematch(), away={2: sitting.now - 9_999})
    assert not sitting.opened
    with pytest.raises(Refusal) as refused:
        sitting.do(1, WantRematch(), away={2: sitting.now - 9_999})
    assert refused.value.code == "already-decided"
    sitting.do(1, WantRematch(), away={2: sitting.now - 10_000})
    again = replay(sitting.opened)
    assert [seat.token for seat in again.seats] == [seat.token for seat in sitting.table.seats]
    assert [seat.name for seat in again.seats] == [seat.name for seat in sitting.table.seats]


def test_who_is_there_is_asked() -> None:
    sitting = after_a_win(1)
    sitting.do(1, WantRematch(), away={})
    assert not sitting.opened
    sitting.do(2, Leave())
    assert sitting.opened


def test_the_running_score_goes_along_and_counts_no_draws() -> None:
    first = after_a_win(2)
    assert first.table.wins == (0, 1)
    first.do(1, WantRematch())
    first.do(2, WantRematch())
    second = replay(first.opened)
    assert second.wins == (0, 1)
    assert second.previous == "table"


def test_the_score_moves_with_the_people_when_chance_gives_out_the_symbols() -> None:
    two, tokens = (SeatPlan("human", "Ada"), SeatPlan("human", "Boris")), ("ada's", "boris's")
    met = set()
    for number in range(8):
        opened = seating.open_table(
            "next", "quixo", two, tokens, Options(symbols="random"), f"{number:02x}" * 32, 0, "table", (2, 1)
        )
        again = replay(opened)
        met.add((tuple(seat.token for seat in again.seats), again.wins))
    assert met == {(("ada's", "boris's"), (2, 1)), (("boris's", "ada's"), (1, 2))}
