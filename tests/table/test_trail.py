"""Trails against tuples: whatever is prolonged, in whatever order, nothing that is there already changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock.table.trail import Tally, Trail


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 3)), max_size=40))
def test_prolonged_in_any_order_trails_are_like_tuples(steps: list[tuple[int, int]]) -> None:
    trails, tallies = [Trail[int]()], [Tally()]
    tuples: list[tuple[int, ...]] = [()]
    for which, item in steps:
        place = which % len(tuples)
        trails.append(trails[place].plus(item))
        tallies.append(tallies[place].plus(item))
        tuples.append((*tuples[place], item))
    for trail, tally, expected in zip(trails, tallies, tuples, strict=True):
        assert trail == expected
        assert tuple(tally) == expected
        assert len(trail) == len(expected)
        assert [tally.count(item) for item in range(4)] == [expected.count(item) for item in range(4)]
        assert [item in tally for item in range(4)] == [item in expected for item in range(4)]


@given(st.lists(st.integers(), max_size=6), st.integers(-8, 8), st.integers(-8, 8))
def test_places_and_slices(items: list[int], begin: int, end: int) -> None:
    trail = Trail(items)
    trail.plus(99)
    assert trail[begin:end] == tuple(items[begin:end])
    assert trail[: -1 if end else None] == tuple(items[: -1 if end else None])
    if -len(items) <= begin < len(items):
        assert trail[begin] == items[begin]
    else:
        with pytest.raises(IndexError):
            trail[begin]
