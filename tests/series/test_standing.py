"""The standings, and the same worked out a second time with plain loops."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from rowlock.series.series import Meeting, Round
from rowlock.series.standing import standings_of


def naive(teams: int, rounds: list[Round]) -> list[tuple[int, int, Fraction]]:
    """Place, team and points of all, in order."""
    points = [Fraction(0)] * (teams + 1)
    opponents: list[list[int]] = [[] for _ in range(teams + 1)]
    ahead = [Fraction(0)] * (teams + 1)
    duels: list[tuple[int, int, Fraction]] = []
    for one in rounds:
        for team in one.byes:
            points[team] += 1
        for meeting in one.meetings:
            n = len(meeting.teams)
            for i in range(n):
                me = meeting.teams[i]
                for j in range(n):
                    if i == j:
                        continue
                    won = Fraction(0)
                    if meeting.places[i] < meeting.places[j]:
                        won = Fraction(1)
                    elif meeting.places[i] == meeting.places[j]:
                        won = Fraction(1, 2)
                    points[me] += won / (n - 1)
                    duels.append((me, meeting.teams[j], won))
                    if meeting.teams[j]:
                        opponents[me].append(meeting.teams[j])
                if meeting.scores:
                    ahead[me] += meeting.scores[i] - Fraction(sum(meeting.scores), n)
    strength = [
        sum((points[o] for o in met), Fraction(0)) / len(met) if met else Fraction(0) for met in opponents
    ]
    strength_of_bot, points[0] = strength[0], Fraction(-1)
    assert strength_of_bot >= 0
    lines = []
    for me in range(1, teams + 1):
        level = {t for t in range(1, teams + 1) if (points[t], strength[t]) == (points[me], strength[me])}
        direct = sum((won for one, other, won in duels if one == me and other in level), Fraction(0))
        lines.append((points[me], strength[me], direct, ahead[me], me))
    ranked = sorted(lines, key=lambda line: (-line[0], -line[1], -line[2], -line[3], line[4]))
    return [(1 + sum(other[:4] > line[:4] for other in ranked), line[4], line[0]) for line in ranked]


@st.composite
def evenings(draw: st.DrawFn) -> tuple[int, list[Round]]:
    teams = draw(st.integers(3, 7))
    rounds = []
    for _ in range(draw(st.integers(0, 4))):
        left = list(draw(st.permutations(range(1, teams + 1))))
        meetings: list[Meeting] = []
        while len(left) > 1:
            size = min(len(left), draw(st.integers(2, 4)))
            group, left = left[:size], left[size:]
            if size == 2 and draw(st.booleans()):
                left.append(group.pop())
                group.append(0)
            scores = tuple(draw(st.lists(st.integers(-20, 90), min_size=len(group), max_size=len(group))))
            places = tuple(1 + sum(other > score for other in scores) for score in scores)
            meetings.append(
                Meeting(f"t{len(meetings)}", tuple(group), places, scores if draw(st.booleans()) else ())
            )
            if 0 in group:
                break
        rounds.append(Round(tuple(meetings), tuple(left)))
    return teams, rounds


@given(evenings())
def test_like_the_naive_ones(evening: tuple[int, list[Round]]) -> None:
    teams, rounds = evening
    found = standings_of(range(1, teams + 1), rounds)
    assert [(line.place, line.team, line.points) for line in found] == naive(teams, rounds)


def pair(one: int, other: int, places: tuple[int, int], scores: tuple[int, ...] = ()) -> Meeting:
    return Meeting(f"{one}{other}", (one, other), places, scores)


def test_what_tells_equals_apart() -> None:
    # All have won once; 1 beat 2, 2 beat 3, 3 beat 1: the points in the games decide.
    rounds = [
        Round((pair(1, 2, (1, 2), (50, 40)),), (3,)),
        Round((pair(2, 3, (1, 2), (90, 30)),), (1,)),
        Round((pair(1, 3, (2, 1), (60, 61)),), (2,)),
    ]
    lines = standings_of((1, 2, 3), rounds)
    assert [(line.team, line.place) for line in lines] == [(2, 1), (1, 2), (3, 3)]
    assert {line.points for line in lines} == {Fraction(2)}
    assert {line.direct for line in lines} == {Fraction(1)}
    assert [line.ahead for line in lines] == [25, Fraction(9, 2), Fraction(-59, 2)]


def test_whoever_met_the_better_ones_is_ahead() -> None:
    rounds = [
        Round((pair(1, 2, (1, 2)), pair(3, 4, (1, 2))), ()),
        Round((pair(1, 3, (1, 2)), pair(2, 4, (1, 2))), ()),
    ]
    lines = standings_of((1, 2, 3, 4), rounds)
    assert [(line.team, line.place) for line in lines] == [(1, 1), (2, 2), (3, 2), (4, 4)]
    assert lines[1].opponents == 1
