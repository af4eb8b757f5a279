"""The dynamic programme over all sheets, as kernels.

Values are points still to come. A table holds them as `[red-yellow pair, green-blue pair, penalties]`. Mirrored
(numbers n and 2 * faces + 2 - n exchanged) a sheet swaps its two pairs, so a table is symmetric.

When the roll is known, the best answer is the highest of a constant (the best that needs no coloured die) and
one term for each coloured die. The dice are independent, so the expectation of that maximum comes from sorting
at most 24 values and multiplying distribution functions, not from all the rolls.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowlock.solve.kernel import kernel

Floats = NDArray[np.float64]
Codes = NDArray[np.int16]

PENALTIES = 4
PENALTY = 5.0
NEVER = -1e9


@kernel
def expected_best(least: float, values: Floats, colours: Codes, count: int, faces: int) -> float:
    """The expectation of the maximum of `least` and one value for each coloured die, each face equally likely.

    Only the values above `least` are given, with their colours.
    """
    for i in range(1, count):  # insertion sort, highest first: the lists are short
        value, colour, j = values[i], colours[i], i - 1
        while j >= 0 and values[j] < value:
            values[j + 1], colours[j + 1] = values[j], colours[j]
            j -= 1
        values[j + 1], colours[j + 1] = value, colour
    below0 = below1 = below2 = below3 = 1.0
    share = 1.0 / faces
    expected, chance = 0.0, 1.0
    for i in range(count):
        # The chance that no die shows anything higher shrinks with each value.
        colour = colours[i]
        if colour == 0:
            below0 -= share
        elif colour == 1:
            below1 -= share
        elif colour == 2:
            below2 -= share
        else:
            below3 -= share
        left = below0 * below1 * below2 * below3
        expected += values[i] * (chance - left)
        chance = left
    return expected + least * chance


@kernel
def best_crosses(
    rows: Codes, after_turn: Floats, pairs: Codes, after: Codes, gain: Floats, one: Floats, two: Floats
) -> None:
    """The best values with one cross of the white sum alone, and with a given coloured cross as the last one.

    `one[sum, penalties]`: the white sum crossed in the best row. `two[sum, colour, number, penalties]`: that number
    of that colour crossed in action 2, after the best or no cross of the white sum. Places of numbers count from 0.
    """
    places = after.shape[1]
    closed = after.shape[0] - 1
    one[:] = NEVER
    two[:] = NEVER
    codes = rows.copy()
    shut = 0
    for row in range(4):
        shut += rows[row] == closed
    for colour in range(4):
        for number in range(places):
            place = number if colour < 2 else places - 1 - number
            crossed = after[rows[colour], place]
            if crossed < 0:
                continue
            codes[colour] = crossed
            first, second = pairs[codes[0], codes[1]], pairs[codes[2], codes[3]]
            for p in range(PENALTIES):
                value = gain[rows[colour], place] + after_turn[first, second, p]
                one[number, p] = max(one[number, p], value)
                for white in range(places):
                    two[white, colour, number, p] = max(two[white, colour, number, p], value)
            codes[colour] = rows[colour]
    for row in range(4):
        for white in range(places):
            place = white if row < 2 else places - 1 - white
            crossed = after[rows[row], place]
            if crossed < 0 or (crossed == closed and shut == 1):
                continue  # the second lock ends the game before action 2
            codes[row] = crossed
            white_gain = gain[rows[row], place]
            for colour in range(4):
                code = codes[colour]  # closed just now: its die has left, and nothing follows it in `after`
                for number in range(places):
                    place = number if colour < 2 else places - 1 - number
                    crossed_too = after[code, place]
                    if crossed_too < 0:
                        continue
                    codes[colour] = crossed_too
                    first, second = pairs[codes[0], codes[1]], pairs[codes[2], codes[3]]
                    both = white_gain + gain[code, place]
                    for p in range(PENALTIES):
                        value = both + after_turn[first, second, p]
                        two[white, colour, number, p] = max(two[white, colour, number, p], value)
                    codes[colour] = code
            codes[row] = rows[row]


@kernel
def active_value(
    penalties: int, one: Floats, two: Floats, no_cross: float, faces: int, values: Floats, colours: Codes
) -> float:
    """The value before the own roll, from what `best_crosses` has found and the value of crossing nothing."""
    total = 0.0
    for low in range(faces):
        for high in range(low, faces):
            white = low + high
            least = max(no_cross, one[white, penalties])
            count = 0
            for colour in range(4):
                for face in range(faces):
                    value = max(
                        two[white, colour, low + face, penalties], two[white, colour, high + face, penalties]
                    )
                    if value > least:
                        values[count], colours[count] = value, colour
                        count += 1
            expected = expected_best(least, values, colours, count, faces)
            total += expected if low == high else 2 * expected
    return total / faces**2


@kernel
def passive_value(
    rows: Codes,
    penalties: int,
    stay: float,
    after_turn: Floats,
    pairs: Codes,
    after: Codes,
    gain: Floats,
    faces: int,
) -> float:
    """The value before another player's roll: only the white sum may be crossed, or nothing."""
    places = 2 * faces - 1
    codes = rows.copy()
    total = 0.0
    for white in range(places):
        best = stay
        for row in range(4):
            place = white if row < 2 else places - 1 - white
            crossed = after[rows[row], place]
            if crossed >= 0:
                codes[row] = crossed
                first, second = pairs[codes[0], codes[1]], pairs[codes[2], codes[3]]
                best = max(best, gain[rows[row], place] + after_turn[first, second, penalties])
                codes[row] = rows[row]
        total += best * (faces - abs(faces - 1 - white))
    return total / faces**2


@kernel
def disturbed_value(
    rows: Codes, penalties: int, stay: float, table: Floats, pairs: Codes, close: float, end: float
) -> float:
    """The value when others may end the game now, or close one of the rows, each open row being as likely."""
    closed = pairs.shape[0] - 1
    codes = rows.copy()
    shut, elsewhere = 0, 0.0
    for row in range(4):
        if rows[row] == closed:
            shut += 1
            continue
        codes[row] = closed
        elsewhere += table[pairs[codes[0], codes[1]], pairs[codes[2], codes[3]], penalties]
        codes[row] = rows[row]
    return (1 - end) * ((1 - close) * stay + close * elsewhere / (4 - shut))


@kernel
def solve_level(
    states: Codes,
    tables: Floats,
    settled: Floats,
    pairs: Codes,
    members: Codes,
    after: Codes,
    gain: Floats,
    level: Codes,
    close: Floats,
    end: Floats,
    faces: int,
) -> None:
    """Fill in the values of some sheets whose successors are all known.

    `tables[t]` is the value with t turns of others to come before the own turn, at the moment of a roll;
    `settled[t]` is the same before it is known whether others disturb, so it is what a turn leads to.
    """
    turns = tables.shape[0]
    places = after.shape[1]
    one = np.empty((places, PENALTIES))
    two = np.empty((places, 4, places, PENALTIES))
    values = np.empty(4 * faces)
    colours = np.empty(4 * faces, np.int16)
    rows = np.empty(4, np.int16)
    for s in range(states.shape[0]):
        first, second = states[s, 0], states[s, 1]
        rows[0], rows[1] = members[first, 0], members[first, 1]
        rows[2], rows[3] = members[second, 0], members[second, 1]
        come = level[rows[0]] + level[rows[1]] + level[rows[2]] + level[rows[3]]
        best_crosses(rows, settled[turns - 1], pairs, after, gain, one, two)
        for p in range(PENALTIES - 1, -1, -1):
            no_cross = -PENALTY
            if p < PENALTIES - 1:
                no_cross += settled[turns - 1, first, second, p + 1]
            value = active_value(p, one, two, no_cross, faces, values, colours)
            for t in range(turns):
                if t > 0:
                    stay = settled[t - 1, first, second, p]
                    value = passive_value(rows, p, stay, settled[t - 1], pairs, after, gain, faces)
                tables[t, first, second, p] = tables[t, second, first, p] = value
                if turns > 1:
                    value = disturbed_value(rows, p, value, tables[t], pairs, close[come], end[come])
                    settled[t, first, second, p] = settled[t, second, first, p] = value
