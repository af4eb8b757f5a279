"""The levels of the Qwixx bots.

`master` plays for the chance to win. `hard` and `medium` judge as well, but overlook some crosses, or many. `easy`
has no foresight: it skips three numbers for any cross, and nine to avoid a penalty, and overlooks one cross in five.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import cast

from rowlock.rules.game import Move, State
from rowlock.rules.qwixx import PASS, Qwixx


@dataclass(frozen=True, slots=True)
class Habits:
    """How a player without foresight decides; the words are those of `simulate.Player`."""

    bearable: int
    dread: int
    overlook: float


HABITS = {"easy": Habits(bearable=3, dread=9, overlook=0.2)}
OVERLOOK = {"master": 0.0, "hard": 0.05, "medium": 0.12}


def decide_by_chance(level: str, view: State, seat: int, rng: Random) -> Move:
    """The best decision for the chance to win, among the crosses not overlooked."""
    from rowlock.bots.qwixx.decide import decided, overlooks
    from rowlock.bots.qwixx.net import brain

    state = cast(Qwixx, view)
    missed = overlooks(state, seat, OVERLOOK[level], rng) if OVERLOOK[level] else frozenset()
    return decided(state, seat, brain(state.seats), missed)[0]


def decide_by_habit(level: str, view: State, seat: int, rng: Random) -> Move:
    """Cross where the fewest numbers are skipped, if they are bearable, or to avoid a penalty."""
    state, habits = cast(Qwixx, view), HABITS[level]
    seen = _skips(state, seat, habits.overlook, rng)
    if not seen:
        return PASS
    move = min(seen, key=lambda move: seen[move])
    bearable = habits.bearable
    if state.phase == "colour":
        bearable = max(bearable, habits.dread - 1)
    elif state.phase == "white" and seat == state.active:
        later = _skips(_coloured(state), seat, habits.overlook, rng)
        bearable = max(bearable, min([*later.values(), habits.dread]) - 1)
    return move if seen[move] <= bearable else PASS


def _coloured(state: Qwixx) -> Qwixx:
    """The coloured sums that come if nobody's white decision closes a row."""
    return Qwixx(state.sheets, state.active, "colour", state.dice, (), state.layout)


def _skips(state: Qwixx, seat: int, overlook: float, rng: Random) -> dict[Move, int]:
    """How many numbers each cross skips that is not overlooked. A lock is worth any."""
    skips: dict[Move, int] = {}
    for move in state.legal_moves(seat):
        if move != PASS and rng.random() >= overlook:
            cell = state.layout.named[move]
            crossed = state.sheets[seat - 1].rows[cell.row]
            skips[move] = -1 if cell.last else cell.bit.bit_length() - 1 - crossed.bit_length()
    return skips


LEVELS = {
    "easy": partial(decide_by_habit, "easy"),
    "medium": partial(decide_by_chance, "medium"),
    "hard": partial(decide_by_chance, "hard"),
    "master": partial(decide_by_chance, "master"),
}
