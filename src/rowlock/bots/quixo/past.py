"""What a Quixo bot minds of the game so far: the positions that have been there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from rowlock.rules.game import REPETITIONS
from rowlock.rules.quixo import Quixo

Sides = tuple[int, int]
"""The cubes of the side to move, and those of the other."""

PATIENCE = 75
"""After so many moves a bot no longer avoids a draw but is glad of it: good players would go on for ever."""


@dataclass(frozen=True, slots=True)
class Past:
    """How often positions have come in a game: those in which the bot was to move, and those it left to the other."""

    faced: Counter[Sides] = field(default_factory=Counter)
    left: Counter[Sides] = field(default_factory=Counter)

    @staticmethod
    def of(states: Iterable[Quixo], now: Quixo) -> Past:
        """What led to a state, itself included."""
        past = Past()
        for state in (*states, now):
            (past.faced if state.to_move == now.to_move else past.left)[state.sides] += 1
        return past

    @property
    def twice(self) -> tuple[list[Sides], list[Sides]]:
        """Where one more time would be a draw."""
        once_more = REPETITIONS - 1
        faced, left = (
            [now for now, times in of.items() if times >= once_more] for of in (self.faced, self.left)
        )
        return faced, left

    @property
    def tired(self) -> bool:
        """Has it gone on for so long that a draw is welcome?"""
        return self.left.total() >= PATIENCE
