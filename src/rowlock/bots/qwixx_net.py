"""Plays Qwixx to win: whatever leads to the highest chance, as a value network sees it.

The positions of the rules are handed to the kernels of `rowlock.bots.qwixx_net_kernel`, which decide here as they do
in the simulator.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.qwixx_brain import Brain
from rowlock.bots.qwixx_features import BLOCK, DIFFERENCE, PENALTIES_AT, SCORE_AT
from rowlock.rules.game import Move
from rowlock.rules.qwixx import PASS, Qwixx
from rowlock.rules.sheet import COLOURS
from rowlock.solve.qwixx_rows import row_codes, sheet_codes


def facts(state: Qwixx) -> list[int]:
    """The facts that hold before a roll, by their numbers, the seat that rolls first."""
    found: list[int] = []
    closed, scores = state.closed_rows, state.scores
    for slot in range(state.seats):
        seat = (state.active - 1 + slot) % state.seats
        sheet = state.sheets[seat]
        best = max(score for other, score in enumerate(scores) if other != seat)
        lead = min(max(scores[seat] - best, -DIFFERENCE), DIFFERENCE)
        codes = sheet_codes(sheet, closed)
        block = slot * BLOCK
        found += [block + row * len(row_codes()) + code for row, code in enumerate(codes)]
        found += [block + PENALTIES_AT + sheet.penalties, block + SCORE_AT + DIFFERENCE + lead]
    return found


def chances(states: Sequence[Qwixx], brain: Brain) -> NDArray[np.float64]:
    """`[state, seat]`: each seat's chance to win, in positions before a roll or after the end."""
    values = np.zeros((len(states), states[0].seats))
    going_on = [place for place, state in enumerate(states) if state.phase == "roll"]
    if going_on:
        said = brain.chances(np.array([facts(states[place]) for place in going_on]))
        for place, row in zip(going_on, said, strict=True):
            values[place] = np.roll(row, states[place].active - 1)
    for place, state in enumerate(states):
        if state.outcome:
            winners = state.outcome.winners
            values[place, [seat - 1 for seat in winners]] = 1 / len(winners)
    return values


def decided(
    state: Qwixx, seat: int, brain: Brain, overlook: float = 0.0, rng: Random | None = None
) -> tuple[Move, float]:
    """The best decision of a seat that owes one, and its chance to win with it.

    Whoever overlooks a cross does not see it, be it one of the white sum or a coloured one of the plan for it.
    """
    from rowlock.bots.qwixx_net_kernel import Position, mind_of, net_choice

    closed = state.closed_rows
    position = Position(
        np.array([sheet_codes(sheet, closed) for sheet in state.sheets]),
        np.array(state.scores),
        np.array([sheet.penalties for sheet in state.sheets]),
    )
    dice = np.maximum(state.dice, 1)  # a die that has left the game is asked for, but its row is closed
    chance = np.array([rng.getrandbits(64) if rng else 0], np.uint64)
    revealed = state.phase != "white"
    choice, value = net_choice(
        position, seat - 1, state.active - 1, dice, revealed, state.phase == "colour", overlook,
        mind_of(brain.flat, brain.hidden, brain.width), False, chance,
    )  # fmt: skip
    if choice < 0:
        return PASS, value
    if revealed:
        return f"{COLOURS[choice >> 1]}{dice[choice & 1] + dice[2 + (choice >> 1)]}", value
    return f"{COLOURS[choice]}{dice[0] + dice[1]}", value
