"""What a position is worth, and each move in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rowlock.bots import Limit, Means, Option, options
from rowlock.bots.registry import NO_LIMIT, NOTHING
from rowlock.rules import DICE, State


@dataclass(frozen=True, slots=True)
class Analysis:
    """The moves of a seat, best first, with what they are worth to it."""

    position: str
    seat: int
    moves: tuple[Option, ...]


def analyse(
    state: State,
    seat: int | None = None,
    past: Sequence[State] = (),
    limit: Limit = NO_LIMIT,
    means: Means = NOTHING,
) -> Analysis:
    """Ask about a seat that owes a decision, or, before a roll, about any; the one to move, if none is told. Raises
    `ValueError`."""
    if not state.awaiting:
        raise ValueError("this game is over")
    deciding = range(1, state.seats + 1) if state.awaiting == (DICE,) else state.awaiting
    if seat is None:
        seat = state.active if state.active in deciding else deciding[0]
    if seat not in deciding:
        raise ValueError(f"seat {seat} has nothing to decide in '{state}'")
    return Analysis(str(state), seat, options(state, seat, past, limit, means))
