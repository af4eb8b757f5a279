"""One series, as its events made it."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Literal

from rowlock.rules import GAMES
from rowlock.series.events import (
    Back,
    Event,
    Finished,
    Gone,
    Joined,
    RoundBegun,
    SeriesEnded,
    SeriesOpened,
    SeriesPlan,
    Teamed,
)
from rowlock.table.options import Milliseconds

BOT_TEAM = 0
"""Who sits where nobody is left."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who takes part; numbered from 1 in the order in which they came."""

    name: str
    token: str
    """The hash of their token, which is also that of their seats."""
    team: int
    identity: str = ""
    """The hash of the key by which they are known."""
    last: int | None = None
    """The last round in which somebody who has gone takes part."""
    face: str = ""
    """How they want to be drawn, if at all."""

    @property
    def gone(self) -> bool:
        """Do they take no part from the next round on?"""
        return self.last is not None


@dataclass(frozen=True, slots=True)
class Meeting:
    """A table, the teams at it, and how it ended."""

    table: str
    teams: tuple[int, ...]
    places: tuple[int, ...] = ()
    """Empty until it is over."""
    scores: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """Does it count?"""
        return bool(self.places)


@dataclass(frozen=True, slots=True)
class Round:
    """Tables at the same time."""

    meetings: tuple[Meeting, ...]
    byes: tuple[int, ...]

    @property
    def over(self) -> bool:
        """Are all its games?"""
        return all(meeting.over for meeting in self.meetings)


@dataclass(frozen=True, slots=True)
class Series:
    """Everything that follows from a series' events. Never changes; `apply` returns the next one."""

    id: str
    plan: SeriesPlan
    host: str
    secret: str
    opened_at: Milliseconds
    changed_at: Milliseconds
    revision: int = 1
    people: tuple[Person, ...] = ()
    rounds: tuple[Round, ...] = ()
    of: int = 0
    """How many rounds there will be; 0 before the first one."""
    ended: bool = False

    @property
    def status(self) -> Literal["gathering", "running", "over"]:
        """May one still come, is it played, or is it over?"""
        if self.ended:
            return "over"
        return "running" if self.rounds else "gathering"

    @property
    def team_size(self) -> int:
        """How many people win and lose together."""
        return team_size(self.plan.game)

    @property
    def teams(self) -> Mapping[int, tuple[int, ...]]:
        """The people of each team, whether they are still there or not."""
        found: dict[int, tuple[int, ...]] = {}
        for number, person in enumerate(self.people, 1):
            found[person.team] = (*found.get(person.team, ()), number)
        return dict(sorted(found.items()))

    @property
    def present(self) -> tuple[int, ...]:
        """The teams of whom anybody is still there."""
        return tuple(sorted({person.team for person in self.people if not person.gone}))

    @property
    def meetings(self) -> tuple[Meeting, ...]:
        """All that is over, in order."""
        return tuple(meeting for one in self.rounds for meeting in one.meetings if meeting.over)

    @property
    def unfinished(self) -> tuple[str, ...]:
        """The tables of the last round where it is still played."""
        last = self.rounds[-1].meetings if self.rounds and not self.ended else ()
        return tuple(meeting.table for meeting in last if not meeting.over)

    def holder(self, token: str) -> int | None:
        """Whose (hashed) token this is."""
        for number, person in enumerate(self.people, 1):
            if token and person.token == token:
                return number
        return None

    def plays_at(self, person: int) -> tuple[str, int] | None:
        """At which table, and in which seat, somebody plays now."""
        who = self.people[person - 1]
        if not self.rounds or (who.last is not None and who.last < len(self.rounds)):
            return None
        place = self.teams[who.team].index(person)
        for meeting in self.rounds[-1].meetings:
            if who.team in meeting.teams and not meeting.over:
                return meeting.table, place * len(meeting.teams) + meeting.teams.index(who.team) + 1
        return None

    def seats(self, teams: Sequence[int]) -> tuple[int, ...]:
        """Who sits in which seat where these teams meet: one after the other, as often as a team has people; 0 is a
        bot."""
        known = self.teams

        def who(team: int, place: int) -> int:
            people = known.get(team, ())
            here = place < len(people) and not self.people[people[place] - 1].gone
            return people[place] if here else BOT_TEAM

        return tuple(who(team, place) for place in range(self.team_size) for team in teams)

    def round_secret(self, number: int) -> str:
        """The secret of the dice of a round; what is told of one says nothing of the others."""
        return hmac.digest(bytes.fromhex(self.secret), f"round {number}".encode(), "sha256").hex()

    def dice(self, number: int) -> str:
        """The name of the dice that all tables of a round have."""
        return f"{self.id}-{number}"


def team_size(game: str) -> int:
    """How many people win and lose together in a series of this game."""
    rules = GAMES[game]
    return rules.seat_counts[0] // 2 if rules.two_sides else 1


def replay(events: Iterable[Event]) -> Series:
    """The series that these events made; the first of them opened it."""
    opened, *rest = events
    if not isinstance(opened, SeriesOpened):
        raise TypeError(f"a series begins with its opening, not with {opened}")
    plan = opened.plan
    begun = Series(
        opened.series,
        replace(plan, options=plan.options.of(plan.game)),
        opened.host,
        opened.secret,
        opened.at,
        opened.at,
    )
    return reduce(apply, rest, begun)


def apply(series: Series, event: Event) -> Series:
    """The series after one more event."""
    return replace(_applied(series, event), revision=series.revision + 1, changed_at=event.at)


def _applied(series: Series, event: Event) -> Series:
    match event:
        case Joined():
            team = event.team or max((person.team for person in series.people), default=0) + 1
            return replace(
                series,
                people=(
                    *series.people,
                    Person(event.name, event.token, team, event.identity, face=event.face),
                ),
            )
        case Teamed():
            return _person(series, event.person, replace(series.people[event.person - 1], team=event.team))
        case Gone():
            person = series.people[event.person - 1]
            return _person(series, event.person, replace(person, last=len(series.rounds)))
        case Back():
            return _person(series, event.person, replace(series.people[event.person - 1], last=None))
        case RoundBegun():
            meetings = tuple(Meeting(seating.table, seating.teams) for seating in event.tables)
            rounds = (*map(_called_off, series.rounds), Round(meetings, event.byes))
            return replace(series, rounds=rounds, of=event.of)
        case Finished():
            return replace(series, rounds=tuple(_finished(one, event) for one in series.rounds))
        case SeriesEnded():
            return replace(series, rounds=tuple(map(_called_off, series.rounds)), ended=True)
        case SeriesOpened():
            return series


def _person(series: Series, number: int, person: Person) -> Series:
    return replace(series, people=(*series.people[: number - 1], person, *series.people[number:]))


def _finished(one: Round, event: Finished) -> Round:
    meetings = tuple(
        replace(meeting, places=event.places, scores=event.scores)
        if meeting.table == event.table and not meeting.over
        else meeting
        for meeting in one.meetings
    )
    return replace(one, meetings=meetings)


def _called_off(one: Round) -> Round:
    """What was not finished is drawn."""
    meetings = tuple(
        meeting if meeting.over else replace(meeting, places=(1,) * len(meeting.teams))
        for meeting in one.meetings
    )
    return replace(one, meetings=meetings)
