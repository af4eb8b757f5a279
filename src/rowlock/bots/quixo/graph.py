"""A second way to look ahead: a web of positions that grows where it promises most.

Alpha-beta believes the one judgement at the end of the best line, and so it believes errors of the network that lie in
its way. The web believes the mean of all judgements behind a push, and the best line only to a part. A position that
can be reached in several ways is there once: on nearly full boards nine of ten would else be looked at again.

Importing this module imports numba, so import it where a bot thinks.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rowlock.bots.quixo.net import judged, slot_of
from rowlock.bots.quixo.search import (
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
    is_third,
    known_score,
)
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
"""So many positions a web has at most, and twice as many pushes."""
ROUNDS = 32
"""How often it grows before the clock is looked at."""
ODD = 50
"""The bit of a key that is set if not the side is to move that thinks: a draw is worth something else to the other."""

OPEN, WON, LOST, DRAWN = 0, 1, -1, 2
"""What is certain about a position, for the side to move."""
OF_MOVER = {OPEN: OPEN, WON: LOST, LOST: WON, DRAWN: DRAWN}
"""The same for the side that led there."""
UNSEEN, OVER = -1, -2
"""Instead of a first push: not looked at yet, and no need to look."""


class Web(NamedTuple):
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


def new_web() -> Web:
    """Room for a web; the system gives it when it is used."""
    pushes = 2 * ROOM
    return Web(
        keys=np.zeros(ROOM, np.int64),
        first=np.zeros(ROOM, np.int32),
        counts=np.zeros(ROOM, np.int8),
        facts=np.zeros(ROOM, np.int8),
        starts=np.zeros(ROOM, np.float32),
        tried=np.zeros(ROOM, np.int32),
        means=np.zeros(ROOM, np.float32),
        lines=np.zeros(ROOM, np.float32),
        met=np.zeros(ROOM, np.int32),
        goals=np.zeros(pushes, np.int32),
        likings=np.zeros(pushes, np.float32),
        tries=np.zeros(pushes, np.int32),
        repeats=np.zeros(pushes, np.int32),
        slots=np.zeros(2 * ROOM, np.int32),
        path=np.zeros((2, DEEPEST + 1), np.int64),
        sizes=np.zeros(2, np.int64),
    )


@lean_kernel
def value_of(score: int) -> float:
    """A judgement, hundred times a logit, as what to expect between a loss, -1, and a win, 1."""
    return math.tanh(score / 200)


@lean_kernel
def _logit_of(value: float) -> float:
    return 2 * math.atanh(min(max(value, -0.9999), 0.9999))


@lean_kernel
def _place(key: int, ply: int, web: Web, memory: Memory) -> int:
    """The number of a position; a new one is written and judged."""
    name = key | (ply % 2) << ODD
    slot = slot_of(name, len(web.slots))
    while web.slots[slot]:
        at = web.slots[slot] - 1
        if web.keys[at] == name:
            return int(at)
        slot = (slot + 1) & (len(web.slots) - 1)
    at = web.sizes[0]
    web.sizes[0] += 1
    web.slots[slot] = at + 1
    own, other = key >> 25, key & EVERYWHERE
    if is_third(key, ply, memory):
        fact, score = DRAWN, draw_for(ply, memory.counters[6])
    elif is_known(own, other, memory):
        score = known_score(own, other, ply, memory)
        fact = WON if score > SURE else LOST if score < -SURE else DRAWN
    elif can_win(own, other):
        fact, score = WON, SURE
    else:
        fact, score = OPEN, judged(own, other, memory.judge)
    value = value_of(score)
    web.keys[at], web.first[at], web.facts[at], web.tried[at], web.met[at] = name, UNSEEN, fact, 0, 0
    web.starts[at], web.means[at], web.lines[at] = value, value, value
    return int(at)


@lean_kernel
def _unfold(at: int, ply: int, web: Web, memory: Memory) -> None:
    """Write the pushes of a position at `ply`. Of those that lead to the same, one is enough."""
    key = web.keys[at]
    count = expand(key >> 25 & EVERYWHERE, key & EVERYWHERE, 0, memory)
    if count <= 0:
        web.first[at], web.facts[at] = OVER, LOST if count == 0 else WON
        web.lines[at], web.means[at] = web.facts[at], web.facts[at]
        return
    first = web.sizes[1]
    end, best = first, -1.0
    for i in range(count):
        k = memory.order[0, i]
        goal = _place(memory.owns[0, k] << 25 | memory.others[0, k], ply + 1, web, memory)
        if web.met[goal] != at + 1:
            web.met[goal] = at + 1
            web.goals[end], web.tries[end], web.repeats[end] = goal, 0, 0
            best = max(best, -web.means[goal])
            end += 1
    web.sizes[1] = end
    web.first[at], web.counts[at] = first, end - first
    total = 0.0
    for edge in range(first, end):
        behind = max(_logit_of(best) + _logit_of(web.starts[web.goals[edge]]), 0.0)
        web.likings[edge] = math.exp(-behind / EVENNESS)
        total += web.likings[edge]
    for edge in range(first, end):
        web.likings[edge] = (1 - EVEN) * web.likings[edge] / total + EVEN / (end - first)
    web.starts[at] = (web.starts[at] + best) / 2
    _settle(at, ply, web, memory)


@lean_kernel
def _draw_at(ply: int, memory: Memory) -> float:
    """What a repetition is worth to the side to move."""
    return value_of(draw_for(ply, memory.counters[6]))


@lean_kernel
def _worth(edge: int, value: float, draw: float, web: Web) -> float:
    """What a push is worth if its goal has this value: the more often it led back, the nearer it is to a draw, unless
    the goal is certain."""
    if web.repeats[edge] == 0 or web.facts[web.goals[edge]] != OPEN:
        return value
    return float(value + (draw - value) * web.repeats[edge] / web.tries[edge])


@lean_kernel
def _settle(at: int, ply: int, web: Web, memory: Memory) -> None:
    """What a position at `ply` is worth, and what is certain of it, by its pushes."""
    draw = _draw_at(ply, memory)
    some_open, some_drawn, best, floor = False, False, -1.0, -1.0
    total, tried = FIRST * web.starts[at], 0
    for edge in range(web.first[at], web.first[at] + web.counts[at]):
        goal, tries = web.goals[edge], web.tries[edge]
        fact = web.facts[goal]
        if fact == LOST:
            web.facts[at], web.lines[at], web.means[at] = WON, 1.0, 1.0
            return
        some_open |= fact == OPEN
        if fact == DRAWN:
            some_drawn, floor = True, max(floor, -web.lines[goal])
        line = -web.lines[goal] * (FADING if fact == OPEN else 1.0)
        best = max(best, _worth(edge, line, draw, web))
        if tries:
            total += tries * _worth(edge, -web.means[goal], draw, web)
            tried += tries
    # Who can have a draw for certain gets no less.
    web.lines[at], web.means[at], web.tried[at] = best, max(total / (FIRST + tried), floor), tried
    if not some_open:
        web.facts[at] = DRAWN if some_drawn else LOST
        web.means[at] = best


@lean_kernel
def promise(edge: int, draw: float, web: Web) -> float:
    """What a push seems to be worth for the side that makes it."""
    goal = web.goals[edge]
    if web.facts[goal] != OPEN:
        return float(-web.lines[goal])
    return _worth(edge, -(1 - BEST_LINE) * web.means[goal] - BEST_LINE * web.lines[goal], draw, web)


@lean_kernel
def _most_promising(at: int, ply: int, web: Web, memory: Memory) -> int:
    """The push to try next."""
    draw = _draw_at(ply, memory)
    curiosity = CURIOSITY * math.sqrt(FIRST + web.tried[at])
    best, chosen = -math.inf, web.first[at]
    for edge in range(web.first[at], web.first[at] + web.counts[at]):
        fact = web.facts[web.goals[edge]]
        if fact in (WON, DRAWN):  # lost, or nothing to learn there
            continue
        attraction = promise(edge, draw, web) + curiosity * web.likings[edge] / (FIRST + web.tries[edge])
        if attraction > best:
            best, chosen = attraction, edge
    return int(chosen)


@lean_kernel
def _is_back(at: int, ply: int, web: Web) -> bool:
    """Has the position been on the way?"""
    for back in range(ply - 2, -1, -2):  # noqa: SIM110 (numba knows no `any`)
        if web.path[0, back] == at:
            return True
    return False


@lean_kernel
def _look(web: Web, memory: Memory) -> None:
    """Go on to a position that was not looked at yet, or back where the way has been, and tell all before it."""
    at, ply, back = 0, 0, False
    web.path[0, 0] = at
    while web.first[at] >= 0 and web.facts[at] == OPEN and ply < DEEPEST and not back:
        edge = _most_promising(at, ply, web, memory)
        at, ply = web.goals[edge], ply + 1
        back = _is_back(at, ply, web)
        web.path[0, ply], web.path[1, ply] = at, edge
    if web.first[at] == UNSEEN and web.facts[at] == OPEN:
        _unfold(at, ply, web, memory)
    for before in range(ply - 1, -1, -1):
        edge = web.path[1, before + 1]
        web.tries[edge] += 1
        if back and before == ply - 1:
            web.repeats[edge] += 1
        _settle(web.path[0, before], before, web, memory)


@lean_kernel
def _grow(rounds: int, web: Web, memory: Memory) -> int:
    """Look so often; returns how often there was need and room to."""
    for done in range(rounds):
        full = max(web.sizes[0] - len(web.keys), web.sizes[1] - len(web.goals)) + PUSHES > 0
        if web.facts[0] != OPEN or full:
            return done
        _look(web, memory)
    return rounds


@dataclass(frozen=True, slots=True)
class Branches:
    """What a web found."""

    pushes: list[int]
    """What wins for certain is first, what loses for certain last, in between by what those that were tried often seem
    to be worth."""
    values: dict[int, float]
    """What each push seems to be worth, from -1 to 1."""
    facts: dict[int, int]
    """What is certain about each: WON, LOST and DRAWN for the side that makes it, or OPEN."""


class Grower:
    """Lets webs grow, one at a time."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self.web, self._clock = new_web(), clock

    def grow(
        self,
        own: int,
        other: int,
        seconds: float,
        memory: Memory,
        once: Collection[Position] = (),
        only: Collection[int] | None = None,
    ) -> Branches | None:
        """Grow a web for so long, or until it is large enough. `memory` is that of a search, made ready for the same
        position; `once` and `only` are as there. Nothing comes back where the next push wins, or all lose at once.
        """
        start, web = self._clock(), self.web
        web.slots.fill(0)
        web.sizes[:] = 0
        web.facts[_place(own << 25 | other, 0, web, memory)] = OPEN
        _look(web, memory)
        if web.first[0] < 0:
            return None
        ways: dict[Position, list[int]] = {}
        for push in memory.order[0, : expand(own, other, 0, memory)].tolist():
            if only is None or push in only:
                after = int(memory.owns[0, push]), int(memory.others[0, push])
                ways.setdefault(after, []).append(push)
        self._keep(ways, memory)
        while _grow(ROUNDS, web, memory) == ROUNDS and self._clock() - start < seconds:
            pass
        return self._branches(ways, once, int(memory.counters[6]))

    def _after(self, edge: int) -> Position:
        key = int(self.web.keys[self.web.goals[edge]])
        return key >> 25 & EVERYWHERE, key & EVERYWHERE

    def _first_pushes(self) -> range:
        first = int(self.web.first[0])
        return range(first, first + int(self.web.counts[0]))

    def _keep(self, ways: dict[Position, list[int]], memory: Memory) -> None:
        """Of the first pushes those alone that lead to one of these."""
        web, edges = self.web, self._first_pushes()
        kept = [edge for edge in edges if self._after(edge) in ways]
        for column in (web.goals, web.likings, web.tries, web.repeats):
            column[edges.start : edges.start + len(kept)] = column[kept]
        likings = web.likings[edges.start : edges.start + len(kept)]
        likings /= likings.sum()
        web.counts[0], web.facts[0] = len(kept), OPEN
        _settle(0, 0, web, memory)

    def _branches(
        self, ways: dict[Position, list[int]], once: Collection[Position], reluctance: int
    ) -> Branches:
        web, edges = self.web, self._first_pushes()
        ranks, values, facts = {}, {}, {}
        draw, back = value_of(-reluctance), value_of(reluctance // BACK)
        often = OFTEN * web.tries[edges.start : edges.stop].max()
        for edge in edges:
            after, fact = self._after(edge), int(web.facts[web.goals[edge]])
            value = promise(edge, draw, web)
            if after in once:  # A push back to where the game has been makes no progress.
                value -= max((value - draw) / 2, back)
            for push in ways[after]:
                values[push], facts[push] = value, OF_MOVER[fact]
                sound = fact == DRAWN or web.tries[edge] >= often
                ranks[push] = 0 if fact == DRAWN else facts[push], sound, value
        return Branches(sorted(ranks, key=lambda push: ranks[push], reverse=True), values, facts)
