"""A second way to look ahead: a graph of positions that grows where it promises most.

Alpha-beta believes the one judgement at the end of the best line, and so it believes errors of the network that lie in
its way. The graph believes the mean of all judgements behind a push, and the best line only to a part. A position that
can be reached in several ways is there once: on nearly full boards nine of ten would else be looked at again.

Importing this module imports numba, so import it where a bot thinks.
"""

from __future__ import annotations

import math
import mmap
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rowlock.bots.quixo.net import judged, slot_of
from rowlock.bots.quixo.past import Sides
from rowlock.bots.quixo.scores import BACK, DEEPEST, SURE
from rowlock.bots.quixo.search import (
    EVERYWHERE,
    PUSHES,
    RELUCTANT,
    Memory,
    can_win,
    draw_for,
    expand,
    is_known,
    is_third,
    known_score,
)
from rowlock.bots.quixo.searcher import Budget, Root
from rowlock.solve.kernel import lean_kernel
from rowlock.solve.quixo.layout import Numbers

CURIOSITY = 1.0
"""How much a push that was seldom tried is preferred."""
EVENNESS = 1.5
"""The larger, the less the first look at a push counts."""
EVEN = 0.25
"""This part of the curiosity all pushes share alike: a push that wins in the end may look bad at first."""
BEST_LINE = 0.3
"""How much the best line counts, beside the mean."""
FADING = 0.99
"""What the best line keeps with each push: else a circle could go on believing what nothing else supports."""
FIRST = 2
"""So often the first look at a position counts."""
OFTEN = 0.2
"""A push is to be trusted if it was tried this often, compared to the one that was tried most."""
ROOM = 1 << 20
"""So many positions a graph has at most, and twice as many pushes."""
ROUNDS = 32
"""How often it grows before the clock is looked at."""
LOOKS = 64
"""Where positions are counted, at most so many looks for each: a drawn corner of the game may have no more to find."""
ODD = 50
"""The bit of a key that is set if not the side is to move that thinks: a draw is worth something else to the other."""

IS_OPEN, IS_WON, IS_LOST, IS_DRAWN = 0, 1, -1, 2
"""What is certain about a position, for the side to move."""
OF_MOVER = {IS_OPEN: IS_OPEN, IS_WON: IS_LOST, IS_LOST: IS_WON, IS_DRAWN: IS_DRAWN}
"""The same for the side that led there."""
UNSEEN, OVER = -1, -2
"""Instead of a first push: not looked at yet, and no need to look."""


class Graph(NamedTuple):
    """The positions, the root is number 0, and the pushes between them, those of one position side by side."""

    keys: Numbers
    first: Numbers
    counts: Numbers
    facts: Numbers
    starts: Numbers
    """What the first look said, for the side to move, from -1 to 1."""
    tried: Numbers
    """How often a push was tried from here."""
    means: Numbers
    """Of all judgements behind a position."""
    lines: Numbers
    """The judgement at the end of the best line."""
    met: Numbers
    """1 and the number of the position from which a push was last seen to lead here."""
    goals: Numbers
    """The position that a push leads to."""
    likings: Numbers
    """How much of the curiosity a push gets."""
    tries: Numbers
    repeats: Numbers
    """How often it led back to where the way had come from."""
    slots: Numbers
    """Where the positions are, by their keys: 1 and the number, or 0."""
    path: Numbers
    """The positions on the way, and in row 1 the pushes that led there."""
    sizes: Numbers
    """How many positions there are, and how many pushes."""


def new_graph() -> Graph:
    """Room for a graph; the system gives it when it is used."""
    pushes = 2 * ROOM
    return Graph(
        keys=_room(ROOM, np.int64),
        first=_room(ROOM, np.int32),
        counts=_room(ROOM, np.int8),
        facts=_room(ROOM, np.int8),
        starts=_room(ROOM, np.float32),
        tried=_room(ROOM, np.int32),
        means=_room(ROOM, np.float32),
        lines=_room(ROOM, np.float32),
        met=_room(ROOM, np.int32),
        goals=_room(pushes, np.int32),
        likings=_room(pushes, np.float32),
        tries=_room(pushes, np.int32),
        repeats=_room(pushes, np.int32),
        slots=_room(2 * ROOM, np.int32),
        path=np.zeros((2, DEEPEST + 1), np.int64),
        sizes=np.zeros(2, np.int64),
    )


def _room(count: int, kind: type[np.generic]) -> Numbers:
    """So many zeros, which the system gives when they are used. numpy's may be from memory that is there already, once
    much of it was used and given back, and then all of them are written."""
    return np.frombuffer(mmap.mmap(-1, count * np.dtype(kind).itemsize), kind)


@lean_kernel
def value_of(score: int) -> float:
    """A judgement, hundred times a logit, as what to expect between a loss, -1, and a win, 1."""
    return math.tanh(score / 200)


@lean_kernel
def _logit_of(value: float) -> float:
    return 2 * math.atanh(min(max(value, -0.9999), 0.9999))


@lean_kernel
def _place(key: int, ply: int, graph: Graph, memory: Memory) -> int:
    """The number of a position; a new one is written and judged."""
    name = key | (ply % 2) << ODD
    slot = slot_of(name, len(graph.slots))
    while graph.slots[slot]:
        at = graph.slots[slot] - 1
        if graph.keys[at] == name:
            return int(at)
        slot = (slot + 1) & (len(graph.slots) - 1)
    at = graph.sizes[0]
    graph.sizes[0] += 1
    graph.slots[slot] = at + 1
    own, other = key >> 25, key & EVERYWHERE
    if is_third(key, ply, memory):
        fact, score = IS_DRAWN, draw_for(ply, memory.counters[RELUCTANT])
    elif is_known(own, other, memory):
        score = known_score(own, other, ply, memory)
        fact = IS_WON if score > SURE else IS_LOST if score < -SURE else IS_DRAWN
    elif can_win(own, other):
        fact, score = IS_WON, SURE
    else:
        fact, score = IS_OPEN, judged(own, other, memory.judge)
    value = value_of(score)
    graph.keys[at], graph.first[at], graph.facts[at], graph.tried[at], graph.met[at] = (
        name,
        UNSEEN,
        fact,
        0,
        0,
    )
    graph.starts[at], graph.means[at], graph.lines[at] = value, value, value
    return int(at)


@lean_kernel
def _unfold(at: int, ply: int, graph: Graph, memory: Memory) -> None:
    """Write the pushes of a position at `ply`. Of those that lead to the same, one is enough."""
    key = graph.keys[at]
    count = expand(key >> 25 & EVERYWHERE, key & EVERYWHERE, 0, memory)
    if count <= 0:
        graph.first[at], graph.facts[at] = OVER, IS_LOST if count == 0 else IS_WON
        graph.lines[at], graph.means[at] = graph.facts[at], graph.facts[at]
        return
    first = graph.sizes[1]
    end, best = first, -1.0
    for i in range(count):
        k = memory.order[0, i]
        goal = _place(memory.owns[0, k] << 25 | memory.others[0, k], ply + 1, graph, memory)
        if graph.met[goal] != at + 1:
            graph.met[goal] = at + 1
            graph.goals[end], graph.tries[end], graph.repeats[end] = goal, 0, 0
            best = max(best, -graph.means[goal])
            end += 1
    graph.sizes[1] = end
    graph.first[at], graph.counts[at] = first, end - first
    total = 0.0
    for edge in range(first, end):
        behind = max(_logit_of(best) + _logit_of(graph.starts[graph.goals[edge]]), 0.0)
        graph.likings[edge] = math.exp(-behind / EVENNESS)
        total += graph.likings[edge]
    for edge in range(first, end):
        graph.likings[edge] = (1 - EVEN) * graph.likings[edge] / total + EVEN / (end - first)
    graph.starts[at] = (graph.starts[at] + best) / 2
    _settle(at, ply, graph, memory)


@lean_kernel
def _draw_at(ply: int, memory: Memory) -> float:
    """What a repetition is worth to the side to move."""
    return value_of(draw_for(ply, memory.counters[RELUCTANT]))


@lean_kernel
def _worth(edge: int, value: float, draw: float, graph: Graph) -> float:
    """What a push is worth if its goal has this value: the more often it led back, the nearer it is to a draw, unless
    the goal is certain."""
    if graph.repeats[edge] == 0 or graph.facts[graph.goals[edge]] != IS_OPEN:
        return value
    return float(value + (draw - value) * graph.repeats[edge] / graph.tries[edge])


@lean_kernel
def _settle(at: int, ply: int, graph: Graph, memory: Memory) -> None:
    """What a position at `ply` is worth, and what is certain of it, by its pushes."""
    draw = _draw_at(ply, memory)
    some_open, some_drawn, best, floor = False, False, -1.0, -1.0
    total, tried = FIRST * graph.starts[at], 0
    for edge in range(graph.first[at], graph.first[at] + graph.counts[at]):
        goal, tries = graph.goals[edge], graph.tries[edge]
        fact = graph.facts[goal]
        if fact == IS_LOST:
            graph.facts[at], graph.lines[at], graph.means[at] = IS_WON, 1.0, 1.0
            return
        some_open |= fact == IS_OPEN
        if fact == IS_DRAWN:
            some_drawn, floor = True, max(floor, -graph.lines[goal])
        line = -graph.lines[goal] * (FADING if fact == IS_OPEN else 1.0)
        best = max(best, _worth(edge, line, draw, graph))
        if tries:
            total += tries * _worth(edge, -graph.means[goal], draw, graph)
            tried += tries
    # Who can have a draw for certain gets no less.
    graph.lines[at], graph.means[at], graph.tried[at] = best, max(total / (FIRST + tried), floor), tried
    if not some_open:
        graph.facts[at] = IS_DRAWN if some_drawn else IS_LOST
        graph.means[at] = best


@lean_kernel
def promise(edge: int, draw: float, graph: Graph) -> float:
    """What a push seems to be worth for the side that makes it."""
    goal = graph.goals[edge]
    if graph.facts[goal] != IS_OPEN:
        return float(-graph.lines[goal])
    return _worth(edge, -(1 - BEST_LINE) * graph.means[goal] - BEST_LINE * graph.lines[goal], draw, graph)


@lean_kernel
def _most_promising(at: int, ply: int, graph: Graph, memory: Memory) -> int:
    """The push to try next."""
    draw = _draw_at(ply, memory)
    curiosity = CURIOSITY * math.sqrt(FIRST + graph.tried[at])
    best, chosen = -math.inf, graph.first[at]
    for edge in range(graph.first[at], graph.first[at] + graph.counts[at]):
        fact = graph.facts[graph.goals[edge]]
        if fact in (IS_WON, IS_DRAWN):  # lost, or nothing to learn there
            continue
        attraction = promise(edge, draw, graph) + curiosity * graph.likings[edge] / (
            FIRST + graph.tries[edge]
        )
        if attraction > best:
            best, chosen = attraction, edge
    return int(chosen)


@lean_kernel
def _is_back(at: int, ply: int, graph: Graph) -> bool:
    """Has the position been on the way?"""
    for back in range(ply - 2, -1, -2):  # noqa: SIM110 (numba knows no `any`)
        if graph.path[0, back] == at:
            return True
    return False


@lean_kernel
def _look(graph: Graph, memory: Memory) -> None:
    """Go on to a position that was not looked at yet, or back where the way has been, and tell all before it."""
    at, ply, back = 0, 0, False
    graph.path[0, 0] = at
    while graph.first[at] >= 0 and graph.facts[at] == IS_OPEN and ply < DEEPEST and not back:
        edge = _most_promising(at, ply, graph, memory)
        at, ply = graph.goals[edge], ply + 1
        back = _is_back(at, ply, graph)
        graph.path[0, ply], graph.path[1, ply] = at, edge
    if graph.first[at] == UNSEEN and graph.facts[at] == IS_OPEN:
        _unfold(at, ply, graph, memory)
    for before in range(ply - 1, -1, -1):
        edge = graph.path[1, before + 1]
        graph.tries[edge] += 1
        if back and before == ply - 1:
            graph.repeats[edge] += 1
        _settle(graph.path[0, before], before, graph, memory)


@lean_kernel
def _grow(rounds: int, graph: Graph, memory: Memory) -> int:
    """Look so often; returns how often there was need and room to."""
    for done in range(rounds):
        full = max(graph.sizes[0] - len(graph.keys), graph.sizes[1] - len(graph.goals)) + PUSHES > 0
        if graph.facts[0] != IS_OPEN or full:
            return done
        _look(graph, memory)
    return rounds


@dataclass(frozen=True, slots=True)
class Branches:
    """What a graph found."""

    pushes: list[int]
    """What wins for certain is first, what loses for certain last, in between by what those that were tried often seem
    to be worth."""
    values: dict[int, float]
    """What each push seems to be worth, from -1 to 1."""
    facts: dict[int, int]
    """What is certain about each: IS_WON, IS_LOST and IS_DRAWN for the side that makes it, or IS_OPEN."""


def is_won(branches: Branches, push: int) -> bool:
    """Does the push win for certain?"""
    return branches.facts[push] == IS_WON


def is_lost(branches: Branches, push: int) -> bool:
    """Does the push lose for certain?"""
    return branches.facts[push] == IS_LOST


class Grower:
    """Lets graphs grow, one at a time."""

    def __init__(self) -> None:
        self.graph = new_graph()

    @property
    def size(self) -> int:
        """How many positions the last graph has."""
        return int(self.graph.sizes[0])

    def grow(self, root: Root, budget: Budget, memory: Memory) -> Branches | None:
        """Grow a graph until the budget is used up, or it is large enough. `memory` is that of a search, made ready for
        the same position. Nothing comes back where the next push wins, or all lose at once."""
        graph, own, other = self.graph, root.own, root.other
        graph.slots.fill(0)
        graph.sizes[:] = 0
        graph.facts[_place(own << 25 | other, 0, graph, memory)] = IS_OPEN
        _look(graph, memory)
        if graph.first[0] < 0:
            return None
        ways: dict[Sides, list[int]] = {}
        for push in memory.order[0, : expand(own, other, 0, memory)].tolist():
            if root.only is None or push in root.only:
                after = int(memory.owns[0, push]), int(memory.others[0, push])
                ways.setdefault(after, []).append(push)
        self._keep(ways, memory)
        looks = 0
        while _grow(ROUNDS, graph, memory) == ROUNDS:
            looks += ROUNDS
            if budget.left <= 0 or self.size >= budget.nodes or budget.stop.said:
                break
            if looks >= LOOKS * budget.nodes:
                break
        return self._branches(ways, root.once, root.reluctance)

    def _after(self, edge: int) -> Sides:
        key = int(self.graph.keys[self.graph.goals[edge]])
        return key >> 25 & EVERYWHERE, key & EVERYWHERE

    def _first_pushes(self) -> range:
        first = int(self.graph.first[0])
        return range(first, first + int(self.graph.counts[0]))

    def _keep(self, ways: dict[Sides, list[int]], memory: Memory) -> None:
        """Of the first pushes those alone that lead to one of these."""
        graph, edges = self.graph, self._first_pushes()
        kept = [edge for edge in edges if self._after(edge) in ways]
        for column in (graph.goals, graph.likings, graph.tries, graph.repeats):
            column[edges.start : edges.start + len(kept)] = column[kept]
        likings = graph.likings[edges.start : edges.start + len(kept)]
        likings /= likings.sum()
        graph.counts[0], graph.facts[0] = len(kept), IS_OPEN
        _settle(0, 0, graph, memory)

    def _branches(self, ways: dict[Sides, list[int]], once: Collection[Sides], reluctance: int) -> Branches:
        graph, edges = self.graph, self._first_pushes()
        ranks, values, facts = {}, {}, {}
        draw, back = value_of(-reluctance), value_of(reluctance // BACK)
        often = OFTEN * graph.tries[edges.start : edges.stop].max()
        for edge in edges:
            after, fact = self._after(edge), int(graph.facts[graph.goals[edge]])
            value = promise(edge, draw, graph)
            if after in once:  # A push back to where the game has been makes no progress.
                value -= max((value - draw) / 2, back)
            for push in ways[after]:
                values[push], facts[push] = value, OF_MOVER[fact]
                sound = fact == IS_DRAWN or graph.tries[edge] >= often
                ranks[push] = 0 if fact == IS_DRAWN else facts[push], sound, value
        return Branches(sorted(ranks, key=lambda push: ranks[push], reverse=True), values, facts)
