"""How the built-in players of Qwixx decide, as kernels for the simulator.

A game is three arrays: the row codes of each seat (see `rowlock.solve.qwixx.rows`; a row closed by anyone is closed
in all sheets), the penalties, and the scores so far. Seats and rows count from 0, and -1 is to pass. A coloured
decision is a number from 0 to 7: twice the row, plus which white die.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from rowlock.solve.kernel import kernel
from rowlock.solve.qwixx.rows import row_codes
from rowlock.solve.qwixx.sheet import numbered_pairs

# Kernels take module names as constants, which is faster than handing them in.
CODES = len(row_codes())
CLOSED = row_codes().closed
AFTER = row_codes().after.astype(np.int64)
GAIN = row_codes().gain.astype(np.int64)
LEGAL = ((row_codes().after >= 0) << np.arange(row_codes().places)).sum(axis=1)
LEVEL = row_codes().level.astype(np.int64)
PAIRS = numbered_pairs(CODES)[0].astype(np.int64)

Ints = NDArray[np.int64]
Chance = NDArray[np.uint64]
Floats = NDArray[np.float32]
Sheets = NDArray[np.float64]


@kernel
def draw(chance: Chance) -> Any:
    """The next 64 random bits (splitmix64)."""
    chance[0] += np.uint64(0x9E3779B97F4A7C15)
    bits = chance[0]
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))


@kernel
def below(chance: Chance, limit: int) -> int:
    """A random number from 0 to limit - 1; limits up to 65,536."""
    return int(((draw(chance) >> np.uint64(16)) * np.uint64(limit)) >> np.uint64(48))


@kernel
def happens(chance: Chance, probability: float) -> bool:
    """Does something of this probability happen now?"""
    return probability > 0 and below(chance, 65536) < probability * 65536


@kernel
def place_of(row: int, number: int) -> int:
    """Where a number stands in a row, from 0."""
    return number - 2 if row < 2 else 12 - number


@kernel
def close_rows(rows: Ints) -> int:
    """A row that anyone has locked is closed for everyone. How many are closed?"""
    closed = 0
    for row in range(4):
        for seat in range(rows.shape[0]):
            if rows[seat, row] == CLOSED:
                closed += 1
                for other in range(rows.shape[0]):
                    rows[other, row] = CLOSED
                break
    return closed


@kernel
def white_action(rows: Ints, scores: Ints, choices: Ints, number: int) -> bool:
    """All decisions about the white sum take effect. Is the game over?"""
    locked = False
    for seat in range(rows.shape[0]):
        row = choices[seat]
        if row >= 0:
            place = place_of(row, number)
            scores[seat] += GAIN[rows[seat, row], place]
            rows[seat, row] = AFTER[rows[seat, row], place]
            locked |= rows[seat, row] == CLOSED
    return locked and close_rows(rows) >= 2


@kernel
def colour_action(
    rows: Ints, scores: Ints, penalties: Ints, seat: int, choice: int, dice: Ints, idle: bool
) -> bool:
    """The active seat's coloured decision takes effect, or its penalty. Is the game over?"""
    if choice >= 0:
        row = choice >> 1
        place = place_of(row, dice[choice & 1] + dice[2 + row])
        scores[seat] += GAIN[rows[seat, row], place]
        rows[seat, row] = AFTER[rows[seat, row], place]
        return bool(rows[seat, row] == CLOSED) and close_rows(rows) >= 2
    if idle:
        scores[seat] -= 5
        penalties[seat] += 1
        return bool(penalties[seat] >= 4)
    return False


@kernel
def may_cross(rows: Ints, seat: int, row: int, number: int) -> bool:
    """May the seat cross a number in a row?"""
    return bool(AFTER[rows[seat, row], place_of(row, number)] >= 0)


@kernel
def may_colour(rows: Ints, seat: int, choice: int, dice: Ints) -> bool:
    """May the seat make a coloured decision? With equal white dice the second one offers nothing new."""
    if choice & 1 and dice[0] == dice[1]:
        return False
    row = choice >> 1
    return bool(AFTER[rows[seat, row], place_of(row, dice[choice & 1] + dice[2 + row])] >= 0)


# Every player decides in one function, about the white sum or, once that is revealed, about the coloured sums.


@kernel
def random_choice(rows: Ints, seat: int, dice: Ints, revealed: bool, chance: Chance) -> int:
    """Any legal decision, each as likely as the others."""
    legal, count = 0, 0
    if revealed:
        whites = 1 if dice[0] == dice[1] else 2
        for row in range(4):
            places = LEGAL[rows[seat, row]]
            for white in range(whites):
                may = places >> place_of(row, dice[white] + dice[2 + row]) & 1
                legal |= may << (2 * row + white)
                count += may
    else:
        number = dice[0] + dice[1]
        for row in range(4):
            may = LEGAL[rows[seat, row]] >> place_of(row, number) & 1
            legal |= may << row
            count += may
    if count == 0:
        return -1
    pick = below(chance, count + 1)
    if pick == count:
        return -1
    for _ in range(pick):
        legal &= legal - 1  # without its lowest bit
    choice = 0
    while not legal >> choice & 1:
        choice += 1
    return choice


# Counting skipped numbers: the rule of `rowlock.bots.qwixx.greedy`, with habits


@kernel
def skipped(code: int, place: int) -> int:
    """How many numbers a cross skips. A lock is worth any."""
    return -1 if place == 10 else place - LEVEL[code]


@kernel
def fewest_skipped(
    rows: Ints, seat: int, dice: Ints, revealed: bool, overlook: float, chance: Chance
) -> tuple[int, int]:
    """The decision that skips the fewest numbers, and how many."""
    best, cost = -1, 99
    for choice in range(8 if revealed else 4):
        row = choice >> 1 if revealed else choice
        number = dice[choice & 1] + dice[2 + row] if revealed else dice[0] + dice[1]
        place = place_of(row, number)
        if AFTER[rows[seat, row], place] >= 0 and not happens(chance, overlook):
            skips = skipped(rows[seat, row], place)
            if skips < cost:
                best, cost = choice, skips
    return best, cost


@kernel
def habit_choice(
    rows: Ints,
    seat: int,
    dice: Ints,
    revealed: bool,
    penalty_looms: bool,
    bearable: int,
    dread: int,
    overlook: float,
    chance: Chance,
) -> int:
    """Cross where the fewest numbers are skipped, if they are bearable, or to avoid a penalty."""
    best, cost = fewest_skipped(rows, seat, dice, revealed, overlook, chance)
    if penalty_looms and best >= 0:
        # Before the reveal, the coloured sums still come before a penalty.
        later = dread if revealed else fewest_skipped(rows, seat, dice, True, overlook, chance)[1]
        bearable = max(bearable, min(later, dread) - 1)
    return best if cost <= bearable else -1


# A solved sheet


@kernel
def sheet_value(rows: Ints, seat: int, penalties: int, table: Sheets) -> float:
    """The points still to come on a seat's sheet after a turn."""
    closed = 0
    for row in range(4):
        closed += rows[seat, row] == CLOSED
    if closed >= 2 or penalties >= 4:
        return 0.0
    value: float = table[PAIRS[rows[seat, 0], rows[seat, 1]], PAIRS[rows[seat, 2], rows[seat, 3]], penalties]
    return value


@kernel
def sheet_choice(
    rows: Ints,
    penalties: Ints,
    seat: int,
    active: int,
    dice: Ints,
    revealed: bool,
    idle: bool,
    tables: Sheets,
) -> int:
    """What is best for the own score, the active seat's two decisions planned together."""
    table = tables[(seat - active - 1) % rows.shape[0]]
    number = dice[0] + dice[1]
    closed = 0
    for row in range(4):
        closed += rows[seat, row] == CLOSED
    own = rows[seat : seat + 1].copy()
    best, most = -1, -1e9
    for white in range(-1, 0 if revealed else 4):
        gain = 0
        over = False
        if white >= 0:
            before, place = rows[seat, white], place_of(white, number)
            if AFTER[before, place] < 0:
                continue
            own[0, white], gain = AFTER[before, place], GAIN[before, place]
            over = own[0, white] == CLOSED and closed == 1  # no coloured action follows
        fined = seat == active and white < 0 and (idle or not revealed)
        for choice in range(-1, 8 if seat == active and not over else 0):
            if choice < 0:
                value = gain - 5 * fined + sheet_value(own, 0, penalties[seat] + fined, table)
            elif may_colour(own, 0, choice, dice):
                row = choice >> 1
                before, place = own[0, row], place_of(row, dice[choice & 1] + dice[2 + row])
                own[0, row] = AFTER[before, place]
                value = gain + GAIN[before, place] + sheet_value(own, 0, penalties[seat], table)
                own[0, row] = before
            else:
                continue
            if value > most:
                best, most = choice if revealed else white, value
        if white >= 0:
            own[0, white] = rows[seat, white]
    return best
