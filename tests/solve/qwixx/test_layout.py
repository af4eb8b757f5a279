"""Any layout solved for one player: against the classic solver, against plain enumeration, and against the rules."""

from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path

import numpy as np
import pytest

from rowlock.rules import DICE
from rowlock.rules.layouts import layout_of
from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import COLOURS, Layout, Sheet
from rowlock.solve.qwixx.half_done import HalfDone
from rowlock.solve.qwixx.layout import SolvedLayout, solve_layout, table_shape
from rowlock.solve.qwixx.rows import row_code, row_codes, sheet_codes
from rowlock.solve.qwixx.sheet import solve_sheet

PLAIN = Layout.of("r2 r3 r4", "y2 y3 y4", "g4 g3 g2", "b4 b3 b2")
MIXED = Layout.of("y3 r2 g4", "g3 y2 b4", "b3 g2 r4", "b2 r3 y4")
TO_LOCK = 1

Rows = tuple[tuple[int, ...], ...]
"""The places crossed in each row."""


def test_the_classic_layout_is_worth_what_its_own_solver_says() -> None:
    any_layout, classic = solve_layout(PLAIN, 2, TO_LOCK), solve_sheet(faces=2, to_lock=TO_LOCK)
    closed = row_codes(2, TO_LOCK).closed
    for codes in product(range(closed + 1), repeat=4):
        if codes.count(closed) < 2:
            for penalties in range(4):
                expected = classic.to_come(codes, penalties)
                assert any_layout.to_come(codes, penalties) == pytest.approx(expected, abs=1e-9)


@cache
def naive(rows: Rows, penalties: int) -> float:
    """The expected final score on MIXED with two-faced dice: every roll, every decision."""
    if penalties >= 4 or sum(2 in row for row in rows) >= 2:
        crosses = [len(row) + (2 in row) for row in rows]
        return sum(count * (count + 1) // 2 for count in crosses) - 5 * penalties
    total = 0.0
    for one, other, *coloured in product((1, 2), repeat=6):
        choices = []
        for first in [rows, *crossed(rows, [f"{colour}{one + other}" for colour in COLOURS])]:
            if sum(2 in row for row in first) >= 2:
                choices.append(naive(first, penalties))
                continue
            gone = {MIXED.lock_colour(row) for row in range(4) if 2 in first[row]}
            shown = zip(COLOURS, coloured, strict=True)
            cells = [f"{c}{white + face}" for c, face in shown if c not in gone for white in (one, other)]
            choices += [naive(then, penalties) for then in crossed(first, cells)]
            choices.append(naive(first, penalties + (first == rows)))
        total += max(choices)
    return total / 64


def crossed(rows: Rows, cells: list[str]) -> list[Rows]:
    """What comes of a cross in one of these cells, where it is allowed."""
    found = []
    for row, place in {(MIXED.named[cell].row, MIXED.named[cell].bit.bit_length() - 1) for cell in cells}:
        own = rows[row]
        if 2 not in own and place > max(own, default=-1) and (place < 2 or len(own) >= TO_LOCK):
            found.append((*rows[:row], (*own, place), *rows[row + 1 :]))
    return found


@pytest.mark.parametrize(
    "rows, penalties",
    [(((0,), (), (1,), ()), 3), (((), (0, 1), (0,), (1,)), 2), (((0, 2), (), (0,), (1,)), 2)],
)
def test_mixed_colours_against_enumeration(rows: Rows, penalties: int) -> None:
    solved = solve_layout(MIXED, 2, TO_LOCK)
    closed = row_codes(2, TO_LOCK).closed
    codes = tuple(closed if 2 in row else row_code(row[-1], len(row)) if row else 0 for row in rows)
    crosses = [len(row) + (2 in row) for row in rows]
    made = sum(count * (count + 1) // 2 for count in crosses) - 5 * penalties
    assert made + solved.to_come(codes, penalties) == pytest.approx(naive(rows, penalties), abs=1e-9)


@pytest.mark.parametrize(
    "name, text",
    [
        ("mixed-colours", "2,3,4,5,6,12/2,4,7,9,10/12,11,8,6,4/12,8,7,6,4/3"),
        ("random-ada", "4,5,2,8,12,11/11,4,9,8/12,8,9,11/9,8,7,5/3"),
    ],
)
def test_near_the_end_as_the_rules_have_it(name: str, text: str) -> None:
    """What a sheet is worth is the mean, over all rolls, of the best that the rules let one do."""
    layout = layout_of(name)
    sheet = Sheet.parse(text, layout)
    state = Qwixx((sheet,), 1, layout=layout)
    solved = solve_layout(layout, begin=sheet_codes(sheet))
    gone = [not there for there in state.dice_in_play[2:]]
    mean, weight = 0.0, 0
    for whites in combinations_with_replacement("123456", 2):
        for faces in product(*("." if left else "123456" for left in gone)):
            share = 1 if whites[0] == whites[1] else 2
            mean += share * solved.value(state.play(DICE, "".join((*whites, *faces))))
            weight += share
    assert solved.value(state) == pytest.approx(mean / weight, abs=1e-9)


def test_a_table_that_is_kept_is_nearly_as_exact() -> None:
    table = solve_layout(MIXED, 2, TO_LOCK).table
    kept = SolvedLayout(table.astype(np.float32))
    assert kept.to_come((0, 0, 0, 0), 0) == pytest.approx(float(table[0, 0, 0]), abs=1e-5)


def test_a_run_that_is_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowlock.solve.qwixx.half_done.EVERY", 0)
    shape = table_shape(2, TO_LOCK)
    whole = solve_layout(MIXED, 2, TO_LOCK).table

    class Stop(Exception):
        pass

    def heard(share: float) -> None:
        if share > 0.6:
            raise Stop

    for _ in range(2):  # the second one stops no later than the first
        with pytest.raises(Stop):
            solve_layout(MIXED, 2, TO_LOCK, progress=heard, half_done=HalfDone(tmp_path, shape))
    shares: list[float] = []
    half_done = HalfDone(tmp_path, shape)
    found = solve_layout(MIXED, 2, TO_LOCK, progress=shares.append, half_done=half_done).table
    assert shares[0] > 0.3
    assert shares[-1] == pytest.approx(1)
    assert np.array_equal(found, whole)


def test_what_is_half_done_of_something_else_is_begun_again(tmp_path: Path) -> None:
    (tmp_path / "level").write_text("7")
    (tmp_path / "table.npy").write_bytes(b"nothing")
    assert HalfDone(tmp_path, table_shape(2, TO_LOCK)).level is None
