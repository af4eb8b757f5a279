"""How a player with a value network decides, as kernels: the same as `rowlock.bots.qwixx.decide`, for the simulator."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.qwixx.features import BLOCK as _BLOCK
from rowlock.bots.qwixx.features import DIFFERENCE as _DIFFERENCE
from rowlock.bots.qwixx.features import PENALTIES_AT as _PENALTIES_AT
from rowlock.bots.qwixx.features import SCORE_AT as _SCORE_AT
from rowlock.bots.qwixx.kernel import (
    CLOSED,
    CODES,
    Chance,
    Ints,
    colour_action,
    happens,
    may_colour,
    may_cross,
    white_action,
)
from rowlock.solve.kernel import fused_kernel, kernel

# Kernels take module names as constants.
BLOCK, DIFFERENCE, PENALTIES_AT, SCORE_AT = _BLOCK, _DIFFERENCE, _PENALTIES_AT, _SCORE_AT
WHITE_BIT = 8
"""Among the bits of what is overlooked, the coloured decisions come first, then the four rows of the white sum."""
DECISIONS = 9
"""To pass, or one of eight coloured sums; of white decisions there are but five. A decision's number is 0 to pass."""

Floats = NDArray[np.float32]


class Position(NamedTuple):
    """A game, as in `rowlock.bots.qwixx.kernel`."""

    rows: Ints
    scores: Ints
    penalties: Ints


class Mind(NamedTuple):
    """A network, with room for its sums: before the leads are known, and in both layers."""

    brain: Floats
    """All weights, one after the other in the order in which they are used; see `rowlock.bots.qwixx.net`."""
    base: Floats
    units: Floats
    second: Floats


@kernel
def mind_of(brain: Floats, hidden: int, width: int) -> Mind:
    """A network with room to think."""
    return Mind(
        brain, np.empty(hidden, np.float32), np.empty(hidden, np.float32), np.empty(width, np.float32)
    )


@kernel
def like(position: Position) -> Position:
    """A position of its own, to be changed."""
    return Position(position.rows.copy(), position.scores.copy(), position.penalties.copy())


@kernel
def put(to: Position, position: Position) -> None:
    """Copy a position."""
    for seat in range(position.rows.shape[0]):
        for row in range(4):
            to.rows[seat, row] = position.rows[seat, row]
        to.scores[seat] = position.scores[seat]
        to.penalties[seat] = position.penalties[seat]


@kernel
def shared_win(scores: Ints, seat: int) -> float:
    """1 for the winner of a finished game, 0 for a loser; winners share."""
    winners = 0
    for score in scores:
        if score > scores[seat]:
            return 0.0
        winners += score == scores[seat]
    return 1.0 / winners


@fused_kernel
def sum_sheets(position: Position, next_seat: int, mind: Mind) -> None:
    """The first layer before the roll of the next seat, all but the leads, into `mind.base`."""
    rows, penalties, brain, base = position.rows, position.penalties, mind.brain, mind.base
    players, hidden = rows.shape[0], base.shape[0]
    for h in range(hidden):
        base[h] = brain[players * BLOCK * hidden + h]
    for slot in range(players):
        who = (next_seat + slot) % players
        block = slot * BLOCK
        red = np.uint32((block + rows[who, 0]) * hidden)
        yellow = np.uint32((block + CODES + rows[who, 1]) * hidden)
        green = np.uint32((block + 2 * CODES + rows[who, 2]) * hidden)
        blue = np.uint32((block + 3 * CODES + rows[who, 3]) * hidden)
        boxes = np.uint32((block + PENALTIES_AT + penalties[who]) * hidden)
        for h in range(np.uint32(hidden)):
            base[h] += (
                (brain[red + h] + brain[yellow + h]) + (brain[green + h] + brain[blue + h]) + brain[boxes + h]
            )


@fused_kernel
def exchange(fact: int, other: int, mind: Mind) -> None:
    """One fact holds no more, and another one does; into `mind.units`."""
    brain, base, units = mind.brain, mind.base, mind.units
    old, new = np.uint32(fact * base.shape[0]), np.uint32(other * base.shape[0])
    for h in range(np.uint32(base.shape[0])):
        units[h] = base[h] - brain[old + h] + brain[new + h]


@fused_kernel
def chance_of(scores: Ints, seat: int, next_seat: int, mind: Mind) -> float:
    """What the network says about a seat, from the sums in `mind.units`, which lack only the leads."""
    brain, units, second = mind.brain, mind.units, mind.second
    players, hidden, width = scores.shape[0], units.shape[0], second.shape[0]
    for slot in range(players):
        who = (next_seat + slot) % players
        best = -1000
        for other in range(players):
            if other != who:
                best = max(best, scores[other])
        lead = min(max(scores[who] - best, -DIFFERENCE), DIFFERENCE)
        at = np.uint32((slot * BLOCK + SCORE_AT + DIFFERENCE + lead) * hidden)
        for h in range(np.uint32(hidden)):
            units[h] += brain[at + h]
    for h in range(hidden):
        units[h] = max(units[h], np.float32(0))
    biases = (players * BLOCK + 1) * hidden
    weights = biases + width
    for j in range(0, width, 4):  # four at a time, so that the units are read less often
        one = two = three = four = np.float32(0)
        first = np.uint32(weights + j * hidden)
        size = np.uint32(hidden)
        for h in range(size):
            one += units[h] * brain[first + h]
            two += units[h] * brain[first + size + h]
            three += units[h] * brain[first + 2 * size + h]
            four += units[h] * brain[first + 3 * size + h]
        second[j], second[j + 1], second[j + 2], second[j + 3] = one, two, three, four
    for j in range(width):
        second[j] = max(second[j] + brain[biases + j], np.float32(0))
    third = weights + hidden * width
    total, own = 0.0, 0.0
    for slot in range(players):
        logit = brain[third + slot]
        at = np.uint32(third + players + slot * width)
        for j in range(np.uint32(width)):
            logit += second[j] * brain[at + j]
        power = np.exp(logit)
        total += power
        if (next_seat + slot) % players == seat:
            own = power
    return own / total


@kernel
def chance_to_win(position: Position, seat: int, next_seat: int, mind: Mind) -> float:
    """A seat's chance before the roll of the next seat."""
    sum_sheets(position, next_seat, mind)
    exchange(0, 0, mind)
    return chance_of(position.scores, seat, next_seat, mind)


@kernel
def chance_after_colour(
    before: Position, after: Position, seat: int, active: int, choice: int, dice: Ints, idle: bool, mind: Mind
) -> float:
    """A seat's chance after a coloured decision; `mind.base` holds the sums without it. Fills in `after`."""
    players = before.rows.shape[0]
    put(after, before)
    if colour_action(after.rows, after.scores, after.penalties, active, choice, dice, idle):
        return shared_win(after.scores, seat)
    next_seat = (active + 1) % players
    last = (players - 1) * BLOCK  # the active seat rolls last of all
    if choice >= 0:
        row = choice >> 1
        if after.rows[active, row] == CLOSED:  # for everybody
            base = mind.base.copy()
            sum_sheets(after, next_seat, mind)
            exchange(0, 0, mind)
            mind.base[:] = base
        else:
            block = last + row * CODES
            exchange(block + before.rows[active, row], block + after.rows[active, row], mind)
    else:
        block = last + PENALTIES_AT
        exchange(block + before.penalties[active], block + after.penalties[active], mind)
    return chance_of(after.scores, seat, next_seat, mind)


@kernel
def judge_decisions(
    position: Position,
    seat: int,
    active: int,
    choices: Ints,
    planned: int,
    idle: bool,
    dice: Ints,
    revealed: bool,
    overlooked: int,
    mind: Mind,
    values: NDArray[np.float64],
    colours: Ints,
) -> int:
    """The best of a seat's decisions; the chance to win with each, or -1, and the coloured decision that goes with it.

    The others decide as in `choices`, and an active other then as `planned`. Once all is revealed, only the
    coloured decision is left.
    """
    number = dice[0] + dice[1]
    values[:] = -1.0
    trial = choices.copy()
    between, after = like(position), like(position)
    for white in range(-1, 0 if revealed else 4):
        if white >= 0 and (
            not may_cross(position.rows, seat, white, number) or overlooked >> (WHITE_BIT + white) & 1
        ):
            continue
        put(between, position)
        if not revealed:
            trial[seat] = white
            if seat == active:
                idle = white < 0
            if white_action(between.rows, between.scores, trial, number):
                values[white + 1], colours[white + 1] = shared_win(between.scores, seat), -1
                continue
        sum_sheets(between, (active + 1) % position.rows.shape[0], mind)
        first, last = (-1, 8) if seat == active else (planned, planned + 1)
        for choice in range(first, last):
            then = choice
            if then >= 0 and not may_colour(between.rows, active, then, dice):
                if seat == active:
                    continue
                then = -1
            if seat == active and then >= 0 and overlooked >> then & 1:
                continue
            value = chance_after_colour(between, after, seat, active, then, dice, idle, mind)
            decision = choice + 1 if revealed else white + 1
            if value > values[decision]:
                values[decision], colours[decision] = value, then
    return int(values.argmax())


@kernel
def guess_whites(
    position: Position, active: int, dice: Ints, mind: Mind, values: NDArray[np.float64], colours: Ints
) -> Ints:
    """What each passive seat would cross if nobody else did anything."""
    players = position.rows.shape[0]
    nobody = np.full(players, -1)
    guess = nobody.copy()
    for seat in range(players):
        if seat != active:
            guess[seat] = judge_decisions(
                position, seat, active, nobody, -1, False, dice, False, 0, mind, values, colours
            ) - 1  # fmt: skip
    return guess


@kernel
def net_choice(
    position: Position,
    seat: int,
    active: int,
    dice: Ints,
    revealed: bool,
    idle: bool,
    overlook: float,
    mind: Mind,
    alone: bool,
    chance: Chance,
) -> int:
    """The best decision against what the others are expected to do, or, `alone`, as if they did nothing."""
    overlooked = 0
    for choice in range(12):
        if happens(chance, overlook):
            overlooked |= 1 << choice
    values, colours = np.empty(DECISIONS), np.empty(DECISIONS, np.int64)
    nobody = np.full(position.rows.shape[0], -1)
    expected, planned = nobody, -1
    if not revealed and not alone:
        expected = guess_whites(position, active, dice, mind, values, colours)
        if seat != active:
            best = judge_decisions(
                position, active, active, nobody, -1, False, dice, False, 0, mind, values, colours
            )
            expected[active], planned = best - 1, colours[best]
            idle = best == 0
    best = judge_decisions(
        position, seat, active, expected, planned, idle, dice, revealed, overlooked, mind, values, colours
    )
    return best - 1
