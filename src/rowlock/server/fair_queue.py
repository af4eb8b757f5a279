"""Who is next: everybody gets the same share of the time, whatever the others ask for and however often.

Self-clocked fair queueing. Each question is marked with the time at which it would be done if everybody were served at
once, each with an equal share: behind what the same asker waits for already, plus what it costs. The least mark is
next. So a short question passes long ones that came before it, and still none waits for ever: the marks of what comes
later grow with the time that is spent.
"""

from __future__ import annotations

import heapq
import itertools
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """Things that wait, each with who asked for it and what it costs, in seconds. Those for whom people wait come
    before all others."""

    def __init__(self) -> None:
        self._heap: list[tuple[bool, float, int, str, float, T]] = []
        self._numbers = itertools.count()
        self._marks: dict[str, float] = {}
        """The last mark of everybody whose mark lies before us."""
        self._now = 0.0
        """The mark of what was served last."""

    def __len__(self) -> int:
        return len(self._heap)

    def wait_for(self, asker: str, cost: float, *, people_wait: bool = True) -> float:
        """What those cost together that would come before one more."""
        place = (not people_wait, self._mark(asker, cost))
        return sum(entry[4] for entry in self._heap if entry[:2] <= place)

    def put(self, thing: T, asker: str, cost: float, *, people_wait: bool = True) -> None:
        """One more waits."""
        mark = self._marks[asker] = self._mark(asker, cost)
        heapq.heappush(self._heap, (not people_wait, mark, next(self._numbers), asker, cost, thing))

    def pop(self) -> T:
        """Who is next. Raises `IndexError` where nobody waits."""
        _, mark, _, asker, _, thing = heapq.heappop(self._heap)
        self._now = max(self._now, mark)
        if self._marks.get(asker, self._now) <= self._now:  # a newcomer would get the same mark
            self._marks.pop(asker, None)
        return thing

    def _mark(self, asker: str, cost: float) -> float:
        return max(self._now, self._marks.get(asker, 0.0)) + cost
