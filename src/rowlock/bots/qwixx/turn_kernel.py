"""What a whole turn of Qwixx is worth to every seat, as kernels: after a roll, and on the mean over all rolls.

All seats decide as the bot `master` does (see `rowlock.bots.qwixx.decide`). Of the 27,216 different rolls those with
the same white sum lead to the same few positions, so each position is judged once and looked up for every roll. What is
best for the active seat is the best of five: it takes no coloured die, or one of the four. What each die offers depends
on its own face alone, so it is found once for a pair of white dice and not again for every roll of the others.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.qwixx.kernel import AFTER, CLOSED, GAIN, LEGAL, Ints, close_rows
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


class Printed(NamedTuple):
    """A layout: what is printed where. Numbers count from 2, all else from 0."""

    place: Ints
    """`[row, number]`: where in the row it stands."""
    cell: Ints
    """`[colour, number]`: the cell where it stands."""
    cells: Ints
    """`[colour]`: one bit for each cell of it."""
    lock: Ints
    """`[colour]`: the row whose lock takes its die along."""


class Turn(NamedTuple):
    """A turn with one white sum, and what is known of where it leads.

    The choices of the passive seats are one number with a digit for each, in base 5, the lowest seat's first.
    """

    printed: Printed
    papers: Papers
    active: int
    number: int
    known: Floats
    """`[passive choices, active choice, cell, seat]`: what each seat may hope for, where it is judged."""
    judged: Ints
    """`[passive choices, active choice]`: one bit for each cell after which that is known."""
    cells: Ints
    """`[passive choices, active choice]`: one bit for each cell that the active seat may cross then."""
    answers: Ints
    """`[choice and cell that the active seat plans]`: the passive choices against that; UNKNOWN if not looked up."""
    offers: Floats
    """`[plan, colour, face]`: what the active seat may hope for at best by the die of a colour that shows this face,
    or without one as colour 4; of two plans, one against passive seats that do nothing, one against their guess."""
    orders: Ints
    """Of each offer, which decisions these are: choice * 9, plus 0 for no coloured die or 1 to 8 for a coloured one."""
    after: Papers
    dice: Ints


@lean_kernel
def of_number(turn: Turn, number: int) -> Turn:
    """The same turn with another white sum."""
    return Turn(
        turn.printed,
        turn.papers,
        turn.active,
        number,
        turn.known,
        turn.judged,
        turn.cells,
        turn.answers,
        turn.offers,
        turn.orders,
        turn.after,
        turn.dice,
    )


@lean_kernel
def begin(turn: Turn) -> None:
    """Nothing is known yet."""
    turn.judged.fill(0)
    turn.cells.fill(UNKNOWN)
    turn.answers.fill(UNKNOWN)


@lean_kernel
def may_cross(turn: Turn, seat: int, row: int) -> bool:
    """May a seat cross the white sum in a row?"""
    return bool(AFTER[turn.papers.rows[seat, row], turn.printed.place[row, turn.number - 2]] >= 0)


@lean_kernel
def has_left(turn: Turn, rows: Ints, colour: int) -> bool:
    """Has the die of a colour left the game?"""
    return bool(rows[turn.active, turn.printed.lock[colour]] == CLOSED)


@lean_kernel
def decided(turn: Turn, passive: int, choice: int) -> bool:
    """Let the white decisions take effect in `turn.after`; is the game over?"""
    after, locked = turn.after, False
    put(after, turn.papers)
    for seat in range(len(after.scores)):
        if seat == turn.active:
            row = choice - 1 if choice != NOTHING else -1
        else:
            row = passive % CHOICES - 1
            passive //= CHOICES
        if row >= 0:
            place = turn.printed.place[row, turn.number - 2]
            after.scores[seat] += GAIN[after.rows[seat, row], place]
            after.rows[seat, row] = AFTER[after.rows[seat, row], place]
            locked |= after.rows[seat, row] == CLOSED
    return locked and close_rows(after.rows) >= 2


@lean_kernel
def cells_after(turn: Turn, passive: int, choice: int) -> int:
    """The cells that the active seat may cross by a coloured sum after the white decisions, as bits; or OVER."""
    if turn.cells[passive, choice] == UNKNOWN:
        cells = OVER
        if not decided(turn, passive, choice):
            cells, rows = 0, turn.after.rows
            for row in range(4):
                cells |= LEGAL[rows[turn.active, row]] << row * PLACES
            for colour in range(4):
                if has_left(turn, rows, colour):
                    cells &= ~turn.printed.cells[colour]
        turn.cells[passive, choice] = cells
    return int(turn.cells[passive, choice])


@lean_kernel
def judge(turn: Turn, room: Workroom, passive: int, choice: int, cell: int) -> None:
    """Find out what each seat may hope for after these decisions: the chance to win, or what it has won."""
    known = turn.known[passive, choice, cell]
    turn.judged[passive, choice] |= 1 << cell
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
    if not turn.judged[passive, choice] >> cell & 1:
        judge(turn, room, passive, choice, cell)
    return float(turn.known[passive, choice, cell, seat])


@lean_kernel
def hope_if_planned(turn: Turn, room: Workroom, seat: int, passive: int, choice: int, cell: int) -> float:
    """The same where the active seat plans to cross this cell, if it still may."""
    allowed = cell == NO_CELL or cells_after(turn, passive, choice) >> cell & 1
    return hope_of(turn, room, seat, passive, choice, cell if allowed else NO_CELL)


@lean_kernel
def best_cell(turn: Turn, room: Workroom, passive: int, choice: int, dice: Ints) -> int:
    """The coloured decision that is best for the active seat."""
    cells = cells_after(turn, passive, choice)
    best, most = NO_CELL, hope_of(turn, room, turn.active, passive, choice, NO_CELL)
    if cells == OVER:
        return best
    for decision in range(8):
        colour = decision >> 1
        cell = turn.printed.cell[colour, dice[decision & 1] + dice[2 + colour] - 2]
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
        if choice and not may_cross(turn, turn.active, choice - 1):
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
        if mine and not may_cross(turn, seat, mine - 1):
            continue
        hope = hope_if_planned(turn, room, seat, others + mine * digit, choice, cell)
        if hope > most:
            best, most = mine, hope
    return best


@lean_kernel
def guesses(turn: Turn, room: Workroom) -> int:
    """What each passive seat would do if nobody else did anything."""
    guess, digit = 0, 1
    for seat in range(len(turn.papers.scores)):
        if seat != turn.active:
            guess += digit * best_choice(turn, room, seat, digit, 0, NOTHING, NO_CELL)
            digit *= CHOICES
    return guess


@lean_kernel
def answer(turn: Turn, room: Workroom, guess: int, planned: int, planned_cell: int) -> int:
    """What is best for the passive seats against these plans of the active one, each expecting the others to do as
    guessed."""
    place = planned * (NO_CELL + 1) + planned_cell
    if turn.answers[place] == UNKNOWN:
        passive, digit = 0, 1
        for seat in range(len(turn.papers.scores)):
            if seat != turn.active:
                passive += digit * best_choice(turn, room, seat, digit, guess, planned, planned_cell)
                digit *= CHOICES
        turn.answers[place] = passive
    return int(turn.answers[place])


@lean_kernel
def as_master(turn: Turn, room: Workroom, guess: int, dice: Ints) -> tuple[int, int, int]:
    """The decisions of all seats: those of the passive ones, the active one's choice, and its cell once all is
    revealed."""
    planned, planned_cell = plan(turn, room, 0, dice)
    passive = answer(turn, room, guess, planned, planned_cell)
    choice = plan(turn, room, guess, dice)[0]
    return passive, choice, best_cell(turn, room, passive, choice, dice)


@lean_kernel
def look_at_offers(turn: Turn, room: Workroom, which: int, passive: int, dice: Ints) -> None:
    """Fill in what each face of each coloured die offers the active seat besides these white dice."""
    offers, orders, active = turn.offers[which], turn.orders[which], turn.active
    offers.fill(-1.0)
    for choice in range(CHOICES):
        if choice and not may_cross(turn, active, choice - 1):
            continue
        hope = hope_of(turn, room, active, passive, choice, NO_CELL)
        if hope > offers[4, 0]:
            offers[4, 0], orders[4, 0] = hope, choice * 9
        cells = cells_after(turn, passive, choice)
        if cells == OVER:
            continue
        for decision in range(8):
            colour = decision >> 1
            if has_left(turn, turn.papers.rows, colour):
                continue
            for face in range(1, 7):
                cell = turn.printed.cell[colour, dice[decision & 1] + face - 2]
                if cells >> cell & 1:
                    hope = hope_of(turn, room, active, passive, choice, cell)
                    if hope > offers[colour, face - 1]:
                        offers[colour, face - 1], orders[colour, face - 1] = hope, choice * 9 + 1 + decision


@lean_kernel
def best_offer(turn: Turn, which: int, dice: Ints) -> tuple[int, int]:
    """The same as `plan`, from the offers."""
    offers, orders = turn.offers[which], turn.orders[which]
    most, order = offers[4, 0], orders[4, 0]
    for colour in range(4):
        hope = offers[colour, dice[2 + colour] - 1]
        if hope > most or (hope == most and orders[colour, dice[2 + colour] - 1] < order):
            most, order = hope, orders[colour, dice[2 + colour] - 1]
    choice, decision = order // 9, order % 9 - 1
    if decision < 0:
        return choice, NO_CELL
    colour = decision >> 1
    return choice, int(turn.printed.cell[colour, dice[decision & 1] + dice[2 + colour] - 2])


@lean_kernel
def mean_hopes(turn: Turn, room: Workroom, mean: Floats) -> None:
    """What each seat may hope for before a roll: the mean over all rolls."""
    for seat in range(len(mean)):
        mean[seat] = 0.0
    rows, dice, colours = turn.papers.rows, turn.dice, 1
    for colour in range(4):
        colours *= 1 if has_left(turn, rows, colour) else 6
    for number in range(2, 13):
        now = of_number(turn, number)
        begin(now)
        guess = guesses(now, room)
        for first in range(max(1, number - 6), number // 2 + 1):
            second = number - first
            dice[0], dice[1] = first, second
            weight = (1.0 if first == second else 2.0) / 36.0 / colours
            look_at_offers(now, room, 0, 0, dice)
            look_at_offers(now, room, 1, guess, dice)
            for faces in range(colours):
                rest = faces
                for colour in range(4):
                    there = 1 if has_left(turn, rows, colour) else 6
                    dice[2 + colour] = 1 + rest % there
                    rest //= there
                planned, planned_cell = best_offer(now, 0, dice)
                passive = answer(now, room, guess, planned, planned_cell)
                choice = best_offer(now, 1, dice)[0]
                cell = best_cell(now, room, passive, choice, dice)
                for seat in range(len(mean)):
                    mean[seat] += weight * hope_of(now, room, seat, passive, choice, cell)
