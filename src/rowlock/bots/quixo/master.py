"""How the Quixo master thinks: in two ways, and where they differ, by both.

Importing this module imports numba, so import it where a bot thinks.
"""

from __future__ import annotations

import time
from dataclasses import replace
from functools import cached_property

from rowlock.bots.quixo.graph import Branches, Grower, is_lost, is_won, value_of
from rowlock.bots.quixo.net import ValueNet
from rowlock.bots.quixo.scores import FAR, SURE, WIN_SCORE
from rowlock.bots.quixo.searcher import Budget, Clock, Root, Searcher, Thought

GRAPH, SEARCH = 0.6, 0.85
"""The graph's share of the time, and the search's of what is left. The rest is for a look at the graph's choice."""
TRUST = 5
"""How much more than the search the graph is believed where neither is certain. It errs less often."""
CERTAIN_WIN = WIN_SCORE - FAR
"""The score of a win that is certain, but not how soon."""


def new_grower(searcher: Searcher) -> Grower:
    """What lets graphs grow, with its kernels loaded."""
    grower, empty = Grower(), Root(0, 0)
    grower.grow(empty, Budget(0, clock=searcher.clock), searcher.ready(empty))
    return grower


class Master:
    """One thinker: lets a graph grow, searches, and weighs what both say."""

    def __init__(self, net: ValueNet, clock: Clock = time.perf_counter) -> None:
        self.searcher, self.clock = Searcher(net, clock=clock), clock

    @cached_property
    def grower(self) -> Grower:
        """What lets the graphs grow. Lower levels search only, and need none."""
        return new_grower(self.searcher)

    def think(self, root: Root, budget: Budget) -> Thought:
        """Look in both ways; the first push is the one to make."""
        grower, searcher = self.grower, self.searcher
        if root.only is not None and len(root.only) == 1:
            return searcher.think(root, budget)
        memory = searcher.ready(root)
        branches = grower.grow(root, budget.share(GRAPH), memory)
        looked_at = grower.size
        found = searcher.think(root, budget.share(SEARCH, looked_at))
        looked_at += found.nodes
        found = replace(found, nodes=looked_at)
        if branches is None or abs(found.scores[0]) > SURE:
            return found
        rival = branches.pushes[0]
        if found.pushes[0] == rival:
            sure = is_won(branches, rival)
            return replace(found, scores=[CERTAIN_WIN, *found.scores[1:]]) if sure else found
        rest = budget.share(1, looked_at)
        rest.seconds = max(rest.seconds, budget.seconds / 20)
        closer = searcher.think(replace(root, only=[rival]), rest, depth=found.depth, again=True)
        return replace(better_of(found, closer, branches), nodes=looked_at + closer.nodes)


def better_of(found: Thought, closer: Thought, branches: Branches) -> Thought:
    """What to play: what the search found, or what the graph prefers, which the search then looked at. What is certain
    decides; else each is worth what both say, above all the graph."""
    mine, rival = found.pushes[0], closer.pushes[0]
    if closer.scores[0] < -SURE or is_lost(branches, rival):
        return found
    if closer.scores[0] > SURE or is_lost(branches, mine):
        return closer
    if is_won(branches, rival):
        return replace(closer, scores=[CERTAIN_WIN])
    behind = value_of(found.scores[0]) - value_of(closer.scores[0])
    return closer if TRUST * (branches.values[rival] - branches.values[mine]) > behind else found
