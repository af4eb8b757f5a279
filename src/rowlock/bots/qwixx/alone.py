"""What positions of one player are worth, on any sheet: exactly where it is solved, else by its likeness to the classic
one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from rowlock.bots.qwixx.likeness import codes
from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import Layout
from rowlock.solve.qwixx.layout import is_solved, solved_on
from rowlock.solve.qwixx.sheet import Progress, unheard
from rowlock.solve.qwixx.solitaire import Solitaire, cached


@dataclass(frozen=True, slots=True)
class Alone:
    """The points that one player may expect at the end of the game."""

    value: Callable[[Qwixx], float]
    exact: bool


def alone_on(layout: Layout, progress: Progress = unheard) -> Alone:
    """On a layout. The classic one is solved now, if need be; others only by `rowlock solve qwixx --layout`."""
    if is_solved(layout):
        return Alone(solved_on(layout, progress).value, exact=True)
    classic = cached(progress)
    return Alone(lambda state: _judged(state, classic), exact=False)


def _judged(state: Qwixx, classic: Solitaire) -> float:
    if state.phase == "over":
        return float(state.scores[0])
    if state.phase == "roll":
        return state.scores[0] + classic.to_come(codes(state)[0], state.sheets[0].penalties)
    return max(_judged(state.play(1, move), classic) for move in state.legal_moves(1))
