"""Who meets whom: nobody twice in a round, everybody once in a round robin, and as few as can be again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rowlock.series.pairing import Group, circle, groups, met_in, sizes, swiss


def check_round(teams: int, tables: list[Group], byes: tuple[int, ...]) -> None:
    """Everybody is there, and only once."""
    seated = [team for group in tables for team in group]
    assert sorted((*seated, *byes)) == list(range(1, teams + 1))


@pytest.mark.parametrize("teams", range(3, 33))
def test_round_robin_meets_everybody_once(teams: int) -> None:
    met, paused, began = Counter[frozenset[int]](), Counter[int](), Counter[int]()
    rounds = teams - 1 + teams % 2
    for number in range(1, rounds + 1):
        tables, byes = circle(range(1, teams + 1), number)
        check_round(teams, tables, byes)
        met += met_in(tables)
        paused.update(byes)
        began.update(pair[0] for pair in tables)
    assert met == Counter({frozenset(pair): 1 for pair in combinations(range(1, teams + 1), 2)})
    assert set(paused.values()) == ({1} if teams % 2 else set())
    assert max(began.values()) - min(began.values()) <= teams // 2


@given(st.integers(3, 32), st.randoms(use_true_random=False), st.integers(1, 12))
def test_swiss_pairs_everybody_once_and_pauses_fairly(teams: int, chance: object, rounds: int) -> None:
    met, paused = Counter[frozenset[int]](), Counter[int]()
    order = list(range(1, teams + 1))
    for _ in range(rounds):
        chance.shuffle(order)  # type: ignore[attr-defined]
        tables, byes = swiss(order, met, paused)
        check_round(teams, tables, byes)
        met += met_in(tables)
        paused.update(byes)
        assert len(byes) == teams % 2
        counts = [paused[team] for team in order]
        assert max(counts) - min(counts) <= 1


def all_pairs(order: tuple[int, ...]) -> Iterator[list[Group]]:
    """Every way to make pairs."""
    if not order:
        yield []
        return
    for place in range(1, len(order)):
        for rest in all_pairs((*order[1:place], *order[place + 1 :])):
            yield [(order[0], order[place]), *rest]


@given(st.sampled_from([4, 6, 8]), st.lists(st.tuples(st.integers(1, 8), st.integers(1, 8)), max_size=20))
def test_nobody_meets_again_who_need_not(teams: int, past: list[tuple[int, int]]) -> None:
    met = met_in([pair for pair in past if pair[0] != pair[1]])
    order = tuple(range(1, teams + 1))

    def again(tables: list[Group]) -> int:
        return sum(met[frozenset(pair)] for pair in tables)

    tables, _ = swiss(order, met, {})
    assert again(tables) == min(map(again, all_pairs(order)))


def test_without_a_past_neighbours_meet() -> None:
    assert swiss((5, 3, 1, 2, 4), {}, {4: 1}) == ([(5, 3), (1, 4)], (2,))


@given(st.integers(3, 32), st.integers(3, 5))
def test_tables_are_as_few_and_as_equal_as_can_be(teams: int, most: int) -> None:
    found = sizes(teams, most)
    assert sum(found) == teams
    assert len(found) == -(-teams // most)
    assert max(found) <= most
    assert min(found) >= 2
    assert max(found) - min(found) <= 1


@pytest.mark.parametrize("by_points", [False, True])
@pytest.mark.parametrize("teams, most", [(9, 3), (7, 4), (16, 4), (20, 5), (32, 4)])
def test_tables_of_several_seldom_meet_again(teams: int, most: int, by_points: bool) -> None:
    met = Counter[frozenset[int]]()
    for number in range(1, 5):
        tables = groups(range(1, teams + 1), most, met, by_points=by_points, seed=number)
        check_round(teams, tables, ())
        met += met_in(tables)
    possible = teams * (teams - 1) // 2
    assert len(met) >= min(0.8 * possible, 0.85 * met.total())


def test_nine_in_threes_all_meet() -> None:
    met = Counter[frozenset[int]]()
    for number in range(1, 5):
        met += met_in(groups(range(1, 10), 3, met, by_points=False, seed=number))
    assert len(met) == 36
