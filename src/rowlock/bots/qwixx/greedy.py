"""A greedy bot for Qwixx: it crosses where it skips the fewest numbers."""

from __future__ import annotations

from random import Random
from typing import cast

from rowlock.rules.game import Move, State
from rowlock.rules.qwixx import PASS, Qwixx

MOST_SKIPPED = 1
"""More skipped numbers than this are too many for a cross that nobody has to make."""
WORSE_THAN_A_PENALTY = 6
"""So many skipped numbers cost more than a penalty."""


def greedy_qwixx(view: State, seat: int, rng: Random) -> Move:  # noqa: ARG001 (it leaves nothing to chance)
    """Take a lock if you can; else skip as few numbers as possible, and avoid penalties within reason."""
    state = cast(Qwixx, view)
    costs = {move: _cost(state, seat, move) for move in state.legal_moves(seat) if move != PASS}
    if not costs:
        return PASS
    move = min(costs, key=lambda move: costs[move])
    return move if costs[move] <= _bearable(state, seat) else PASS


def _bearable(state: Qwixx, seat: int) -> int:
    """How many numbers the seat is ready to skip now."""
    penalty_looms = state.phase == "colour" or (state.phase == "white" and seat == state.active)
    if not penalty_looms:
        return MOST_SKIPPED
    if state.phase == "colour":
        return WORSE_THAN_A_PENALTY - 1
    # The active player still has the coloured sums before a penalty is due.
    later = _colour_view(state)
    costs = [_cost(later, seat, move) for move in later.legal_moves(seat) if move != PASS]
    return max(MOST_SKIPPED, min([*costs, WORSE_THAN_A_PENALTY]) - 1)


def _colour_view(state: Qwixx) -> Qwixx:
    """The coloured sums that the active player will have if nobody's white decision closes a row."""
    return Qwixx(state.sheets, state.active, "colour", state.dice, (), state.layout)


def _cost(state: Qwixx, seat: int, move: Move) -> int:
    """The numbers that a cross skips: those between it and the last cross of its row. A lock is worth any."""
    cell = state.layout.named[move]
    if cell.last:
        return -1
    crossed = state.sheets[seat - 1].rows[cell.row]
    return cell.bit.bit_length() - 1 - crossed.bit_length()
