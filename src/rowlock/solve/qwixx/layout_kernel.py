"""The dynamic programme over all sheets of any layout, as kernels.

A table holds the points still to come as `[first and second row, third and fourth row, penalties]`. A layout knows
no symmetries, and its colours couple the rows: a coloured die may cross a number in any of them. But once the roll
is known, the best answer is still the highest of a constant and one term for each coloured die, so the expectation
comes from `kernel.active_value`, as on the classic sheet.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowlock.solve.kernel import kernel
from rowlock.solve.qwixx.kernel import NEVER, PENALTIES, PENALTY, Codes, Floats, active_value

Places = NDArray[np.int64]


@kernel
def best_crosses(
    rows: Codes,
    table: Floats,
    after: Codes,
    gain: Floats,
    place: Places,
    row_of: Places,
    lock: Places,
    one: Floats,
    two: Floats,
) -> None:
    """The same as `kernel.best_crosses`: `one[sum, penalties]`, `two[sum, colour, number, penalties]`.

    `place[row, number]` is where a number stands, `row_of[colour, number]` in which row, and `lock[row]` the colour
    of a row's lock; all count from 0.
    """
    places, codes_of_a_row = after.shape[1], after.shape[0]
    closed = codes_of_a_row - 1
    one[:] = NEVER
    two[:] = NEVER
    codes = rows.copy()
    shut = 0
    for row in range(4):
        shut += rows[row] == closed
    for colour in range(4):
        gone = False
        for row in range(4):
            gone |= rows[row] == closed and lock[row] == colour
        for number in range(places):
            row = row_of[colour, number]
            at = place[row, number]
            crossed = after[rows[row], at]
            if crossed < 0:
                continue
            codes[row] = crossed
            first, second = codes[0] * codes_of_a_row + codes[1], codes[2] * codes_of_a_row + codes[3]
            for p in range(PENALTIES):
                value = gain[rows[row], at] + table[first, second, p]
                one[number, p] = max(one[number, p], value)
                if not gone:
                    for white in range(places):
                        two[white, colour, number, p] = max(two[white, colour, number, p], value)
            codes[row] = rows[row]
    for row in range(4):
        for white in range(places):
            at = place[row, white]
            crossed = after[rows[row], at]
            if crossed < 0 or (crossed == closed and shut == 1):
                continue  # the second lock ends the game before action 2
            codes[row] = crossed
            white_gain = gain[rows[row], at]
            for colour in range(4):
                gone = False  # closed before, or just now
                for other in range(4):
                    gone |= codes[other] == closed and lock[other] == colour
                if gone:
                    continue
                for number in range(places):
                    then = row_of[colour, number]
                    code, there = codes[then], place[then, number]
                    crossed_too = after[code, there]
                    if crossed_too < 0:
                        continue
                    codes[then] = crossed_too
                    first = codes[0] * codes_of_a_row + codes[1]
                    second = codes[2] * codes_of_a_row + codes[3]
                    both = white_gain + gain[code, there]
                    for p in range(PENALTIES):
                        value = both + table[first, second, p]
                        two[white, colour, number, p] = max(two[white, colour, number, p], value)
                    codes[then] = code
            codes[row] = rows[row]


@kernel
def solve_pairs(
    firsts: Places,
    seconds: Places,
    table: Floats,
    after: Codes,
    gain: Floats,
    place: Places,
    row_of: Places,
    lock: Places,
    faces: int,
) -> None:
    """Fill in the values of all sheets whose upper rows are among these pairs, and whose lower ones among those; all
    that follows from them is known."""
    places, codes_of_a_row = after.shape[1], after.shape[0]
    closed = codes_of_a_row - 1
    one = np.empty((places, PENALTIES))
    two = np.empty((places, 4, places, PENALTIES))
    values = np.empty(4 * faces)
    colours = np.empty(4 * faces, np.int16)
    rows = np.empty(4, np.int16)
    for first in firsts:
        rows[0], rows[1] = first // codes_of_a_row, first % codes_of_a_row
        for second in seconds:
            rows[2], rows[3] = second // codes_of_a_row, second % codes_of_a_row
            shut = 0
            for row in range(4):
                shut += rows[row] == closed
            if shut >= 2:
                continue  # the game is over
            best_crosses(rows, table, after, gain, place, row_of, lock, one, two)
            for p in range(PENALTIES - 1, -1, -1):
                no_cross = -PENALTY
                if p < PENALTIES - 1:
                    no_cross += table[first, second, p + 1]
                table[first, second, p] = active_value(p, one, two, no_cross, faces, values, colours)
