"""What a whole turn of Qwixx is worth to every seat, as kernels: after a roll, and on the mean over all rolls.

All seats decide as the bot `master` does (see `rowlock.bots.qwixx.decide`). Of the 27,216 different rolls those with
the same white sum lead to the same few positions, so each position is judged once and looked up for every roll.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.qwixx.kernel import (
    AFTER,
    CLOSED,
    GAIN,
    LEGAL,
    Ints,
    close_rows,
    may_cross,
    place_of,
    white_action,
)
from rowlock.bots.qwixx.net_kernel import Papers, Workroom, all_chances, exchange, put, shared_win, sum_sheets
from rowlock.solve.kernel import lean_kernel

Floats = NDArray[np.float64]

PLACES = 11
NO_CELL = 4 * PLACES
"""Instead of a cell that the active seat crosses by a coloured sum: none. Cell r * 11 + p is place p of row r."""
CHOICES = 5
"""To pass the white sum, 0, or to cross it in one of the rows, 1 to 4."""
NOTHING = 5
"""Instead of a choice of the active seat: it does nothing and pays nothing, as where only another seat is looked at."""
UNKNOWN, OVER = -1, 1 << 60
"""Instead of the cells that may be crossed after the white decisions: not looked up yet, and the game is over now."""


class Turn(NamedTuple):
    """A turn with one white sum, and what is known of where it leads.

    The choices of the passive seats are one number with a digit for each, in base 5, the lowest seat's first.
    """

    papers: Papers
    active: int
    number: int
    known: Floats
    """`[passive choices, active choice, cell, seat]`: what each seat may hope for; not a number if not looked up."""
    cells: Ints
    """`[passive choices, active choice]`: one bit for each cell that the active seat may cross then."""
    after: Papers
    choices: Ints
    dice: Ints


@lean_kernel
def begin(turn: Turn) -> None:
    """Nothing is known yet."""
    turn.known.fill(np.nan)
    turn.cells.fill(UNKNOWN)


@lean_kernel
def decided(turn: Turn, passive: int, choice: int) -> bool:
    """Let the white decisions take effect in `turn.after`; is the game over?"""
    put(turn.after, turn.papers)
    for seat in range(len(turn.choices)):
        if seat == turn.active:
            turn.choices[seat] = choice - 1 if choice != NOTHING else -1
        else:
            turn.choices[seat] = passive % CHOICES - 1
            passive //= CHOICES
    return white_action(turn.after.rows, turn.after.scores, turn.choices, turn.number)


@lean_kernel
def cells_after(turn: Turn, passive: int, choice: int) -> int:
    """The cells that the active seat may cross after the white decisions, as bits; or OVER."""
    if turn.cells[passive, choice] == UNKNOWN:
        cells = OVER
        if not decided(turn, passive, choice):
            cells = 0
            for row in range(4):
                cells |= LEGAL[turn.after.rows[turn.active, row]] << row * PLACES
        turn.cells[passive, choice] = cells
    return int(turn.cells[passive, choice])


@lean_kernel
def judge(turn: Turn, room: Workroom, passive: int, choice: int, cell: int) -> None:
    """Find out what each seat may hope for after these decisions: the chance to win, or what it has won."""
    known = turn.known[passive, choice, cell]
    over, after, active = decided(turn, passive, choice), turn.after, turn.active
    if not over and cell < NO_CELL:
        row, place = cell // PLACES, cell % PLACES
        after.scores[active] += GAIN[after.rows[active, row], place]
        after.rows[active, row] = AFTER[after.rows[active, row], place]
        over = after.rows[active, row] == CLOSED and close_rows(after.rows) >= 2
    elif not over and choice == 0:
        after.scores[active] -= 5
        after.penalties[active] += 1
        over = after.penalties[active] >= 4
    if over:
        for seat in range(len(known)):
            known[seat] = shared_win(after.scores, seat)
    else:
        next_seat = (active + 1) % len(known)
        sum_sheets(after, next_seat, room)
        exchange(0, 0, room)
        all_chances(after.scores, next_seat, room, known)


@lean_kernel
def hope_of(turn: Turn, room: Workroom, seat: int, passive: int, choice: int, cell: int) -> float:
    """What a seat may hope for after these decisions."""
    known = turn.known[passive, choice, cell, seat]
    if np.isnan(known):
        judge(turn, room, passive, choice, cell)
        known = turn.known[passive, choice, cell, seat]
    return float(known)


@lean_kernel
def best_cell(turn: Turn, room: Workroom, passive: int, choice: int, dice: Ints) -> int:
    """The coloured decision that is best for the active seat."""
    cells = cells_after(turn, passive, choice)
    best, most = NO_CELL, hope_of(turn, room, turn.active, passive, choice, NO_CELL)
    if cells == OVER:
        return best
    for decision in range(8):
        row = decision >> 1
        cell = row * PLACES + place_of(row, dice[decision & 1] + dice[2 + row])
        if cells >> cell & 1:
            hope = hope_of(turn, room, turn.active, passive, choice, cell)
            if hope > most:
                best, most = cell, hope
    return int(best)


@lean_kernel
def plan(turn: Turn, room: Workroom, passive: int, dice: Ints) -> tuple[int, int]:
    """Both decisions that are best for the active seat against these of the others."""
    best, with_cell, most = 0, NO_CELL, -1.0
    for choice in range(CHOICES):
        if choice and not may_cross(turn.papers.rows, turn.active, choice - 1, turn.number):
            continue
        cell = best_cell(turn, room, passive, choice, dice)
        hope = hope_of(turn, room, turn.active, passive, choice, cell)
        if hope > most:
            best, with_cell, most = choice, cell, hope
    return best, with_cell


@lean_kernel
def best_choice(
    turn: Turn, room: Workroom, seat: int, digit: int, passive: int, choice: int, cell: int
) -> int:
    """What is best for a passive seat, whose digit this is, if the others do as said."""
    best, most = 0, -1.0
    others = passive - passive // digit % CHOICES * digit
    for mine in range(CHOICES):
        if mine and not may_cross(turn.papers.rows, seat, mine - 1, turn.number):
            continue
        now = others + mine * digit
        then = cell if cell == NO_CELL or cells_after(turn, now, choice) >> cell & 1 else NO_CELL
        hope = hope_of(turn, room, seat, now, choice, then)
        if hope > most:
            best, most = mine, hope
    return best


@lean_kernel
def guesses(turn: Turn, room: Workroom) -> int:
    """What each passive seat would do if nobody else did anything."""
    guess, digit = 0, 1
    for seat in range(len(turn.choices)):
        if seat != turn.active:
            guess += digit * best_choice(turn, room, seat, digit, 0, NOTHING, NO_CELL)
            digit *= CHOICES
    return guess


@lean_kernel
def as_master(turn: Turn, room: Workroom, guess: int, dice: Ints) -> tuple[int, int, int]:
    """The decisions of all seats: those of the passive ones, the active one's choice, and its cell once all is
    revealed."""
    planned, planned_cell = plan(turn, room, 0, dice)
    passive, digit = 0, 1
    for seat in range(len(turn.choices)):
        if seat != turn.active:
            passive += digit * best_choice(turn, room, seat, digit, guess, planned, planned_cell)
            digit *= CHOICES
    choice = plan(turn, room, guess, dice)[0]
    return passive, choice, best_cell(turn, room, passive, choice, dice)


@lean_kernel
def mean_hopes(papers: Papers, active: int, room: Workroom, turn: Turn, mean: Floats) -> None:
    """What each seat may hope for before a roll: the mean over all rolls."""
    for seat in range(len(mean)):
        mean[seat] = 0.0
    dice, colours = turn.dice, 1
    for row in range(4):
        colours *= 1 if papers.rows[active, row] == CLOSED else 6
    for number in range(2, 13):
        now = Turn(papers, active, number, turn.known, turn.cells, turn.after, turn.choices, dice)
        begin(now)
        guess = guesses(now, room)
        for first in range(max(1, number - 6), number // 2 + 1):
            second = number - first
            dice[0], dice[1] = first, second
            weight = (1.0 if first == second else 2.0) / 36.0 / colours
            for colour in range(colours):
                rest = colour
                for row in range(4):
                    faces = 1 if papers.rows[active, row] == CLOSED else 6
                    dice[2 + row] = 1 + rest % faces
                    rest //= faces
                passive, choice, cell = as_master(now, room, guess, dice)
                for seat in range(len(mean)):
                    mean[seat] += weight * hope_of(now, room, seat, passive, choice, cell)
