"""How the levels of the Quixo bots think that look ahead, alone and in teams.

`master` gives its best within its time. `hard` and `medium` look two or three plies ahead, choose among moves that seem
about as good, and now and then see only their own lines and overlook what the other side threatens, as people do. They
never overlook a push that wins at once, nor that their own push would complete a line of the other side. On 3×3 and
4×4, and on 5×5 while there are few cubes or almost no blank ones, tables tell what every move is worth. `easy` doesn't
look ahead: it has `habits`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Manner:
    """How a level thinks."""

    depth: int | None
    """How many plies it looks ahead, if not as far as it can; those without a limit think as master does."""
    seconds: float
    """How long it thinks about a move at most."""
    spread: float
    """How much worse a move may seem and still be played now and then, in hundredths of a logit."""
    overlook: float = 0.0
    """How often it looks at its own lines only, and not at what the other side threatens."""
    tables: bool = False
    """Does it look moves up in the tables?"""

    @property
    def margin(self) -> int:
        """Scores further behind the best need not be true."""
        return int(3 * self.spread)

    def choose(self, choices: Sequence[int], scores: Sequence[int], chance: Random) -> int:
        """One of the choices, which come best first."""
        if not self.spread:
            return choices[0]
        behind = [scores[0] - score for score in scores]
        # Further behind the scores are only bounds.
        likely = [math.exp(-gap / self.spread) if gap < 3 * self.spread else 0.0 for gap in behind]
        return chance.choices(choices, likely)[0]


MASTER = Manner(depth=None, seconds=1.0, spread=0, tables=True)
MANNERS = {
    "medium": Manner(depth=2, seconds=1.0, spread=50, overlook=0.05),
    "hard": Manner(depth=2, seconds=1.0, spread=50, overlook=0.005),
    "master": MASTER,
}
"""So chosen that each level wins about four of five games against the next lower one."""
TEAM_MANNERS = {
    "medium": Manner(depth=2, seconds=1.0, spread=50, overlook=0.06),
    "hard": Manner(depth=3, seconds=1.0, spread=50, overlook=0.04),
    "master": MASTER,
}
"""The same; only master is further ahead."""
