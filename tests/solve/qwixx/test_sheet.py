from itertools import product

import numpy as np
import pytest

from rowlock.rules.qwixx import Qwixx
from rowlock.solve.qwixx.rows import row_code, row_codes, sheet_codes
from rowlock.solve.qwixx.sheet import Pace, SheetValues, solve_sheet
from tests.solve.qwixx.naive import NaiveSheet, Row


def code(row: Row, places: int) -> int:
    if row and row[-1] >= places:
        return row_codes((places + 1) // 2).closed
    return row_code(row[-1], len(row)) if row else 0


def assert_agree(values: SheetValues, naive: NaiveSheet, rows: tuple[Row, ...], penalties: int) -> None:
    codes = tuple(code(row, values.codes.places) for row in rows)
    for wait in range(len(values.tables)):
        to_come = naive.before_roll(rows, penalties, wait) - naive.score(rows, penalties)
        assert values.to_come(codes, penalties, wait) == pytest.approx(to_come, abs=1e-9)


def test_codes_of_a_row() -> None:
    codes = row_codes()
    assert len(codes) == 57
    assert codes.after[row_code(9, 4), 10] == -1, "four crosses are too few for a lock"
    assert codes.after[row_code(9, 5), 10] == codes.closed
    assert codes.gain[row_code(9, 5), 10] == 6 + 7, "the last number and the lock"
    assert (codes.after[codes.closed] == -1).all()
    for before, place in zip(*np.nonzero(codes.after >= 0), strict=True):
        assert codes.level[codes.after[before, place]] > codes.level[before]


def test_three_numbers_a_row_against_enumeration() -> None:
    values, naive = solve_sheet(faces=2, to_lock=1), NaiveSheet(2, 1)
    rows: list[Row] = [(), (0,), (1,), (0, 1), (0, 1, 2, 3)]
    for sheet in product(rows, repeat=4):
        for penalties in (3, 2):
            if not naive.over(sheet, penalties):
                assert_agree(values, naive, sheet, penalties)


@pytest.mark.parametrize(
    "sheet",
    [
        ((0, 1, 2), (0, 2, 3), (1, 2, 3), (0, 1, 2, 3)),
        ((1, 2), (0, 1, 2), (3,), (0, 1, 2, 4, 5)),
        ((0, 1), (0, 1, 2, 4, 5), (3,), (1, 3)),
    ],
)
def test_five_numbers_a_row_against_enumeration(sheet: tuple[Row, ...]) -> None:
    assert_agree(solve_sheet(faces=3, to_lock=3), NaiveSheet(3, 3), sheet, 2)


def test_a_seat_among_others_against_enumeration() -> None:
    levels = 4 * 3 + 1
    values = solve_sheet(players=3, pace=Pace((0.1,) * levels, (0.2,) * levels), faces=2, to_lock=1)
    naive = NaiveSheet(2, 1, others=2, close=0.2, end=0.1)
    for penalties in (3, 2):
        assert_agree(values, naive, ((0,), (0, 4), (), (1,)), penalties)
        assert_agree(values, naive, ((1,), (0,), (1,), (0, 1)), penalties)


def test_the_pace_follows_the_own_progress() -> None:
    """Others who end the game as soon as anything is crossed leave the first turn's points."""
    at_once = Pace((0.0, *(1.0,) * 12), (0.0,) * 13)
    first_turn = solve_sheet(players=2, pace=at_once, faces=2, to_lock=1).to_come((0, 0, 0, 0), 3, 0)
    never = Pace((0.0,) * 13, (0.0,) * 13)
    whole_game = solve_sheet(players=2, pace=never, faces=2, to_lock=1).to_come((0, 0, 0, 0), 3, 0)
    assert 0 < first_turn < whole_game


def test_codes_of_a_sheet() -> None:
    state = Qwixx.parse("qwixx 2,3,6,8/-/12,11,10,9,8,2/5/1 -/3/-/-/0 2 roll -")
    closed = row_codes().closed
    assert sheet_codes(state.sheets[0]) == (row_code(6, 4), 0, closed, row_code(7, 1))
    assert sheet_codes(state.sheets[1], state.closed_rows)[2] == closed
