"""How the levels of the Quixo bots think, alone and in teams.

`master` gives its best within its time. `hard` and `medium` look less far and choose among moves that seem about as
good; `easy` looks at its own move and the answer, and sometimes not even at that. On 3×3 and 4×4, and on
5×5 while there are few cubes or almost no blank ones, tables tell what every move is worth.
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
    team_depth: int | None
    """The same in teams: a team has twice as many moves to look at as a player alone."""
    seconds: float
    """How long it thinks about a move at most."""
    spread: float
    """How much worse a move may seem and still be played now and then, in hundredths of a logit."""
    dreaming: float = 0.0
    """How often it plays whatever does not lose at once."""
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


MANNERS = {
    "easy": Manner(depth=1, team_depth=1, seconds=1.0, spread=100, dreaming=0.2),
    "medium": Manner(depth=2, team_depth=2, seconds=1.0, spread=50),
    "hard": Manner(depth=4, team_depth=3, seconds=2.0, spread=15),
    "master": Manner(depth=None, team_depth=None, seconds=1.0, spread=0, tables=True),
}
