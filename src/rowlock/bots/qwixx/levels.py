"""How the levels of the Qwixx bots decide.

`master` plays for the chance to win. `hard` and `medium` judge as well, but overlook some crosses, or many. `easy`
has no foresight: it skips three numbers for any cross, and nine to avoid a penalty, and overlooks one cross in five.
`greedy` has none either, but looks carefully: it skips one number at most, or a few to avoid a penalty.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import cast

from rowlock.bots.question import Question
from rowlock.rules.game import Move
from rowlock.rules.qwixx import PASS, Qwixx


@dataclass(frozen=True, slots=True)
class Habits:
    """How a player without foresight decides; the words are those of `simulate.SimulatedPlayer`."""

    bearable: int
    dread: int
    overlook: float = 0.0


HABITS = {"easy": Habits(bearable=3, dread=9, overlook=0.2), "greedy": Habits(bearable=1, dread=6)}
OVERLOOK = {"master": 0.0, "hard": 0.15, "medium": 0.28}
"""So chosen that each level wins seven of ten games against the next lower one, at two players."""


def by_habit(habits: Habits) -> Callable[[Question], Move]:
    """A bot that crosses where the fewest numbers are skipped, if they are bearable, or to avoid a penalty."""

    def decide(question: Question) -> Move:
        state, seat, chance = cast(Qwixx, question.view), question.seat, question.chance
        seen = _skips(state, seat, habits.overlook, chance)
        if not seen:
            return PASS
        move = min(seen, key=lambda move: seen[move])
        bearable = habits.bearable
        if state.phase == "colour":
            bearable = max(bearable, habits.dread - 1)
        elif state.phase == "white" and seat == state.active:
            later = _skips(coloured(state), seat, habits.overlook, chance)
            bearable = max(bearable, min([*later.values(), habits.dread]) - 1)
        return move if seen[move] <= bearable else PASS

    return decide


def coloured(state: Qwixx) -> Qwixx:
    """The coloured sums that come if nobody's white decision closes a row."""
    return replace(state, phase="colour", decided=())


def _skips(state: Qwixx, seat: int, overlook: float, chance: Random) -> dict[Move, int]:
    """How many numbers each cross skips that is not overlooked. A lock is worth any."""
    skips: dict[Move, int] = {}
    for move in state.legal_moves(seat):
        if move != PASS and chance.random() >= overlook:
            cell = state.layout.named[move]
            crossed = state.sheets[seat - 1].rows[cell.row]
            skips[move] = -1 if cell.last else cell.bit.bit_length() - 1 - crossed.bit_length()
    return skips
