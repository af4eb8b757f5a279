"""Trails against tuples: whatever is prolonged, in whatever order, nothing that is there already changes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock.table.events import BotFailed
from rowlock.table.trail import Deed, Deeds, Tally, Trail


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


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 3)), max_size=40))
def test_deeds_are_found_by_their_command(steps: list[tuple[int, int]]) -> None:
    trails, lists = [Deeds()], [list[Deed]()]
    for number, (which, item) in enumerate(steps):
        place = which % len(lists)
        deed = Deed(f"1:{item}", BotFailed(number, 1), (number,), None)
        trails.append(trails[place].plus(deed))
        lists.append([*lists[place], deed])
    for trail, expected in zip(trails, lists, strict=True):
        assert list(trail) == expected
        for item in range(4):
            found = [deed for deed in expected if deed.command == f"1:{item}"]
            assert trail.under(f"1:{item}") == (found[0] if found else None)


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
