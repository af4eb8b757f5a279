"""Plays Qwixx to win: whatever leads to the highest chance, as a value network sees it.

All dice of a turn are known before anybody decides, so what is unknown is only what the others do in the same
moment. Each of them is expected to do what is best for it if nobody else does anything; a seat decides what is best
for itself against that. The positions come from the rules themselves; `net_kernel.py` does the same for the
simulator, far faster, but it has to be compiled first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from rowlock.bots.qwixx.features import BLOCK, DIFFERENCE, PENALTIES_AT, SCORE_AT
from rowlock.bots.qwixx.levels import coloured
from rowlock.bots.qwixx.net import ChanceNet
from rowlock.rules.game import Move
from rowlock.rules.qwixx import PASS, Qwixx
from rowlock.solve.qwixx.rows import row_codes, sheet_codes

Ending = tuple[Move, Move, Qwixx]
"""A white and a coloured decision of one seat, and the game after the turn."""


def facts(state: Qwixx) -> list[int]:
    """The facts that hold before a roll, by their numbers, the seat that rolls first."""
    closed = state.closed_rows
    codes = [sheet_codes(sheet, closed) for sheet in state.sheets]
    return facts_of(codes, [sheet.penalties for sheet in state.sheets], state.scores, state.active)


def facts_of(
    rows: Sequence[Sequence[int]], penalties: Sequence[int], scores: Sequence[int], active: int
) -> list[int]:
    """The same from what is on the sheets, in seat order: the codes of their rows, the penalties, the scores."""
    found: list[int] = []
    for slot in range(len(rows)):
        seat = (active - 1 + slot) % len(rows)
        best = max(score for other, score in enumerate(scores) if other != seat)
        lead = min(max(scores[seat] - best, -DIFFERENCE), DIFFERENCE)
        block = slot * BLOCK
        found += [block + row * len(row_codes()) + code for row, code in enumerate(rows[seat])]
        found += [block + PENALTIES_AT + penalties[seat], block + SCORE_AT + DIFFERENCE + lead]
    return found


def chances(states: Sequence[Qwixx], net: ChanceNet) -> NDArray[np.float64]:
    """`[state, seat]`: each seat's chance to win, in positions before a roll or after the end."""
    values = np.zeros((len(states), states[0].seats))
    going_on = [place for place, state in enumerate(states) if state.phase == "roll"]
    if going_on:
        said = net.chances(np.array([facts(states[place]) for place in going_on]))
        for place, row in zip(going_on, said, strict=True):
            values[place] = np.roll(row, states[place].active - 1)
    for place, state in enumerate(states):
        if state.outcome:
            winners = state.outcome.winners
            values[place, [seat - 1 for seat in winners]] = 1 / len(winners)
    return values


def points(states: Sequence[Qwixx], net: ChanceNet) -> NDArray[np.float64]:
    """`[state, seat]`: the points that each seat may expect at the end, in positions before a roll or after the end."""
    values = np.array([state.scores for state in states], np.float64)
    going_on = [place for place, state in enumerate(states) if state.phase == "roll"]
    if going_on:
        said = net.gains(np.array([facts(states[place]) for place in going_on]))
        for place, row in zip(going_on, said, strict=True):
            values[place] += np.roll(row, states[place].active - 1)
    return values


Worth = dict[Move, tuple[float, Qwixx]]
"""Decisions of a seat: the chance to win with each, and the game after the turn, as it is expected to go on."""


def decisions(state: Qwixx, seat: int, net: ChanceNet, overlooked: frozenset[Move] = frozenset()) -> Worth:
    """The decisions of a seat that owes one.

    Whoever overlooks a move does not see it, be it a cross of the white sum or a coloured one of the plan for it.
    """
    if state.phase != "white":
        endings = [(PASS, move, state.play(seat, move)) for move in state.legal_moves(seat)]
        return _worth([end for end in endings if end[1] not in overlooked], 1, seat, net)
    undecided = replace(state, decided=(None,) * state.seats)
    nobody = dict.fromkeys(range(1, state.seats + 1), PASS)
    expected = dict(nobody)
    for other in set(expected) - {seat, state.active}:
        expected[other] = _best(_answers(undecided, other, nobody, None), other, net)[0]
    if seat == state.active:
        endings = _plans(undecided, expected)
    else:
        expected[state.active], colour = _best(_plans(undecided, nobody), state.active, net)
        endings = _answers(undecided, seat, expected, colour)
    return _worth([end for end in endings if not overlooked.intersection(end[:2])], 0, seat, net)


def overlooks(state: Qwixx, seat: int, chance: float, rng: Random) -> frozenset[Move]:
    """Crosses that a careless player overlooks now, among those that the dice offer."""
    offered = set(state.legal_moves(seat))
    if state.phase == "white" and seat == state.active:
        offered |= set(coloured(state).legal_moves(seat))
    return frozenset(move for move in sorted(offered - {PASS}) if rng.random() < chance)


def _best(endings: Sequence[Ending], seat: int, net: ChanceNet) -> tuple[Move, Move]:
    """The white and the coloured decision that are best for a seat."""
    values = chances([state for _, _, state in endings], net)[:, seat - 1]
    best = int(values.argmax())
    return endings[best][0], endings[best][1]


def _worth(endings: Sequence[Ending], which: Literal[0, 1], seat: int, net: ChanceNet) -> Worth:
    """What each white (0) or coloured (1) decision is worth to a seat, with the best that can follow."""
    values = chances([state for _, _, state in endings], net)[:, seat - 1]
    worth: Worth = {}
    for ending, value in zip(endings, values.tolist(), strict=True):
        known = worth.get(ending[which])
        if known is None or value > known[0]:
            worth[ending[which]] = value, ending[2]
    return worth


def _revealed(state: Qwixx, whites: dict[int, Move]) -> Qwixx:
    for seat, move in whites.items():
        state = state.play(seat, move)
    return state


def _plans(state: Qwixx, expected: dict[int, Move]) -> list[Ending]:
    """All that the active seat can do in both actions, the others deciding as expected."""
    endings: list[Ending] = []
    for white in (PASS, *state.legal_moves(state.active)[:-1]):
        after = _revealed(state, {**expected, state.active: white})
        if after.phase == "over":
            endings.append((white, PASS, after))
        else:
            moves = (PASS, *after.legal_moves(state.active)[:-1])
            endings += [(white, move, after.play(state.active, move)) for move in moves]
    return endings


def _answers(state: Qwixx, seat: int, expected: dict[int, Move], colour: Move | None) -> list[Ending]:
    """All that a passive seat can do about the white sum; without a plan the active seat just does nothing."""
    endings: list[Ending] = []
    for white in (PASS, *state.legal_moves(seat)[:-1]):
        after = _revealed(state, {**expected, seat: white})
        if after.phase != "over":
            if colour is None:
                after = replace(after, phase="colour+")
            then = colour if colour in after.legal_moves(state.active) else None
            after = after.play(state.active, then or PASS)
        endings.append((white, PASS, after))
    return endings
