"""Who meets whom in the next round. Nothing here knows names or points: teams are numbers, the best first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, product
from random import Random

Met = Mapping[frozenset[int], int]
"""How often which two have met."""
Group = tuple[int, ...]
Cost = tuple[int, int]

TRIES = 6
"""Beginnings from which tables of several are improved; the best of what comes out is taken."""


def met_in(groups: Sequence[Group]) -> Counter[frozenset[int]]:
    """How often which two of these tables have met."""
    return Counter(frozenset(pair) for group in groups for pair in combinations(group, 2))


def circle(teams: Sequence[int], number: int) -> tuple[list[Group], tuple[int, ...]]:
    """Round `number`, from 1, of those in which everybody meets everybody once, and who pauses: the first stays, and
    the others move on around it.

    >>> [circle((1, 2, 3, 4), number)[0] for number in (1, 2, 3)]
    [[(1, 4), (2, 3)], [(3, 1), (2, 4)], [(1, 2), (3, 4)]]
    """
    ring: list[int | None] = [*teams]
    if len(ring) % 2:
        ring.append(None)
    turn = (number - 1) % (len(ring) - 1)
    moved = [ring[0], *ring[len(ring) - turn :], *ring[1 : len(ring) - turn]]
    pairs = list(zip(moved, reversed(moved), strict=True))[: len(ring) // 2]
    if turn % 2:  # nobody always begins
        pairs = [(other, one) for one, other in pairs]
    byes = tuple(team for pair in pairs if None in pair for team in pair if team is not None)
    return [(one, other) for one, other in pairs if one is not None and other is not None], byes


def swiss(order: Sequence[int], met: Met, byes: Mapping[int, int]) -> tuple[list[Group], tuple[int, ...]]:
    """Pairs of neighbours in the order of the points, with as few as can be who have met before; where one is left
    over, it is the last of those who have paused least often."""
    seldom = min((byes.get(team, 0) for team in order), default=0)
    last = [team for team in reversed(order) if byes.get(team, 0) == seldom] if len(order) % 2 else [None]
    for again in range(sum(met.values()) * len(order) + 1):
        for pausing in last:
            rest = tuple(team for team in order if team != pausing)
            pairs = _pairs(rest, met, again, set())
            if pairs is not None:
                return pairs, () if pausing is None else (pausing,)
    raise AssertionError("whoever has met often enough may meet again")


def _pairs(order: Group, met: Met, again: int, dead: set[tuple[Group, int]]) -> list[Group] | None:
    """Everybody with the nearest they can have, so that all meetings of the past between them are `again` at most; None
    if that can't be. What is known not to lead anywhere is remembered in `dead`."""
    if not order:
        return []
    if (order, again) in dead or (not again and not _even(order, met)):
        return None
    first, *others = order
    for place, other in enumerate(others):
        cost = met.get(frozenset((first, other)), 0)
        if cost <= again:
            rest = _pairs((*others[:place], *others[place + 1 :]), met, again - cost, dead)
            if rest is not None:
                return [(first, other), *rest]
    dead.add((order, again))
    return None


def _even(order: Group, met: Met) -> bool:
    """Does every group of those who can still meet, directly or by others, have an even number of members? If not, no
    pairs can be made of them."""
    left = set(order)
    while left:
        reached = {left.pop()}
        size = 0
        while reached:
            one = reached.pop()
            size += 1
            near = {other for other in left if not met.get(frozenset((one, other)))}
            reached |= near
            left -= near
        if size % 2:
            return False
    return True


def sizes(teams: int, most: int) -> list[int]:
    """How large the tables are: as few tables as can be, and as equal as can be.

    >>> sizes(7, 4), sizes(32, 5), sizes(5, 3)
    ([4, 3], [5, 5, 5, 5, 4, 4, 4], [3, 2])
    """
    tables = -(-teams // most)
    return [teams // tables + (table < teams % tables) for table in range(tables)]


def groups(order: Sequence[int], most: int, met: Met, *, by_points: bool, seed: int = 0) -> list[Group]:
    """Tables of several: first as few as can be who have met before, then, where it goes by points, neighbours."""
    rank = {team: place for place, team in enumerate(order)}

    def cost(group: Group) -> Cost:
        again = sum(met.get(frozenset(pair), 0) ** 2 for pair in combinations(group, 2))
        apart = max(rank[team] for team in group) - min(rank[team] for team in group) if by_points else 0
        return again, apart * apart

    chance, best = Random(seed), list[Group]()
    for attempt in range(TRIES):
        shuffled = [*order]
        if attempt:
            chance.shuffle(shuffled)
        tables = _improved(_cut(shuffled, sizes(len(order), most)), cost)
        if not best or _sum(map(cost, tables)) < _sum(map(cost, best)):
            best = tables
        if _sum(map(cost, best)) == (0, 0):
            break
    return best


def _cut(order: Sequence[int], lengths: Sequence[int]) -> list[Group]:
    cut, begin = list[Group](), 0
    for length in lengths:
        cut.append(tuple(order[begin : begin + length]))
        begin += length
    return cut


def _improved(tables: list[Group], cost: Callable[[Group], Cost]) -> list[Group]:
    """Two at different tables change places as long as that makes them better."""
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(tables)), 2):
            for here, there in product(range(len(tables[one])), range(len(tables[other]))):
                before = tables[one], tables[other]
                after = _swapped(*before, here, there)
                if _sum(map(cost, after)) < _sum(map(cost, before)):
                    tables[one], tables[other] = after
                    better = True
    return tables


def _swapped(one: Group, other: Group, here: int, there: int) -> tuple[Group, Group]:
    return (
        (*one[:here], other[there], *one[here + 1 :]),
        (*other[:there], one[here], *other[there + 1 :]),
    )


def _sum(costs: Iterable[Cost]) -> Cost:
    known = list(costs)
    return sum(again for again, _ in known), sum(apart for _, apart in known)
