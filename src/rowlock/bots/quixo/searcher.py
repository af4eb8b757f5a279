"""Who searches Quixo positions: deeper and deeper, with an eye on the clock.

Importing this module imports numba, so import it where a bot thinks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np

from rowlock.bots.quixo.net import Net
from rowlock.bots.quixo.search import (
    DEEPEST,
    NOWHERE,
    PUSHES,
    RELUCTANCE,
    SURE,
    TAKEN,
    UNKNOWN,
    WON,
    Memory,
    Position,
    expand,
    look_at_root,
    new_memory,
)
from rowlock.solve.quixo.layout import Numbers

LEG = 0.7
"""This part of the time that is left passes at most before the clock is looked at."""
MOST = 1 << 40
"""More positions than anybody has time for."""


def _keys(positions: tuple[Collection[Position], Collection[Position]]) -> Numbers:
    keys = np.full((2, max(1, *map(len, positions))), NOWHERE, np.int64)
    for row, some in zip(keys, positions, strict=True):
        row[: len(some)] = [own << 25 | other for own, other in some]
    return keys


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found: pushes with their scores, best first, how far it looked, and at how many positions."""

    pushes: list[int]
    scores: list[int]
    depth: int
    positions: int


class Pace:
    """How many positions a search may look at before it looks at the clock."""

    def __init__(self, speed: float, clock: Callable[[], float]) -> None:
        self._speed, self._slowest, self._clock = speed, speed / 40, clock
        self._began, self._before = 0.0, 0

    def begin(self, left: float, seconds: float, counters: Numbers, whole: bool) -> None:
        """Allow some positions, or any number: however short the time, the first ply is looked at as a whole."""
        self._began, self._before = self._clock(), int(counters[0])
        # The speed changes, so the clock is looked at before the time is up.
        some = min(self._speed * max(LEG * left, seconds / 20), MOST)
        counters[1], counters[2] = self._before + int(MOST if whole else some), 0

    def end(self, counters: Numbers) -> None:
        """Measure the speed."""
        spent, looked_at = self._clock() - self._began, int(counters[0]) - self._before
        if spent > 0.001:
            self._speed = max(looked_at / spent, self._slowest)


def keep_unrefuted(found: Numbers, before: Numbers, finished: int) -> None:
    """If all pushes that a search has `finished` lose for certain, the others are worth what they were a ply before."""
    if found[:finished].max() < -SURE:
        found[finished:] = before[finished:]


class Searcher:
    """One thinker: keeps what it learnt about positions from move to move."""

    def __init__(
        self, net: Net, table_bits: int = 20, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self.memory, self._clock = new_memory(net, table_bits), clock
        self._pace = Pace(400_000, clock)
        self.think(0, 0, depth=2)  # loads the kernels, so that the first move has all its time

    def ready(
        self,
        own: int,
        other: int,
        *,
        twice: tuple[Collection[Position], Collection[Position]] = ((), ()),
        tables: bool = True,
        again: bool = False,
        reluctance: int = RELUCTANCE,
    ) -> Memory:
        """The memory, made ready to look at a position; `again` if it was the last one looked at, too."""
        memory = self.memory._replace(twice=_keys(twice))
        memory.counters[:3] = 0
        if not again:
            memory.counters[3] = (memory.counters[3] + 1) % (1 << 16)
        memory.counters[4] = any(twice)  # scores knew nothing of positions that would be draws by now
        memory.counters[5] = min(25 - (own | other).bit_count(), 3) if tables else 0
        memory.counters[6] = reluctance
        return memory

    def think(
        self,
        own: int,
        other: int,
        *,
        seconds: float = 60.0,
        depth: int = DEEPEST,
        margin: int = 0,
        once: Collection[Position] = (),
        twice: tuple[Collection[Position], Collection[Position]] = ((), ()),
        only: Collection[int] | None = None,
        tables: bool = True,
        again: bool = False,
        reluctance: int = RELUCTANCE,
    ) -> Thought:
        """Look deeper and deeper until the time or the depth is used up, or the result is certain.

        `once` are positions that this side has left to the opponent before. `twice` are those that the game has seen
        twice, and the third time is a draw: first those with this side to move, then the opponent's. `only` names the
        pushes to choose from, if not all. With `tables` the result is known of positions with at most two blank cubes,
        if they have fewer than there are now: where tables tell what each move is worth, what remains is a choice among
        the best. `again` keeps all that the last look found; it was at the same position. `reluctance` says how much
        less than an even game a draw is worth.
        """
        start = self._clock()
        memory = self.ready(own, other, twice=twice, tables=tables, again=again, reluctance=reluctance)
        memory.history[:] //= 4
        count = expand(own, other, 0, memory)
        if count <= 0:  # a push wins, or all pushes lose at once
            legal = [k for k in range(PUSHES) if not other & TAKEN[k]]
            first = int(memory.order[0, 0]) if count < 0 else legal[0]
            return Thought([first], [WON - 1 if count < 0 else 1 - WON], 1, 0)
        pushes = memory.order[0, :count].copy()
        if only is not None:
            pushes = np.array([k for k in pushes if k in only], np.int64)
            count = len(pushes)
        scores = np.full(count, -WON, np.int64)
        seen = np.array(
            [(int(memory.owns[0, k]), int(memory.others[0, k])) in once for k in pushes], np.bool_
        )
        reached, before = 0, scores
        while reached < min(depth, DEEPEST):
            left = seconds - (self._clock() - start)
            if left < seconds / 20 and reached:
                break
            self._pace.begin(left, seconds, memory.counters, whole=not reached)
            found = np.full(count, -WON, np.int64)
            finished = look_at_root(
                pushes,
                found,
                seen,
                reached + 1,
                margin,
                own << 25 | other,
                -WON,
                1,
                UNKNOWN,
                memory,
            )
            self._pace.end(memory.counters)
            if finished:
                keep_unrefuted(found, before, finished)
                # Stable: of equal scores those after the first may be bounds only.
                order = np.argsort(-found, kind="stable")
                pushes, scores, seen, before = pushes[order], found[order], seen[order], before[order]
            if finished < count:
                continue  # out of time, or the speed was underrated and there is some left
            reached, before = reached + 1, scores
            # A win is certain before the shortest is found, and who is content with any may win in circles.
            if WON - abs(scores[0]) <= reached or (count == 1 and depth == DEEPEST):
                break
        return Thought([int(k) for k in pushes], [int(s) for s in scores], reached, int(memory.counters[0]))
