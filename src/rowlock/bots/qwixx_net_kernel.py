"""How a player with a value network decides, as kernels: the same as `rowlock.bots.qwixx_net`, for the simulator.

A network is one flat array here: the vectors of the facts, then the biases and layers in the order in which they
are used.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.qwixx_features import BLOCK as _BLOCK
from rowlock.bots.qwixx_features import DIFFERENCE as _DIFFERENCE
from rowlock.bots.qwixx_features import PENALTIES_AT as _PENALTIES_AT
from rowlock.bots.qwixx_features import SCORE_AT as _SCORE_AT
from rowlock.bots.qwixx_kernel import (
    CODES,
    Chance,
    Ints,
    colour_action,
    happens,
    may_colour,
    may_cross,
    white_action,
)
from rowlock.solve.kernel import kernel

BLOCK, DIFFERENCE, PENALTIES_AT, SCORE_AT = _BLOCK, _DIFFERENCE, _PENALTIES_AT, _SCORE_AT
WHITE_BIT = 8
"""Among the bits of what is overlooked, the coloured decisions come first, then the four rows of the white sum."""

Brain = NDArray[np.float32]


@kernel
def shared_win(scores: Ints, seat: int) -> float:
    """1 for the winner of a finished game, 0 for a loser; winners share."""
    winners = 0
    for score in scores:
        if score > scores[seat]:
            return 0.0
        winners += score == scores[seat]
    return 1.0 / winners


@kernel
def chance_to_win(
    rows: Ints,
    scores: Ints,
    penalties: Ints,
    seat: int,
    next_seat: int,
    brain: Brain,
    hidden: int,
    room: Brain,
) -> float:
    """What the network says about a seat before the roll of the next seat. `room` is for its sums."""
    # Unsigned places in one flat array, and no slices: that lets the compiler use vectors.
    players = rows.shape[0]
    width = room.shape[0] - hidden
    at = players * BLOCK * hidden
    for h in range(hidden):
        room[h] = brain[at + h]
    for slot in range(players):
        who = (next_seat + slot) % players
        best = -1000
        for other in range(players):
            if other != who:
                best = max(best, scores[other])
        lead = min(max(scores[who] - best, -DIFFERENCE), DIFFERENCE)
        block = slot * BLOCK
        red = np.uint32((block + rows[who, 0]) * hidden)
        yellow = np.uint32((block + CODES + rows[who, 1]) * hidden)
        green = np.uint32((block + 2 * CODES + rows[who, 2]) * hidden)
        blue = np.uint32((block + 3 * CODES + rows[who, 3]) * hidden)
        boxes = np.uint32((block + PENALTIES_AT + penalties[who]) * hidden)
        score = np.uint32((block + SCORE_AT + DIFFERENCE + lead) * hidden)
        for h in range(np.uint32(hidden)):
            room[h] += (
                (brain[red + h] + brain[yellow + h])
                + (brain[green + h] + brain[blue + h])
                + (brain[boxes + h] + brain[score + h])
            )
    at += hidden
    for j in range(width):
        room[hidden + j] = brain[at + j]
    at += width
    for h in range(hidden):
        value = room[h]
        if value > 0:
            weights = np.uint32(at + h * width)
            for j in range(np.uint32(width)):
                room[hidden + j] += value * brain[weights + j]
    at += hidden * width
    total, own = 0.0, 0.0
    for slot in range(players):
        logit = brain[at + slot]
        weights = np.uint32(at + players + slot * width)
        for j in range(width):
            logit += max(room[hidden + j], np.float32(0)) * brain[weights + j]
        power = np.exp(logit)
        total += power
        if (next_seat + slot) % players == seat:
            own = power
    return own / total


@kernel
def best_decision(
    rows: Ints,
    scores: Ints,
    penalties: Ints,
    seat: int,
    active: int,
    choices: Ints,
    planned: int,
    idle: bool,
    dice: Ints,
    revealed: bool,
    overlooked: int,
    brain: Brain,
    hidden: int,
    room: Brain,
) -> tuple[int, int]:
    """A seat's best white decision, and the coloured one that goes with it if the seat is active.

    The others decide as in `choices`, and an active other then as `planned`. Once all is revealed, only the
    coloured decision is left.
    """
    players = rows.shape[0]
    number = dice[0] + dice[1]
    best, colour, most = -1, -1, -1.0
    trial = choices.copy()
    for white in range(-1, 0 if revealed else 4):
        if white >= 0 and (not may_cross(rows, seat, white, number) or overlooked >> (WHITE_BIT + white) & 1):
            continue
        white_rows, white_scores = rows.copy(), scores.copy()
        over = False
        if not revealed:
            trial[seat] = white
            over = white_action(white_rows, white_scores, trial, number)
            if seat == active:
                idle = white < 0
        first, last = (-1, 8) if seat == active and not over else (planned, planned + 1)
        for choice in range(first, last):
            then = choice
            if then >= 0 and (over or not may_colour(white_rows, active, then, dice)):
                if seat == active:
                    continue
                then = -1
            if seat == active and then >= 0 and overlooked >> then & 1:
                continue
            new_rows, new_scores, new_penalties = white_rows.copy(), white_scores.copy(), penalties.copy()
            if over or colour_action(new_rows, new_scores, new_penalties, active, then, dice, idle):
                value = shared_win(new_scores, seat)
            else:
                value = chance_to_win(
                    new_rows, new_scores, new_penalties, seat, (active + 1) % players, brain, hidden, room
                )
            if value > most:
                best, colour, most = white, then, value
    return best, colour


@kernel
def net_choice(
    rows: Ints,
    scores: Ints,
    penalties: Ints,
    seat: int,
    active: int,
    dice: Ints,
    revealed: bool,
    idle: bool,
    overlook: float,
    brain: Brain,
    hidden: int,
    width: int,
    alone: bool,
    chance: Chance,
) -> int:
    """The best decision against the best replies of the others, or, `alone`, as if they did nothing.

    First guess what each passive seat would cross if nobody else did anything; then what the active seat does
    about that; then, if the seat is passive itself, what it does about both.
    """
    players = rows.shape[0]
    room = np.empty(hidden + width, np.float32)
    overlooked = 0
    for choice in range(12):
        if happens(chance, overlook):
            overlooked |= 1 << choice
    guess = np.full(players, -1)
    nobody = guess.copy()
    planned = -1
    white, colour = -1, -1
    for step in range(1, players + 2):
        # The passive seats, then the active one, then the seat itself if it is passive.
        who = (active + step) % players if step <= players else seat
        if (revealed and step != players) or (alone and (who != seat or step < players)):
            continue
        if step > players and seat == active:
            break
        careless = overlooked if who == seat and step >= players else 0
        white, colour = best_decision(
            rows, scores, penalties, who, active, guess if step >= players else nobody, planned,
            idle if revealed else step > players and guess[active] < 0 and not alone,
            dice, revealed, careless, brain, hidden, room,
        )  # fmt: skip
        guess[who] = white
        if who == active:
            planned = colour
    return colour if revealed else white
