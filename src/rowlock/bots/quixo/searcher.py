"""Who searches Quixo positions: deeper and deeper, with an eye on the clock.

Importing this module imports numba, so import it where a bot thinks.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

import numpy as np

from rowlock.bots.question import Limit, Question, Stop
from rowlock.bots.quixo.net import ValueNet, slot_of
from rowlock.bots.quixo.past import Sides
from rowlock.bots.quixo.scores import DEEPEST, RELUCTANCE, SURE, WIN_SCORE
from rowlock.bots.quixo.search import (
    ALLOWED,
    FORGETFUL,
    KNOWN_BELOW,
    LOOKED_AT,
    NOWHERE,
    PUSHES,
    RELUCTANT,
    SEARCH_NUMBER,
    STOPPED,
    TAKEN,
    UNKNOWN,
    Memory,
    expand,
    look_at_root,
    new_memory,
)
from rowlock.solve.quixo.layout import Numbers

LEG = 0.7
"""This part of the time that is left passes at most before the clock is looked at."""
MOST = 1 << 40
"""More positions than anybody has time for."""
ALL_OF_THEM = 2 * WIN_SCORE
"""The margin within which every push gets its true score."""

Clock = Callable[[], float]


@dataclass(slots=True)
class Budget:
    """What a look at a position may cost, in seconds or in positions, and by whom it may be stopped."""

    seconds: float = math.inf
    nodes: int = MOST
    stop: Stop = field(default_factory=Stop)
    clock: Clock = time.perf_counter
    start: float = field(init=False)

    def __post_init__(self) -> None:
        self.start = self.clock()

    @staticmethod
    def of(question: Question, seconds: float, clock: Clock) -> Budget:
        """What a question is worth; so many seconds, if it doesn't say."""
        limit = question.limit
        if limit.seconds is not None:
            seconds = limit.seconds
        elif limit != Limit():  # as many positions, or as deep, as was asked for
            seconds = math.inf
        return Budget(seconds, MOST if limit.nodes is None else limit.nodes, question.stop, clock)

    @property
    def spent(self) -> float:
        """Seconds."""
        return self.clock() - self.start

    @property
    def left(self) -> float:
        """Seconds."""
        return self.seconds - self.spent

    def wait(self, seconds: float) -> None:
        """So long it took to get ready: who asked has waited for that, too. But half of the time is for the thought."""
        self.seconds = max(self.seconds - seconds, self.seconds / 2)

    def is_spent(self, looked_at: int) -> bool:
        """Is it no use to begin anything more?"""
        return self.stop.said or self.left < self.seconds / 20 or looked_at >= self.nodes

    def share(self, part: float, looked_at: int = 0) -> Budget:
        """This part of what is left."""
        nodes = int(part * (self.nodes - looked_at)) if self.nodes < MOST else MOST
        return Budget(part * self.left, nodes, self.stop, self.clock)


@dataclass(frozen=True, slots=True)
class Root:
    """A position to look at, and what to mind about it."""

    own: int
    other: int
    once: Collection[Sides] = ()
    """Positions that this side has left to the opponent before."""
    twice: tuple[Collection[Sides], Collection[Sides]] = ((), ())
    """Those that the game has seen twice, and the third time is a draw: first those with this side to move, then the
    opponent's."""
    only: Collection[int] | None = None
    """The pushes to choose from, if not all."""
    tables: bool = True
    """Is the result known of positions with at most two blank cubes, if they have fewer than there are now? Where
    tables tell what each move is worth, what remains is a choice among the best."""
    reluctance: int = RELUCTANCE
    """How much less than an even game a draw is worth."""


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found: pushes with their scores, best first, how far it looked, and at how many positions."""

    pushes: list[int]
    scores: list[int]
    depth: int
    nodes: int


class Speed:
    """How many positions a search may look at before it looks at the clock."""

    def __init__(self, speed: float, clock: Clock) -> None:
        self._speed, self._slowest, self._clock = speed, speed / 40, clock
        self._began, self._before = 0.0, 0

    def begin(self, budget: Budget, counters: Numbers, whole: bool) -> None:
        """Allow some positions, or any number: however short the time, the first ply is looked at as a whole."""
        self._began, self._before = self._clock(), int(counters[LOOKED_AT])
        # The speed changes, so the clock is looked at before the time is up.
        some = min(self._speed * max(LEG * budget.left, budget.seconds / 20), MOST)
        counters[STOPPED] = 0
        counters[ALLOWED] = MOST if whole else min(self._before + int(some), budget.nodes)
        if budget.stop.said and not whole:
            counters[ALLOWED] = 0

    def end(self, counters: Numbers) -> None:
        """Measure the speed."""
        spent, looked_at = self._clock() - self._began, int(counters[LOOKED_AT]) - self._before
        if spent > 0.001:
            self._speed = max(looked_at / spent, self._slowest)


def keep_unrefuted(found: Numbers, before: Numbers, finished: int, margin: int) -> None:
    """If all pushes that a search has `finished` lose for certain, or every one is to get its true score, the others
    are worth what they were a ply before."""
    if found[:finished].max() < -SURE or margin == ALL_OF_THEM:
        found[finished:] = before[finished:]


class Searcher:
    """One thinker: keeps what it learnt about positions from move to move."""

    def __init__(self, net: ValueNet, table_bits: int = 20, clock: Clock = time.perf_counter) -> None:
        self.memory, self.clock = new_memory(net, table_bits), clock
        self._speed = Speed(400_000, clock)
        self.think(Root(0, 0), depth=2)  # loads the kernels, so that the first move has all its time

    def ready(self, root: Root, *, again: bool = False) -> Memory:
        """The memory, made ready to look at a position; `again` if it was the last one looked at, too."""
        memory = self.memory._replace(twice=_keys(root.twice))
        counters = memory.counters
        counters[[LOOKED_AT, ALLOWED, STOPPED]] = 0
        if not again:
            counters[SEARCH_NUMBER] = (counters[SEARCH_NUMBER] + 1) % (1 << 16)
        counters[FORGETFUL] = any(root.twice)  # scores knew nothing of positions that would be draws by now
        counters[KNOWN_BELOW] = min(25 - (root.own | root.other).bit_count(), 3) if root.tables else 0
        counters[RELUCTANT] = root.reluctance
        return memory

    def think(
        self,
        root: Root,
        budget: Budget | None = None,
        *,
        depth: int = DEEPEST,
        margin: int = 0,
        again: bool = False,
    ) -> Thought:
        """Look deeper and deeper until the budget or the depth is used up, or the result is certain. Scores are true
        within the `margin` of the best, else bounds. `again` keeps all that the last look found; it was at the same
        position."""
        budget = budget or Budget(clock=self.clock)
        own, other = root.own, root.other
        memory = self.ready(root, again=again)
        budget.stop.heard_by(self._stop)
        memory.history[:] //= 4
        count = expand(own, other, 0, memory)
        if count <= 0:  # a push wins, or all pushes lose at once
            legal = [k for k in range(PUSHES) if not other & TAKEN[k]]
            first = int(memory.order[0, 0]) if count < 0 else legal[0]
            return Thought([first], [WIN_SCORE - 1 if count < 0 else 1 - WIN_SCORE], 1, 0)
        pushes = memory.order[0, :count].copy()
        if root.only is not None:
            pushes = np.array([k for k in pushes if k in root.only], np.int64)
            count = len(pushes)
        scores = np.full(count, -WIN_SCORE, np.int64)
        seen = np.array(
            [(int(memory.owns[0, k]), int(memory.others[0, k])) in root.once for k in pushes], np.bool_
        )
        reached, before = 0, scores
        while reached < min(depth, DEEPEST):
            if reached and budget.is_spent(int(memory.counters[LOOKED_AT])):
                break
            self._speed.begin(budget, memory.counters, whole=not reached)
            found = np.full(count, -WIN_SCORE, np.int64)
            finished = look_at_root(
                pushes, found, seen, reached + 1, margin, own << 25 | other, -WIN_SCORE, 1, UNKNOWN, memory
            )
            self._speed.end(memory.counters)
            if finished:
                keep_unrefuted(found, before, finished, margin)
                # Stable: of equal scores those after the first may be bounds only.
                order = np.argsort(-found, kind="stable")
                pushes, scores, seen, before = pushes[order], found[order], seen[order], before[order]
            if finished < count:
                continue  # out of time, or the speed was underrated and there is some left
            reached, before = reached + 1, scores
            # A win is certain before the shortest is found, and who is content with any may win in circles.
            certain = WIN_SCORE - abs(scores if margin == ALL_OF_THEM else scores[:1]) <= reached
            if certain.all() or (count == 1 and depth == DEEPEST):
                break
        looked_at = int(memory.counters[LOOKED_AT])
        return Thought([int(k) for k in pushes], [int(s) for s in scores], reached, looked_at)

    def _stop(self) -> None:
        self.memory.counters[ALLOWED] = 0

    def best_push(self, own: int, other: int) -> int | None:
        """What the search remembers as best in a position."""
        key = own << 25 | other
        known, facts = self.memory.table[slot_of(key, len(self.memory.table))]
        return int(facts & 63) if known == key else None


def _keys(positions: tuple[Collection[Sides], Collection[Sides]]) -> Numbers:
    keys = np.full((2, max(1, *map(len, positions))), NOWHERE, np.int64)
    for row, some in zip(keys, positions, strict=True):
        row[: len(some)] = [own << 25 | other for own, other in some]
    return keys
