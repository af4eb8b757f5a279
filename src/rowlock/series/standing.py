"""How everybody stands, from the tables that are over.

A table gives one point to whoever leaves all others behind, none to whoever is behind all, and equal steps between;
who share a place share its points. A pause counts like a win. Equal points are told apart by what those whom one has
met have on average, then by how one did against those who are level with one, then by how far one's points in the game
were from the average of the table; then they share the place. The average, and not the sum, because tables may differ
in size, and who has paused has met fewer.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from rowlock.series.series import BOT_TEAM, Meeting, Round, Series


@dataclass(frozen=True, slots=True)
class Ranked:
    """A line of the standings."""

    team: int
    place: int
    points: Fraction
    opponents: Fraction
    """The average points of those whom it has met."""
    direct: Fraction
    """Won against those who have as much of both."""
    ahead: Fraction
    """How far its points in the games were from the average of the table, in all."""
    played: int
    byes: int


def standings(series: Series) -> list[Ranked]:
    """All teams, the best first."""
    played = {team for one in series.rounds for each in one.meetings for team in each.teams}
    paused = {team for one in series.rounds for team in one.byes}
    teams = tuple(team for team in series.teams if team in played | paused or team in series.present)
    return standings_of(teams, series.rounds)


def standings_of(teams: Sequence[int], rounds: Sequence[Round]) -> list[Ranked]:
    """The same from what was played. Who shares a place stands in the order in which they came."""
    meetings = [meeting for one in rounds for meeting in one.meetings if meeting.over]
    byes = {team: sum(team in one.byes for one in rounds) for team in teams}
    points = {
        team: byes[team] + sum((_points(meeting, team) for meeting in _of(meetings, team)), Fraction())
        for team in teams
    }
    opponents = {team: _average(points[other] for other in _met(meetings, team)) for team in teams}

    def level(team: int) -> tuple[Fraction, Fraction]:
        return points[team], opponents[team]

    direct = dict[int, Fraction]()
    order = sorted(teams, key=level, reverse=True)
    for _, some in groupby(order, level):
        equals = set(some)
        direct |= {team: _against(meetings, team, equals) for team in equals}
    ahead = {team: sum((_ahead(one, team) for one in _of(meetings, team)), Fraction()) for team in teams}
    worth = {team: (*level(team), direct[team], ahead[team]) for team in teams}
    order.sort(key=worth.__getitem__, reverse=True)
    return [
        Ranked(
            team=team,
            place=1 + sum(other > worth[team] for other in worth.values()),
            points=points[team],
            opponents=opponents[team],
            direct=direct[team],
            ahead=ahead[team],
            played=len(_of(meetings, team)),
            byes=byes[team],
        )
        for team in order
    ]


def _of(meetings: Iterable[Meeting], team: int) -> list[Meeting]:
    return [meeting for meeting in meetings if team in meeting.teams]


def _met(meetings: Iterable[Meeting], team: int) -> list[int]:
    """Whom it has met, once for each time; bots have no points."""
    return [
        other for meeting in _of(meetings, team) for other in meeting.teams if other not in (team, BOT_TEAM)
    ]


def _points(meeting: Meeting, team: int) -> Fraction:
    return _against([meeting], team, meeting.teams) / (len(meeting.teams) - 1)


def _against(meetings: Iterable[Meeting], team: int, others: Collection[int]) -> Fraction:
    """One for each of the others left behind, half of one for each level with it."""
    won = Fraction()
    for meeting in _of(meetings, team):
        places: Mapping[int, int] = dict(zip(meeting.teams, meeting.places, strict=True))
        for other, place in places.items():
            if other != team and other in others:
                won += Fraction(1 + (place > places[team]) - (place < places[team]), 2)
    return won


def _ahead(meeting: Meeting, team: int) -> Fraction:
    if not meeting.scores:
        return Fraction()
    own = meeting.scores[meeting.teams.index(team)]
    return own - Fraction(sum(meeting.scores), len(meeting.scores))


def _average(values: Iterable[Fraction]) -> Fraction:
    known = list(values)
    return sum(known, Fraction()) / len(known) if known else Fraction()
