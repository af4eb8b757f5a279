"""The search behind the Quixo bots: iterative deepening alpha-beta on bit sets, with a learned evaluation.

Importing this module imports numba, so import it where a bot thinks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from rowlock.rules.board import board
from rowlock.solve.kernel import kernel
from rowlock.solve.quixo_kernel import Masks, count_bits, kernels
from rowlock.solve.quixo_layout import Numbers

WON = 30000
"""The score of a won game; a win in d plies scores WON - d."""
SURE = WON - 1000
"""Beyond this, a score is a proven win."""
DEEPEST = 60

_MASKS = Masks.of(board(5))
TAKEN, PLACED, SLIDING = _MASKS.taken, _MASKS.placed, _MASKS.sliding
RESTING, LEFT, RIGHT = _MASKS.resting, _MASKS.left, _MASKS.right
LINES = _MASKS.lines
PUSHES = len(TAKEN)
has_line = kernels(5).has_line

BASE3 = tuple(sum(3**i for i in range(5) if row >> i & 1) for row in range(32))
"""A row of bits as a number in base 3."""
SPREAD = tuple(sum(1 << 8 * i for i in range(5) if row >> i & 1) for row in range(32))
"""A row of bits as bytes, so that all five columns can be added up at once."""


class Net(NamedTuple):
    """Weights: a vector for each pattern of each line, and two small layers."""

    lines: Numbers
    bias: Numbers
    second: Numbers
    second_bias: Numbers
    last: Numbers
    last_bias: Numbers


class Memory(NamedTuple):
    """What a search writes: children by ply, the path, the table of known positions, counters."""

    owns: Numbers
    others: Numbers
    order: Numbers
    path: Numbers
    patterns: Numbers
    hidden: Numbers
    hidden_second: Numbers
    history: Numbers
    keys: Numbers
    scores: Numbers
    facts: Numbers
    """Depth, bound (0 exact, 1 at least, 2 at most) and best push of a known position."""
    counters: Numbers
    """Positions evaluated, how many there may be, and 1 once the search has to stop."""


def load_net(path: Path) -> Net:
    """Read weights as training/quixo_train.py wrote them."""
    with np.load(path) as file:
        weights = {name: np.ascontiguousarray(file[name], np.float32) for name in file.files}
    weights["second"] = np.ascontiguousarray(weights["second"].T)
    return Net(**weights)


def new_memory(net: Net, table_bits: int = 20) -> Memory:
    """Room for a search."""
    shape = DEEPEST + 2, PUSHES
    entries = 1 << table_bits
    return Memory(
        owns=np.zeros(shape, np.int64),
        others=np.zeros(shape, np.int64),
        order=np.zeros(shape, np.int64),
        path=np.zeros(DEEPEST + 2, np.int64),
        patterns=np.zeros(5, np.int64),
        hidden=np.zeros(len(net.bias), np.float32),
        hidden_second=np.zeros(len(net.second_bias), np.float32),
        history=np.zeros(PUSHES, np.int64),
        keys=np.full(entries, -1, np.int64),
        scores=np.zeros(entries, np.int32),
        facts=np.zeros((entries, 3), np.int8),
        counters=np.zeros(3, np.int64),
    )


@kernel
def evaluate(own: int, other: int, net: Net, memory: Memory) -> int:
    """The learned judgement: hundred times the logit of the chance to score."""
    hidden, second, lines = memory.hidden, memory.hidden_second, net.lines
    columns, rising, falling, power = 0, 0, 0, 1
    for rank in range(5):
        mine, theirs = own >> 5 * rank & 31, other >> 5 * rank & 31
        memory.patterns[rank] = 243 * rank + BASE3[mine] + 2 * BASE3[theirs]
        columns += power * (SPREAD[mine] + 2 * SPREAD[theirs])
        rising += power * ((mine >> rank & 1) + 2 * (theirs >> rank & 1))
        falling += power * ((mine >> (4 - rank) & 1) + 2 * (theirs >> (4 - rank) & 1))
        power *= 3
    a, b, c = memory.patterns[0], memory.patterns[1], memory.patterns[2]
    d, e = memory.patterns[3], memory.patterns[4]
    f, g, h = 1215 + (columns & 255), 1458 + (columns >> 8 & 255), 1701 + (columns >> 16 & 255)
    i, j, k, m = 1944 + (columns >> 24 & 255), 2187 + (columns >> 32), 2430 + rising, 2673 + falling
    for x in range(len(hidden)):  # one sum, so that the compiler makes vectors of it
        hidden[x] = (
            net.bias[x] + lines[a, x] + lines[b, x] + lines[c, x] + lines[d, x] + lines[e, x] + lines[f, x]
            + lines[g, x] + lines[h, x] + lines[i, x] + lines[j, x] + lines[k, x] + lines[m, x]
        )  # fmt: skip
    for s in range(len(second)):
        second[s] = net.second_bias[s]
    for x in range(len(hidden)):
        if hidden[x] > 0:
            for s in range(len(second)):
                second[s] += hidden[x] * net.second[x, s]
    total = net.last_bias[0]
    for s in range(len(second)):
        if second[s] > 0:
            total += second[s] * net.last[s]
    return int(min(max(total * 100, -20000), 20000))


@kernel
def _four_in_a_line(own: int) -> bool:
    """No push wins without: it changes only one square of the line that it completes."""
    if count_bits(own) < 4:
        return False
    for line in LINES:  # noqa: SIM110 (numba knows no `any`)
        if count_bits(own & line) >= 4:
            return True
    return False


@kernel
def _expand(own: int, other: int, ply: int, memory: Memory) -> int:
    """Write the children of a position at `ply`: sides swapped, in `order` the pushes that don't lose at once.

    Returns how many those are, or -1 if a push wins; that one is then order[ply, 0].
    """
    may_win = _four_in_a_line(own)
    may_lose = _four_in_a_line(other)
    count = 0
    for k in range(PUSHES):
        if other & TAKEN[k]:
            continue
        own_now = own & RESTING[k] | (own & SLIDING[k]) << LEFT[k] >> RIGHT[k] | PLACED[k]
        other_now = other & RESTING[k] | (other & SLIDING[k]) << LEFT[k] >> RIGHT[k]
        if may_lose and has_line(other_now):
            continue
        if may_win and has_line(own_now):
            memory.order[ply, 0] = k
            return -1
        memory.owns[ply, k], memory.others[ply, k] = other_now, own_now
        memory.order[ply, count] = k
        count += 1
    return count


@kernel
def _sort(ply: int, count: int, known: int, depth: int, net: Net, memory: Memory) -> None:
    """The best push known first, then by what the evaluation or the history of cut-offs says."""
    order = memory.order[ply]
    promise = np.empty(PUSHES, np.int64)
    for i in range(count):
        k = order[i]
        if k == known:
            promise[i] = 1 << 40
        elif depth >= 2:
            promise[i] = -evaluate(memory.owns[ply, k], memory.others[ply, k], net, memory)
        else:
            promise[i] = memory.history[k]
    for i in range(1, count):
        k, p = order[i], promise[i]
        j = i - 1
        while j >= 0 and promise[j] < p:
            order[j + 1], promise[j + 1] = order[j], promise[j]
            j -= 1
        order[j + 1], promise[j + 1] = k, p


@kernel
def _search(
    own: int, other: int, depth: int, alpha: int, beta: int, ply: int, net: Net, memory: Memory
) -> int:
    """The score of a position that is not over, for the side to move; outside alpha to beta only a bound."""
    counters = memory.counters
    key = own << 25 | other
    for back in range(ply - 2, -1, -2):
        if memory.path[back] == key:
            return 0
    if depth <= 0:
        counters[0] += 1
        if counters[0] > counters[1]:
            counters[2] = 1
        if _four_in_a_line(own) and _expand(own, other, ply, memory) < 0:
            return WON - ply - 1
        return evaluate(own, other, net, memory)
    memory.path[ply] = key
    slot = (key * 0x9E3779B97F4A7C1 >> 20) & (len(memory.keys) - 1)
    known = -1
    if memory.keys[slot] == key:
        known = memory.facts[slot, 2]
        if memory.facts[slot, 0] >= depth:
            score, bound = int(memory.scores[slot]), memory.facts[slot, 1]
            if score > SURE:
                score -= ply
            elif score < -SURE:
                score += ply
            if bound == 0 or (bound == 1 and score >= beta) or (bound == 2 and score <= alpha):
                return score
    count = _expand(own, other, ply, memory)
    if count < 0:
        return WON - ply - 1
    if count == 0:
        return -WON + ply + 1
    _sort(ply, count, known, depth, net, memory)
    best, best_push, floor = -WON, memory.order[ply, 0], alpha
    for i in range(count):
        k = memory.order[ply, i]
        next_own, next_other = memory.owns[ply, k], memory.others[ply, k]
        if i == 0:
            score = -_search(next_own, next_other, depth - 1, -beta, -floor, ply + 1, net, memory)
        else:
            # Late pushes are looked at less deeply, unless they surprise.
            less = 0
            if depth >= 3 and i >= 6:
                less = 1 if i < 16 else 2
            score = -_search(next_own, next_other, depth - 1 - less, -floor - 1, -floor, ply + 1, net, memory)
            if score > floor and (less or score < beta):
                score = -_search(next_own, next_other, depth - 1, -beta, -floor, ply + 1, net, memory)
        if counters[2]:
            return 0
        if score > best:
            best, best_push = score, k
            floor = max(floor, score)
            if score >= beta:
                memory.history[k] += depth * depth
                break
    memory.keys[slot] = key
    stored = best + ply if best > SURE else best - ply if best < -SURE else best
    memory.scores[slot] = stored
    memory.facts[slot, 0], memory.facts[slot, 2] = depth, best_push
    memory.facts[slot, 1] = 1 if best >= beta else 2 if best <= alpha else 0
    return best


@kernel
def _look_at_root(
    pushes: Numbers,
    scores: Numbers,
    repeats: Numbers,
    depth: int,
    margin: int,
    key: int,
    lowest: int,
    ply: int,
    net: Net,
    memory: Memory,
) -> int:
    """Search the pushes of the root, best first. Writes their scores (exact for those within `margin` of the best,
    else a bound) and returns how many were finished before the search had to stop. `lowest` and `ply` are -WON and 1:
    numba's cache breaks a recursive function that is called with constants."""
    best = lowest
    memory.path[0] = key
    for i in range(len(pushes)):
        k = pushes[i]
        own, other = memory.owns[0, k], memory.others[0, k]
        floor = max(best - margin, lowest)
        score = 0 if repeats[i] else -_search(own, other, depth - 1, lowest, -floor, ply, net, memory)
        if memory.counters[2]:
            return i
        scores[i] = score
        best = max(best, score)
    return len(pushes)


@dataclass(frozen=True, slots=True)
class Thought:
    """What a search found: pushes with their scores, best first, and how far it looked."""

    pushes: list[int]
    scores: list[int]
    depth: int
    evaluated: int


class Searcher:
    """One thinker: keeps what it learnt about positions from move to move."""

    def __init__(
        self, net: Net, table_bits: int = 20, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self.net, self.memory, self._clock = net, new_memory(net, table_bits), clock
        self._speed = 200_000.0
        """Positions evaluated a second; measured while thinking."""

    def think(
        self,
        own: int,
        other: int,
        *,
        seconds: float = 60.0,
        depth: int = DEEPEST,
        margin: int = 0,
        drawn: Collection[tuple[int, int]] = (),
        only: Collection[int] | None = None,
    ) -> Thought:
        """Look deeper and deeper until the time or the depth is used up, or the result is certain.

        Moves to a position in `drawn`, (own, other) of the opponent to move, count as draws: it was there before.
        `only` names the pushes to choose from, if not all.
        """
        memory, start = self.memory, self._clock()
        memory.counters[:] = 0
        memory.history[:] //= 4
        count = _expand(own, other, 0, memory)
        if count <= 0:  # a push wins, or all pushes lose at once
            legal = [k for k in range(PUSHES) if not other & TAKEN[k]]
            first = int(memory.order[0, 0]) if count < 0 else legal[0]
            return Thought([first], [WON - 1 if count < 0 else 1 - WON], 1, 0)
        pushes = memory.order[0, :count].copy()
        if only is not None:
            pushes = np.array([k for k in pushes if k in only], np.int64)
            count = len(pushes)
        scores = np.full(count, -WON, np.int64)
        repeats = np.array(
            [(int(memory.owns[0, k]), int(memory.others[0, k])) in drawn for k in pushes], np.bool_
        )
        reached = 0
        while reached < min(depth, DEEPEST):
            left = seconds - (self._clock() - start)
            if left < seconds / 20:
                break
            memory.counters[1], memory.counters[2] = memory.counters[0] + int(self._speed * left), 0
            found = np.full(count, -WON, np.int64)
            finished = _look_at_root(
                pushes, found, repeats, reached + 1, margin, own << 25 | other, -WON, 1, self.net, memory
            )
            if finished:
                # Stable: of equal scores those after the first may be bounds only.
                order = np.argsort(-found, kind="stable")
                pushes, scores, repeats = pushes[order], found[order], repeats[order]
            self._speed = max(memory.counters[0] / max(self._clock() - start, 0.001), 50_000.0)
            if finished < count:
                continue  # out of time, or the speed was underrated and there is some left
            reached += 1
            if abs(scores[0]) > SURE or (count == 1 and depth == DEEPEST):
                break
        return Thought([int(k) for k in pushes], [int(s) for s in scores], reached, int(memory.counters[0]))
