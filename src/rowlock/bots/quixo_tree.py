"""A second way to look ahead: a tree of positions that grows where it promises most.

Alpha-beta believes the one judgement at the end of the best line, and so it believes errors of the network that lie in
its way. The tree believes the mean of all judgements in a branch, and the best line only to a part. Where each is wrong
has little to do with the other.

Importing this module imports numba, so import it where a bot thinks.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rowlock.bots.quixo_net import judged
from rowlock.bots.quixo_search import (
    BACK,
    DEEPEST,
    EVERYWHERE,
    PUSHES,
    SURE,
    Memory,
    Position,
    can_win,
    draw_for,
    expand,
    is_known,
    is_repeated,
    known_score,
)
from rowlock.solve.kernel import lean_kernel
from rowlock.solve.quixo_layout import Numbers

CURIOSITY = 1.0
"""How much a branch that was seldom looked at is preferred."""
EVENNESS = 1.5
"""The larger, the less the first look at a move counts."""
BEST_LINE = 0.3
"""How much the best line counts, beside the mean."""
ROOM = 1 << 20
"""So many positions a tree has at most."""
ROUNDS = 32
"""How often it grows before the clock is looked at."""

OPEN, WON, LOST, DRAWN = 0, 1, -1, 2
"""What is certain about a position, for the side to move. Drawn may be so only on this way, by repetition."""
OF_MOVER = {OPEN: OPEN, WON: LOST, LOST: WON, DRAWN: DRAWN}
"""The same for the side that led there."""
UNSEEN, OVER = -1, -2
"""Instead of a first child: not looked at yet, and no need to look."""


class Tree(NamedTuple):
    """The positions, the children of each side by side; the root is number 0."""

    keys: Numbers
    first: Numbers
    counts: Numbers
    pushes: Numbers
    """The push that led here."""
    likings: Numbers
    """How much of the curiosity the push gets."""
    facts: Numbers
    visits: Numbers
    sums: Numbers
    """Of all judgements in the branch, for the side to move, from -1 to 1."""
    lines: Numbers
    """The judgement at the end of the best line."""
    path: Numbers
    size: Numbers


def new_tree() -> Tree:
    """Room for a tree; the system gives it when it is used."""
    return Tree(
        keys=np.zeros(ROOM, np.int64),
        first=np.zeros(ROOM, np.int32),
        counts=np.zeros(ROOM, np.int8),
        pushes=np.zeros(ROOM, np.int8),
        likings=np.zeros(ROOM, np.float32),
        facts=np.zeros(ROOM, np.int8),
        visits=np.zeros(ROOM, np.int32),
        sums=np.zeros(ROOM, np.float64),
        lines=np.zeros(ROOM, np.float32),
        path=np.zeros(DEEPEST + 2, np.int64),
        size=np.zeros(1, np.int64),
    )


@lean_kernel
def value_of(score: int) -> float:
    """A judgement, hundred times a logit, as what to expect between a loss, -1, and a win, 1."""
    return math.tanh(score / 200)


@lean_kernel
def _add_child(child: int, key: int, ply: int, tree: Tree, memory: Memory) -> float:
    """Write a position that was never looked at; returns its judgement in logits."""
    own, other = key >> 25, key & EVERYWHERE
    if is_repeated(key, ply, memory):
        fact, score = DRAWN, draw_for(ply, memory.counters[6])
    elif is_known(own, other, memory):
        score = known_score(own, other, ply, memory)
        fact = WON if score > SURE else LOST if score < -SURE else DRAWN
    elif can_win(own, other):
        fact, score = WON, SURE
    else:
        fact, score = OPEN, judged(own, other, memory.judge)
    value = value_of(score)
    tree.keys[child], tree.first[child], tree.facts[child] = key, UNSEEN, fact
    tree.visits[child], tree.sums[child], tree.lines[child] = 1, value, value
    return min(max(score / 100, -10.0), 10.0)


@lean_kernel
def _unfold(at: int, ply: int, tree: Tree, memory: Memory) -> float:
    """Write the children of a position at `ply`; returns what it is worth by the best of them."""
    key = tree.keys[at]
    count = expand(key >> 25, key & EVERYWHERE, 0, memory)
    if count <= 0:
        tree.first[at], tree.facts[at] = OVER, LOST if count == 0 else WON
        tree.lines[at] = tree.facts[at]
        return float(tree.lines[at])
    first = tree.size[0]
    tree.size[0] += count
    tree.first[at], tree.counts[at] = first, count
    best, likeliest, total = -1.0, -math.inf, 0.0
    for i in range(count):
        k, child = memory.order[0, i], first + i
        logit = _add_child(child, memory.owns[0, k] << 25 | memory.others[0, k], ply + 1, tree, memory)
        tree.pushes[child], tree.likings[child] = k, -logit
        likeliest = max(likeliest, -logit)
        best = max(best, -tree.lines[child])
    for child in range(first, first + count):
        tree.likings[child] = math.exp((tree.likings[child] - likeliest) / EVENNESS)
        total += tree.likings[child]
    for child in range(first, first + count):
        tree.likings[child] /= total
    return best


@lean_kernel
def _settle(at: int, tree: Tree) -> None:
    """What is certain of a position, and its best line, by its children."""
    some_open, some_drawn, best = False, False, -1.0
    for child in range(tree.first[at], tree.first[at] + tree.counts[at]):
        fact = tree.facts[child]
        if fact == LOST:
            tree.facts[at], tree.lines[at] = WON, 1.0
            return
        some_open |= fact == OPEN
        some_drawn |= fact == DRAWN
        best = max(best, -tree.lines[child])
    tree.lines[at] = best
    if not some_open:
        tree.facts[at] = DRAWN if some_drawn else LOST


@lean_kernel
def _promise(child: int, tree: Tree) -> float:
    """What a push seems to be worth for the side that makes it."""
    if tree.facts[child] != OPEN:
        return float(-tree.lines[child])
    mean = tree.sums[child] / tree.visits[child]
    return float(-(1 - BEST_LINE) * mean - BEST_LINE * tree.lines[child])


@lean_kernel
def _most_promising(at: int, tree: Tree) -> int:
    """The child to look at next."""
    curiosity = CURIOSITY * math.sqrt(tree.visits[at])
    best, chosen = -math.inf, tree.first[at]
    for child in range(tree.first[at], tree.first[at] + tree.counts[at]):
        if tree.facts[child] == WON:  # by the opponent
            continue
        promise = _promise(child, tree) + curiosity * tree.likings[child] / (1 + tree.visits[child])
        if promise > best:
            best, chosen = promise, child
    return int(chosen)


@lean_kernel
def _look(tree: Tree, memory: Memory) -> None:
    """Go down to a position that was not looked at yet, look at it, and tell all above."""
    at, ply = 0, 0
    memory.path[0] = tree.keys[0]
    while tree.first[at] >= 0 and tree.facts[at] == OPEN and ply < DEEPEST:
        at = _most_promising(at, tree)
        ply += 1
        tree.path[ply] = at
        memory.path[ply] = tree.keys[at]
    if tree.facts[at] != OPEN:
        value = float(tree.lines[at])
    elif tree.first[at] == UNSEEN:
        value = _unfold(at, ply, tree, memory)
        if tree.first[at] >= 0:
            _settle(at, tree)
    else:  # too deep to go on
        value = tree.sums[at] / tree.visits[at]
    tree.path[0] = 0
    for back in range(ply, -1, -1):
        node = tree.path[back]
        if back < ply:
            _settle(node, tree)
        if tree.facts[node] != OPEN:
            value = float(tree.lines[node])
        tree.visits[node] += 1
        tree.sums[node] += value
        value = -value


@lean_kernel
def _grow(rounds: int, tree: Tree, memory: Memory) -> None:
    for _ in range(rounds):
        if tree.facts[0] != OPEN or tree.size[0] + PUSHES > len(tree.keys):
            return
        _look(tree, memory)


@dataclass(frozen=True, slots=True)
class Branches:
    """What a tree found."""

    pushes: list[int]
    """What wins for certain is first, what loses for certain last, in between by how often they were looked at."""
    values: dict[int, float]
    """What each push seems to be worth, from -1 to 1."""
    facts: dict[int, int]
    """What is certain about each: WON, LOST and DRAWN for the side that makes it, or OPEN."""


class Grower:
    """Lets trees grow, one at a time."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self.tree, self._clock = new_tree(), clock

    def grow(
        self,
        own: int,
        other: int,
        seconds: float,
        memory: Memory,
        once: Collection[Position] = (),
        only: Collection[int] | None = None,
    ) -> Branches | None:
        """Grow a tree for so long, or until it is large enough. `memory` is that of a search, made ready for the same
        position; `once` and `only` are as there. Nothing comes back where the next push wins, or all lose at once.
        """
        start, tree = self._clock(), self.tree
        root = own << 25 | other
        tree.size[0], tree.keys[0], tree.first[0], tree.facts[0] = 1, root, UNSEEN, OPEN
        tree.visits[0], tree.sums[0], tree.lines[0] = 0, 0.0, 0.0
        _look(tree, memory)
        if tree.first[0] < 0:
            return None
        if only is not None:
            self._keep(only)
        while True:
            before = tree.visits[0]
            _grow(ROUNDS, tree, memory)
            if tree.visits[0] == before or self._clock() - start >= seconds:
                break
        return self._branches(once, int(memory.counters[6]))

    def _branches(self, once: Collection[Position], reluctance: int) -> Branches:
        tree = self.tree
        ranks, values, facts = {}, {}, {}
        draw, back = value_of(-reluctance), value_of(reluctance // BACK)
        for child in range(tree.first[0], tree.first[0] + tree.counts[0]):
            push, key = int(tree.pushes[child]), int(tree.keys[child])
            visits, value, fact = int(tree.visits[child]), _promise(child, tree), tree.facts[child]
            # A push back to where the game has been makes no progress.
            if (key >> 25, key & EVERYWHERE) in once:
                visits, value = visits // 2, value - max((value - draw) / 2, back)
            values[push], facts[push] = value, OF_MOVER[int(fact)]
            ranks[push] = 0 if fact == DRAWN else facts[push], visits
        pushes = sorted(ranks, key=lambda push: ranks[push], reverse=True)
        return Branches(pushes, values, facts)

    def _keep(self, only: Collection[int]) -> None:
        """Of the root's children these alone."""
        tree = self.tree
        first = int(tree.first[0])
        kept = [c for c in range(first, first + int(tree.counts[0])) if int(tree.pushes[c]) in only]
        for column in tree[:-2]:  # all but the path and the size
            column[first : first + len(kept)] = column[kept]
        likings = tree.likings[first : first + len(kept)]
        likings /= likings.sum()
        tree.counts[0] = len(kept)
        tree.facts[0] = OPEN
        _settle(0, tree)
