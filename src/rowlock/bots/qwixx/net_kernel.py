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


class Papers(NamedTuple):
    """A game, as in `rowlock.bots.qwixx.kernel`."""

    rows: Ints
    scores: Ints
    penalties: Ints


class Workroom(NamedTuple):
    """A network, with room for its sums: before the leads are known, and in both layers."""

    net: Floats
    """All weights, one after the other in the order in which they are used; see `rowlock.bots.qwixx.net`."""
    base: Floats
    units: Floats
    second: Floats
    values: NDArray[np.float64]
    """The chance to win with each decision, or -1."""
    colours: Ints
    """The coloured decision that goes with it."""


class Moment(NamedTuple):
    """What a seat has to decide: the papers, who it is and who is active, the dice; whether all white decisions are
    revealed, so that the coloured one alone is left; and whether the active seat has crossed nothing yet."""

    papers: Papers
    seat: int
    active: int
    dice: Ints
    revealed: bool
    idle: bool


@kernel
def room_for(net: Floats, hidden: int, width: int) -> Workroom:
    """A network with room to think."""
    return Workroom(
        net,
        np.empty(hidden, np.float32),
        np.empty(hidden, np.float32),
        np.empty(width, np.float32),
        np.empty(DECISIONS),
        np.empty(DECISIONS, np.int64),
    )


@kernel
def like(papers: Papers) -> Papers:
    """Papers of their own, to be changed."""
    return Papers(papers.rows.copy(), papers.scores.copy(), papers.penalties.copy())


@kernel
def put(to: Papers, papers: Papers) -> None:
    """Copy papers."""
    for seat in range(papers.rows.shape[0]):
        for row in range(4):
            to.rows[seat, row] = papers.rows[seat, row]
        to.scores[seat] = papers.scores[seat]
        to.penalties[seat] = papers.penalties[seat]


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
def sum_sheets(papers: Papers, next_seat: int, room: Workroom) -> None:
    """The first layer before the roll of the next seat, all but the leads, into `room.base`."""
    rows, penalties, net, base = papers.rows, papers.penalties, room.net, room.base
    players, hidden = rows.shape[0], base.shape[0]
    for h in range(hidden):
        base[h] = net[players * BLOCK * hidden + h]
    for slot in range(players):
        who = (next_seat + slot) % players
        block = slot * BLOCK
        red = np.uint32((block + rows[who, 0]) * hidden)
        yellow = np.uint32((block + CODES + rows[who, 1]) * hidden)
        green = np.uint32((block + 2 * CODES + rows[who, 2]) * hidden)
        blue = np.uint32((block + 3 * CODES + rows[who, 3]) * hidden)
        boxes = np.uint32((block + PENALTIES_AT + penalties[who]) * hidden)
        for h in range(np.uint32(hidden)):
            base[h] += (net[red + h] + net[yellow + h]) + (net[green + h] + net[blue + h]) + net[boxes + h]


@fused_kernel
def exchange(fact: int, other: int, room: Workroom) -> None:
    """One fact holds no more, and another one does; into `room.units`."""
    net, base, units = room.net, room.base, room.units
    old, new = np.uint32(fact * base.shape[0]), np.uint32(other * base.shape[0])
    for h in range(np.uint32(base.shape[0])):
        units[h] = base[h] - net[old + h] + net[new + h]


@fused_kernel
def fill_second(scores: Ints, next_seat: int, room: Workroom) -> None:
    """The second layer, from the sums in `room.units`, which lack only the leads."""
    net, units, second = room.net, room.units, room.second
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
            units[h] += net[at + h]
    for h in range(hidden):
        units[h] = max(units[h], np.float32(0))
    biases = (players * BLOCK + 1) * hidden
    weights = biases + width
    for j in range(0, width, 4):  # four at a time, so that the units are read less often
        one = two = three = four = np.float32(0)
        first = np.uint32(weights + j * hidden)
        size = np.uint32(hidden)
        for h in range(size):
            one += units[h] * net[first + h]
            two += units[h] * net[first + size + h]
            three += units[h] * net[first + 2 * size + h]
            four += units[h] * net[first + 3 * size + h]
        second[j], second[j + 1], second[j + 2], second[j + 3] = one, two, three, four
    for j in range(width):
        second[j] = max(second[j] + net[biases + j], np.float32(0))


@fused_kernel
def power_of(slot: int, players: int, room: Workroom) -> float:
    """How much the network believes in the seat that rolls as the `slot`-th; the chances are the shares of these."""
    net, second = room.net, room.second
    hidden, width = room.units.shape[0], second.shape[0]
    third = (players * BLOCK + 1) * hidden + width + hidden * width
    logit = net[third + slot]
    at = np.uint32(third + players + slot * width)
    for j in range(np.uint32(width)):
        logit += second[j] * net[at + j]
    return float(np.exp(logit))


@kernel
def chance_of(scores: Ints, seat: int, next_seat: int, room: Workroom) -> float:
    """What the network says about a seat."""
    fill_second(scores, next_seat, room)
    total, own = 0.0, 0.0
    for slot in range(scores.shape[0]):
        power = power_of(slot, scores.shape[0], room)
        total += power
        if (next_seat + slot) % scores.shape[0] == seat:
            own = power
    return own / total


@kernel
def all_chances(scores: Ints, next_seat: int, room: Workroom, chances: NDArray[np.float64]) -> None:
    """What the network says about each seat."""
    fill_second(scores, next_seat, room)
    players, total = scores.shape[0], 0.0
    for slot in range(players):
        power = power_of(slot, players, room)
        chances[(next_seat + slot) % players] = power
        total += power
    for seat in range(players):
        chances[seat] /= total


@kernel
def chance_after_colour(
    before: Papers, after: Papers, seat: int, active: int, choice: int, dice: Ints, idle: bool, room: Workroom
) -> float:
    """A seat's chance after a coloured decision; `room.base` holds the sums without it. Fills in `after`."""
    players = before.rows.shape[0]
    put(after, before)
    if colour_action(after.rows, after.scores, after.penalties, active, choice, dice, idle):
        return shared_win(after.scores, seat)
    next_seat = (active + 1) % players
    last = (players - 1) * BLOCK  # the active seat rolls last of all
    if choice >= 0:
        row = choice >> 1
        if after.rows[active, row] == CLOSED:  # for everybody
            base = room.base.copy()
            sum_sheets(after, next_seat, room)
            exchange(0, 0, room)
            room.base[:] = base
        else:
            block = last + row * CODES
            exchange(block + before.rows[active, row], block + after.rows[active, row], room)
    else:
        block = last + PENALTIES_AT
        exchange(block + before.penalties[active], block + after.penalties[active], room)
    return chance_of(after.scores, seat, next_seat, room)


@kernel
def judge_decisions(moment: Moment, choices: Ints, planned: int, overlooked: int, room: Workroom) -> int:
    """The best of a seat's decisions; what each is worth is left in the room.

    The others decide as in `choices`, and an active other then as `planned`.
    """
    papers, seat, active, dice, revealed, idle = moment
    values, colours = room.values, room.colours
    number = dice[0] + dice[1]
    values[:] = -1.0
    trial = choices.copy()
    between, after = like(papers), like(papers)
    for white in range(-1, 0 if revealed else 4):
        if white >= 0 and (
            not may_cross(papers.rows, seat, white, number) or overlooked >> (WHITE_BIT + white) & 1
        ):
            continue
        put(between, papers)
        if not revealed:
            trial[seat] = white
            if seat == active:
                idle = white < 0
            if white_action(between.rows, between.scores, trial, number):
                values[white + 1], colours[white + 1] = shared_win(between.scores, seat), -1
                continue
        sum_sheets(between, (active + 1) % papers.rows.shape[0], room)
        first, last = (-1, 8) if seat == active else (planned, planned + 1)
        for choice in range(first, last):
            then = choice
            if then >= 0 and not may_colour(between.rows, active, then, dice):
                if seat == active:
                    continue
                then = -1
            if seat == active and then >= 0 and overlooked >> then & 1:
                continue
            value = chance_after_colour(between, after, seat, active, then, dice, idle, room)
            decision = choice + 1 if revealed else white + 1
            if value > values[decision]:
                values[decision], colours[decision] = value, then
    return int(values.argmax())


@kernel
def of_seat(moment: Moment, seat: int) -> Moment:
    """The same moment before anything is revealed, for another seat."""
    return Moment(moment.papers, seat, moment.active, moment.dice, False, False)


@kernel
def guess_whites(moment: Moment, room: Workroom) -> Ints:
    """What each passive seat would cross if nobody else did anything."""
    players = moment.papers.rows.shape[0]
    nobody = np.full(players, -1)
    guess = nobody.copy()
    for seat in range(players):
        if seat != moment.active:
            guess[seat] = judge_decisions(of_seat(moment, seat), nobody, -1, 0, room) - 1
    return guess


@kernel
def net_choice(moment: Moment, overlook: float, room: Workroom, alone: bool, chance: Chance) -> int:
    """The best decision against what the others are expected to do, or, `alone`, as if they did nothing."""
    overlooked = 0
    for choice in range(12):
        if happens(chance, overlook):
            overlooked |= 1 << choice
    papers, seat, active, dice, revealed, idle = moment
    nobody = np.full(papers.rows.shape[0], -1)
    expected, planned = nobody, -1
    if not revealed and not alone:
        expected = guess_whites(moment, room)
        if seat != active:
            best = judge_decisions(of_seat(moment, active), nobody, -1, 0, room)
            expected[active], planned = best - 1, room.colours[best]
            idle = best == 0
    now = Moment(papers, seat, active, dice, revealed, idle)
    return judge_decisions(now, expected, planned, overlooked, room) - 1
