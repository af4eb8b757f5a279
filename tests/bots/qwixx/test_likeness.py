"""Bots on other sheets than the classic one."""

import pytest

from rowlock.bots import BOTS, Question
from rowlock.bots.arena import arena, check
from rowlock.bots.qwixx.likeness import _nearest, _values, codes
from rowlock.rules import DICE, GAMES, parse_position
from rowlock.rules.levels import LEVELS
from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import CLASSIC
from rowlock.solve.qwixx.rows import row_codes


def test_a_classic_row_is_like_itself() -> None:
    for row in CLASSIC.rows:
        values = _values([cell.number for cell in row])
        assert _nearest(values, values) == tuple(range(len(row_codes())))


def test_a_row_with_frequent_numbers_left_has_not_come_so_far() -> None:
    """On this sheet 7 and 8 stand behind the third cross of the lowest row, on the classic one before it."""
    state = parse_position("qwixx mixed-numbers -/-/-/6,11,4,9,2/0 -/-/-/-/0 1 roll -")
    assert isinstance(state, Qwixx)
    own, other = codes(state)
    assert own[:3] == other[:3] == (0, 0, 0)
    assert 0 < own[3] < row_codes().closed


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("layout", ["mixed-colours", "random-ada"])
def test_every_level_plays_on_every_sheet(layout: str, level: str) -> None:
    state = GAMES["qwixx"].start(3, layout=layout).play(DICE, "413526")
    for seat in state.awaiting:
        assert BOTS["qwixx"][level](Question(state, seat)) in state.legal_moves(seat)


def test_master_beats_greedy_on_a_random_sheet() -> None:
    master, greedy = arena("qwixx", ["master", "greedy"], 40, chosen={"layout": "random-ada"})
    assert master.wins > greedy.wins


def test_who_plays_only_in_the_simulation_knows_only_the_classic_sheet() -> None:
    with pytest.raises(ValueError, match="sheet plays only in the fast simulation"):
        check("qwixx", ["sheet", "greedy"], {"layout": "mixed-colours"})
