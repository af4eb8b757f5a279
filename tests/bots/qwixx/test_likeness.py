"""Bots on other sheets than the classic one."""

import numpy as np
import pytest

from rowlock.bots import BOTS, Question
from rowlock.bots.arena import arena, check
from rowlock.bots.qwixx.likeness import _values, blends_on, net_on
from rowlock.bots.qwixx.net import built_in_net
from rowlock.rules import DICE, GAMES
from rowlock.rules.layouts import layout_of
from rowlock.rules.levels import LEVELS
from rowlock.rules.sheet import CLASSIC
from rowlock.solve.qwixx.rows import row_code, row_codes


def test_a_classic_row_is_like_itself() -> None:
    """In whatever colours it is printed."""
    for layout in (CLASSIC, layout_of("mixed-colours")):
        net = net_on(layout, 3)
        assert np.allclose(net.flat, built_in_net(3).flat, atol=1e-6)


def test_a_row_with_frequent_numbers_left_has_not_come_so_far() -> None:
    """On this sheet 7 and 8 stand behind the third cross of the lowest row, on the classic one before it."""
    blend = blends_on(layout_of("mixed-numbers"))[3]
    code = row_code(4, 3)  # 6 11 4 9 2 12 7 5 10 8 3, and the last cross at 2
    assert row_code(2, 3) <= blend.first[code] < code
    assert blend.first[row_codes().closed] == row_codes().closed


def test_a_blend_is_worth_as_much_as_the_row() -> None:
    """But for rows that bring more or less than any classic one."""
    layout = layout_of("random-ada")
    classic = _values([cell.number for cell in CLASSIC.rows[0]])
    close = 0
    for row, blend in enumerate(blends_on(layout)):
        values = _values([cell.number for cell in layout.rows[row]])
        said = (1 - blend.share) * classic[blend.first] + blend.share * classic[blend.second]
        assert (abs(blend.share - 0.5) <= 1).all()
        close += int(np.isclose(said, values, atol=1e-9).sum())
    assert close > 0.75 * 4 * len(classic)


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
