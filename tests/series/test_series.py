"""A series as a whole, without a server: who may come, what a round is, and who pauses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rowlock.rules import Refusal
from rowlock.series import decide
from rowlock.series.events import Event, SeriesPlan, from_texts, to_text
from rowlock.series.series import Series, apply, replay
from rowlock.series.standing import standings
from rowlock.table.options import Options


class Evening:
    """A series to which things happen; all its events are kept as they would be stored."""

    def __init__(self, people: int, **plan: Any) -> None:
        opened = decide.open_series("s", SeriesPlan(**{"game": "quixo", **plan}), "host", "00" * 32, 0)
        self.texts = [to_text(event) for event in opened]
        self.series = replay(opened)
        for number in range(1, people + 1):
            self.does(decide.join(self.series, f"P{number}", f"token{number}", 0, 1))

    def does(self, events: Sequence[Event]) -> None:
        self.series = reduce(apply, events, self.series)
        self.texts += [to_text(event) for event in events]

    def begin(self) -> list[tuple[int, ...]]:
        names = [f"t{self.series.revision}-{number}" for number in range(32)]
        self.does(decide.next_round(self.series, names, 2))
        return [meeting.teams for meeting in self.series.rounds[-1].meetings]

    def finish(self, table: str, places: tuple[int, ...], scores: tuple[int, ...] = ()) -> None:
        self.does(decide.finish(self.series, table, places, scores, 3))


def refused(code: str) -> Any:
    return pytest.raises(Refusal, check=lambda refusal: refusal.code == code)


@settings(max_examples=25)
@given(st.integers(3, 12), st.sampled_from(["swiss", "round-robin"]), st.data())
def test_evenings_by_chance(people: int, system: Any, data: st.DataObject) -> None:
    game, size = data.draw(st.sampled_from([("quixo", 2), ("qwixx", 3), ("qwixx", 5), ("quixo4", 4)]))
    odd = data.draw(st.sampled_from(["bye", "easy"]))
    evening = Evening(people, game=game, size=size, system=system, odd=odd, rounds=3)
    while not evening.series.of or len(evening.series.rounds) < evening.series.of:
        for teams in evening.begin():
            seats = evening.series.seats(teams)
            assert len(seats) <= size
            assert len({seat for seat in seats if seat}) == len([seat for seat in seats if seat])
        if data.draw(st.booleans()) and len(evening.series.present) > 3:
            evening.does(decide.go(evening.series, data.draw(st.integers(1, people)), 2))
        if data.draw(st.booleans()):
            evening.does(decide.come_back(evening.series, data.draw(st.integers(1, people)), 2))
        for table in evening.series.unfinished:
            places = data.draw(st.permutations(range(1, size + 1)))
            evening.finish(table, tuple(places))
            evening.finish(table, tuple(places))  # a second time changes nothing
        assert evening.series.rounds[-1].over
    with refused("game-over"):
        evening.begin()
    evening.does(decide.end(evening.series, 9))
    assert decide.end(evening.series, 9) == []
    assert evening.series.status == "over"
    assert replay(from_texts(evening.texts)) == evening.series
    lines = standings(evening.series)
    assert [line.place for line in lines] == sorted(line.place for line in lines)


def test_whoever_goes_is_not_paired_any_more() -> None:
    evening = Evening(4, rounds=3)
    evening.begin()
    one, other = evening.series.unfinished
    here = [evening.series.plays_at(person) for person in (1, 2, 3, 4)]
    assert here == [(one, 1), (one, 2), (other, 1), (other, 2)]
    evening.does(decide.go(evening.series, 4, 2))
    assert decide.go(evening.series, 4, 2) == []
    assert evening.series.plays_at(4) == (other, 2)  # the game that has begun is still played
    for table in evening.series.unfinished:
        evening.finish(table, (1, 2))
    assert 4 not in {team for teams in evening.begin() for team in teams}
    assert len(evening.series.rounds[-1].byes) == 1
    evening.does(decide.join(evening.series, "late", "token5", 0, 3))
    assert evening.series.present == (1, 2, 3, 5)

    # They come back with the points that they had.
    evening.does(decide.come_back(evening.series, 4, 3))
    assert decide.come_back(evening.series, 4, 3) == []
    assert evening.series.plays_at(4) is None  # not before the next round
    for table in evening.series.unfinished:
        evening.finish(table, (1, 2))
    assert 4 in {team for teams in evening.begin() for team in teams}
    assert next(line.played for line in standings(evening.series) if line.team == 4) == 1


def test_who_can_not_come_back() -> None:
    evening = Evening(3, rounds=2)
    evening.does(decide.go(evening.series, 1, 1))
    evening.does(decide.join(evening.series, evening.series.people[0].name, "token4", 0, 1))
    with refused("name-taken"):
        decide.come_back(evening.series, 1, 1)
    with refused("no-such-seat"):
        decide.come_back(evening.series, 9, 1)
    evening.does(decide.go(evening.series, 2, 1))
    evening.does(decide.end(evening.series, 2))
    with refused("seats-fixed"):
        decide.come_back(evening.series, 2, 2)


def test_a_round_robin_goes_on_when_somebody_goes() -> None:
    evening = Evening(4, system="round-robin")
    assert evening.begin() == [(1, 4), (2, 3)]
    assert evening.series.of == 3
    with refused("seats-fixed"):
        decide.join(evening.series, "late", "token5", 0, 3)
    evening.does(decide.go(evening.series, 2, 2))
    assert evening.begin() == [(3, 1)]
    assert evening.series.rounds[-1].byes == (4,)


def test_what_is_not_finished_is_drawn() -> None:
    evening = Evening(4, rounds=2)
    evening.begin()
    evening.finish(evening.series.unfinished[0], (1, 2))
    left = evening.series.unfinished[0]
    evening.begin()
    assert [meeting.places for meeting in evening.series.rounds[0].meetings] == [(1, 2), (1, 1)]
    assert decide.finish(evening.series, left, (1, 2), (), 3) == []


def test_teams() -> None:
    evening = Evening(1, game="quixo4", size=4)
    evening.does(decide.join(evening.series, "B", "b", 1, 1))
    with refused("seat-taken"):
        decide.join(evening.series, "C", "c", 1, 1)
    for name in "CDE":
        evening.does(decide.join(evening.series, name, name, 0, 1))
    # C and D came without a partner; E stays alone, and plays with a bot.
    assert evening.begin() in ([(1, 2)], [(1, 4)], [(2, 4)])
    assert dict(evening.series.teams) == {1: (1, 2), 2: (3, 4), 4: (5,)}
    assert evening.series.seats((1, 2)) == (1, 3, 2, 4)
    places = [
        evening.series.plays_at(person)
        for meeting in evening.series.rounds[0].meetings
        for person in (1, 2, 3, 4)
    ]
    assert [place and place[1] for place in places] in ([1, 3, 2, 4], [1, 3, None, None], [None, None, 1, 3])
    plans, tokens, _ = zip(*decide.seat_plans(evening.series, (1, 4)), strict=True)
    assert [plan.kind for plan in plans] == ["human", "human", "human", "bot"]
    assert tokens == ("token1", "E", "b", "")


def test_refusals() -> None:
    with refused("seat-count"):
        Evening(2).begin()
    with refused("seat-count"):
        Evening(0, game="quixo", size=3)
    with refused("unknown-game"):
        Evening(0, game="chess")
    for wrong in (
        {"duplicate": True},
        {"options": Options(symbols="random")},
        {"options": Options(first=2)},
        {"game": "qwixx", "duplicate": True, "options": Options(dice="real")},
    ):
        with refused("malformed"):
            Evening(0, **wrong)
    evening = Evening(32)
    with refused("too-many"):
        decide.join(evening.series, "one more", "x", 0, 1)
    with refused("name-taken"):
        decide.join(Evening(3).series, "p2", "x", 0, 1)
    with refused("no-such-seat"):
        decide.go(evening.series, 33, 1)


def test_the_secrets_of_rounds_differ() -> None:
    series: Series = Evening(3).series
    assert len({series.round_secret(number) for number in range(1, 13)}) == 12
