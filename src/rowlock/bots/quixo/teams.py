"""The search behind the bots for Quixo in teams: alpha-beta over positions with arrows.

Two teams are two sides. A position is four sets, seen from the seat to move: the cubes that point at it, at its
partner, at the next seat and at the one before. Importing this module imports numba.
"""

from __future__ import annotations

import time
from functools import cache
from typing import NamedTuple

import numpy as np

from rowlock.bots.quixo.net import Judge, ValueNet, judged, new_judge
from rowlock.bots.quixo.scores import DEEPEST, SURE, WIN_SCORE
from rowlock.bots.quixo.search import ALLOWED, LOOKED_AT, STOPPED
from rowlock.bots.quixo.searcher import ALL_OF_THEM, MOST, Budget, Clock, Thought, keep_unrefuted
from rowlock.rules.board import board
from rowlock.solve.kernel import lean_kernel
from rowlock.solve.quixo.layout import Numbers
from rowlock.solve.quixo.pushes import Masks, count_bits, slid

Sets = tuple[int, int, int, int]
SKIP = -1
"""The choice of a seat that has no cube to take. Any other choice is twice the push, plus 1 to point at the partner."""
FIRST_TURNS = 4
FREEDOM = 4
"""What one more cube to take is worth, in hundredths of a logit."""


class Geometry(NamedTuple):
    """Pushes and lines of a board of any size."""

    size: int
    border: int
    pushes: Numbers
    """Taken, placed, sliding and resting squares, steps to the left and to the right."""
    lines: Numbers


@cache
def geometry(size: int) -> Geometry:
    """The geometry of a board."""
    masks = Masks.of(board(size))
    columns = masks.taken, masks.placed, masks.sliding, masks.resting, masks.left, masks.right
    pushes = np.array(columns, np.int64).T.copy()
    return Geometry(size, masks.border, pushes, np.array(masks.lines, np.int64))


class TeamMemory(NamedTuple):
    """Children by ply, and counters: positions evaluated, how many there may be, and 1 once the search has to stop."""

    children: Numbers
    choices: Numbers
    promises: Numbers
    counters: Numbers


@lean_kernel
def _has_line(cubes: int, on: Geometry) -> bool:
    for line in on.lines:  # noqa: SIM110 (numba knows no `any`)
        if cubes & line == line:
            return True
    return False


@lean_kernel
def _judge(mine: int, partners: int, following: int, before: int, on: Geometry, judge: Judge) -> int:
    """The learned judgement of the symbols (on smaller boards, of the lines), and who has more cubes to take."""
    own, other = mine | partners, following | before
    score = 0
    if on.size == 5:
        score = judged(own, other, judge)
    else:
        for line in on.lines:
            score += count_bits(own & line) ** 3 - count_bits(other & line) ** 3
    score += FREEDOM * count_bits(on.border & ~(partners | other))
    return score - FREEDOM * count_bits(on.border & ~(own | before))


@lean_kernel
def _expand(
    mine: int,
    partners: int,
    following: int,
    before: int,
    turns: int,
    ply: int,
    on: Geometry,
    memory: TeamMemory,
) -> int:
    """Write the positions that the choices lead to, seen from the next seat; those that lose at once are left out.

    Returns how many there are, or -1 if a choice wins; that one is then choices[ply, 0].
    """
    blank = on.border & ~(mine | partners | following | before)
    takeable = blank if turns < FIRST_TURNS else blank | on.border & mine
    children, choices = memory.children[ply], memory.choices[ply]
    if takeable == 0:
        children[0, 0], children[0, 1], children[0, 2], children[0, 3] = following, before, partners, mine
        choices[0] = SKIP
        return 1
    count = 0
    for k in range(len(on.pushes)):
        taken, placed, sliding, resting, left, right = on.pushes[k]
        if not taken & takeable:
            continue
        m = slid(mine, resting, sliding, left, right)
        p = slid(partners, resting, sliding, left, right)
        f = slid(following, resting, sliding, left, right)
        b = slid(before, resting, sliding, left, right)
        if _has_line(f | b, on):
            continue
        if _has_line(m | p | placed, on):
            choices[0] = 2 * k
            return -1
        for arrow in range(2):
            children[count, 0], children[count, 1] = f, b
            children[count, 2] = p | placed if arrow else p
            children[count, 3] = m if arrow else m | placed
            choices[count] = 2 * k + arrow
            count += 1
    return count


@lean_kernel
def _sort(ply: int, count: int, on: Geometry, judge: Judge, memory: TeamMemory) -> None:
    """The most promising first."""
    children, choices, promises = memory.children[ply], memory.choices[ply], memory.promises[ply]
    for i in range(count):
        m, p, f, b = children[i]
        promise = -_judge(m, p, f, b, on, judge)
        choice = choices[i]
        j = i - 1
        while j >= 0 and promises[j] < promise:
            promises[j + 1], choices[j + 1] = promises[j], choices[j]
            for s in range(4):
                children[j + 1, s] = children[j, s]
            j -= 1
        promises[j + 1], choices[j + 1] = promise, choice
        children[j + 1, 0], children[j + 1, 1], children[j + 1, 2], children[j + 1, 3] = m, p, f, b


@lean_kernel
def _search(
    mine: int, partners: int, following: int, before: int, turns: int, depth: int, alpha: int, beta: int, ply: int,
    on: Geometry, judge: Judge, memory: TeamMemory,
) -> int:  # fmt: skip
    """The score of a position that is not over, for the seat to move and its partner."""
    if depth <= 0:
        memory.counters[LOOKED_AT] += 1
        if memory.counters[LOOKED_AT] > memory.counters[ALLOWED]:
            memory.counters[STOPPED] = 1
        return _judge(mine, partners, following, before, on, judge)
    count = _expand(mine, partners, following, before, turns, ply, on, memory)
    if count < 0:
        return WIN_SCORE - ply - 1
    if count == 0:
        return -WIN_SCORE + ply + 1
    if depth >= 2:
        _sort(ply, count, on, judge, memory)
    best = -WIN_SCORE
    for i in range(count):
        m, p, f, b = memory.children[ply, i]
        less = 1 if depth >= 3 and i >= 12 else 0
        floor = max(alpha, best)
        score = -_search(m, p, f, b, turns + 1, depth - 1 - less, -beta, -floor, ply + 1, on, judge, memory)
        if less and score > floor:
            score = -_search(m, p, f, b, turns + 1, depth - 1, -beta, -floor, ply + 1, on, judge, memory)
        if memory.counters[STOPPED]:
            return 0
        best = max(best, score)
        if best >= beta:
            break
    return best


@lean_kernel
def _look_at_root(
    children: Numbers, scores: Numbers, turns: int, depth: int, margin: int, lowest: int, ply: int,
    on: Geometry, judge: Judge, memory: TeamMemory,
) -> int:  # fmt: skip
    """As for two players: writes the scores, returns how many choices were finished. `lowest` and `ply` are
    -WIN_SCORE and 1."""
    best = lowest
    for i in range(len(children)):
        m, p, f, b = children[i]
        floor = max(best - margin, lowest)
        score = -_search(m, p, f, b, turns + 1, depth - 1, lowest, -floor, ply, on, judge, memory)
        if memory.counters[STOPPED]:
            return i
        scores[i] = score
        best = max(best, score)
    return len(children)


class TeamSearcher:
    """One thinker for any seat."""

    def __init__(self, net: ValueNet, clock: Clock = time.perf_counter) -> None:
        self._judge, self.clock = new_judge(net, table_bits=18), clock
        choices = 2 * len(geometry(5).pushes)
        shape = DEEPEST + 2, choices
        self._memory = TeamMemory(
            np.zeros((*shape, 4), np.int64),
            np.zeros(shape, np.int64),
            np.zeros(shape, np.int64),
            np.zeros(3, np.int64),
        )
        self._speed = 100_000.0
        # Loads the kernels, so that the first move has its time.
        self.think((0, 0, 0, 0), 0, 5, Budget(1.0, clock=clock), depth=2)

    def think(
        self, sets: Sets, turns: int, size: int, budget: Budget, *, depth: int, margin: int = 0
    ) -> Thought:
        """Look deeper and deeper. In the answer `pushes` are choices."""
        on, memory, counters = geometry(size), self._memory, self._memory.counters
        turns = min(turns, FIRST_TURNS)
        counters[:] = 0
        budget.stop.heard_by(self._stop)
        count = _expand(*sets, turns, 0, on, memory)
        if count < 0:
            return Thought([int(memory.choices[0, 0])], [WIN_SCORE - 1], 1, 0)
        if count == 0:
            return Thought([], [], 1, 0)
        _sort(0, count, on, self._judge, memory)
        choices, children = memory.choices[0, :count].copy(), memory.children[0, :count].copy()
        scores, reached = np.full(count, -WIN_SCORE, np.int64), 0
        while reached < min(depth, DEEPEST):
            if reached and budget.is_spent(int(counters[LOOKED_AT])):
                break
            # However short the time, the first ply is looked at. Nothing is remembered, so what is stopped is lost, and
            # the clock is looked at only when the time should be up.
            counters[STOPPED], counters[ALLOWED] = 0, MOST
            if reached:
                some = min(self._speed * budget.left, MOST)
                counters[ALLOWED] = min(counters[LOOKED_AT] + int(some), budget.nodes)
                if budget.stop.said:
                    counters[ALLOWED] = 0
            found = np.full(count, -WIN_SCORE, np.int64)
            finished = _look_at_root(
                children, found, turns, reached + 1, margin, -WIN_SCORE, 1, on, self._judge, memory
            )
            if finished:
                keep_unrefuted(found, scores, finished, margin)
                order = np.argsort(-found, kind="stable")
                choices, children, scores = choices[order], children[order], found[order]
            self._speed = max(counters[LOOKED_AT] / max(budget.spent, 0.001), 20_000.0)
            if finished < count:
                continue
            reached += 1
            certain = abs(scores if margin == ALL_OF_THEM else scores[:1]) > SURE
            if certain.all() or count == 1:
                break
        return Thought([int(c) for c in choices], [int(s) for s in scores], reached, int(counters[LOOKED_AT]))

    def _stop(self) -> None:
        self._memory.counters[ALLOWED] = 0
