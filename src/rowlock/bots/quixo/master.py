"""How the Quixo master thinks: in two ways, and where they differ, by both.

Importing this module imports numba, so import it where a bot thinks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import cached_property, partial

from rowlock.bots.quixo.graph import LOST, WON, Branches, Grower, value_of
from rowlock.bots.quixo.net import Net
from rowlock.bots.quixo.search import FAR, RELUCTANCE, SURE, Position
from rowlock.bots.quixo.search import WON as WON_SCORE
from rowlock.bots.quixo.searcher import Searcher, Thought

WEB, SEARCH = 0.6, 0.85
"""The web's share of the time, and the search's of what is left. The rest is for a look at the web's choice."""
TRUST = 5
"""How much more than the search the web is believed where neither is certain. It errs less often."""
CERTAIN_WIN = WON_SCORE - FAR
"""The score of a win that is certain, but not how soon."""


class Master:
    """One thinker: lets a web grow, searches, and weighs what both say."""

    def __init__(self, net: Net, clock: Callable[[], float] = time.perf_counter) -> None:
        self.searcher, self._clock = Searcher(net, clock=clock), clock

    @cached_property
    def grower(self) -> Grower:
        """What lets the webs grow. Lower levels search only, and need none."""
        grower = Grower(self._clock)
        grower.grow(
            0, 0, 0, self.searcher.ready(0, 0)
        )  # loads the kernels, so that the first move has all its time
        return grower

    def think(
        self,
        own: int,
        other: int,
        *,
        seconds: float,
        once: Collection[Position] = (),
        twice: tuple[Collection[Position], Collection[Position]] = ((), ()),
        only: Collection[int] | None = None,
        reluctance: int = RELUCTANCE,
    ) -> Thought:
        """Look for so long, in both ways; the first push is the one to make. What the rest means is said at
        `Searcher.think`."""
        grower, start = self.grower, self._clock()

        def left() -> float:
            return seconds - (self._clock() - start)

        look = partial(self.searcher.think, own, other, once=once, twice=twice, reluctance=reluctance)
        if only is not None and len(only) == 1:
            return look(seconds=seconds, only=only)
        memory = self.searcher.ready(own, other, twice=twice, reluctance=reluctance)
        branches = grower.grow(own, other, WEB * seconds, memory, once, only)
        found = look(seconds=SEARCH * left(), only=only)
        if branches is None or abs(found.scores[0]) > SURE:
            return found
        rival = branches.pushes[0]
        if found.pushes[0] == rival:
            sure = branches.facts[rival] == WON
            return replace(found, scores=[CERTAIN_WIN, *found.scores[1:]]) if sure else found
        closer = look(seconds=max(left(), seconds / 20), depth=found.depth, only=[rival], again=True)
        return better_of(found, closer, branches)


def better_of(found: Thought, closer: Thought, branches: Branches) -> Thought:
    """What to play: what the search found, or what the web prefers, which the search then looked at. What is certain
    decides; else each is worth what both say, above all the web."""
    mine, rival = found.pushes[0], closer.pushes[0]
    if closer.scores[0] < -SURE or branches.facts[rival] == LOST:
        return found
    if closer.scores[0] > SURE or branches.facts[mine] == LOST:
        return closer
    if branches.facts[rival] == WON:
        return replace(closer, scores=[CERTAIN_WIN])
    behind = value_of(found.scores[0]) - value_of(closer.scores[0])
    return closer if TRUST * (branches.values[rival] - branches.values[mine]) > behind else found
