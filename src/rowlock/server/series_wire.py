"""The messages about a series."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rowlock.rules.levels import Level
from rowlock.series.events import System
from rowlock.server.socket_wire import Pong
from rowlock.server.wire import Key, Message, Token
from rowlock.table.options import Face, Name, Number, Options, YesNo

SeriesId = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{1,32}$")]


class JoinSeries(Message):
    """Who takes part; in a game of teams, in which team, or 0 for one of their own."""

    name: Name = ""
    team: Annotated[Number, Field(ge=0, le=100)] = 0
    key: Key = ""
    """By which they are known, where tables are rated."""
    face: Face = ""


class BeginRound(Message):
    """Which round is to begin: so that asking twice begins one."""

    round: Annotated[Number, Field(ge=1, le=100)]
    call_off: YesNo = False
    """Where it is still played, it is called off, and counts as drawn."""


class OpenedSeries(Message):
    """A series that is there now, and the token of whoever leads through it."""

    id: str
    token: Token


class JoinedSeries(Message):
    """A person's number, and their token: for the series, and for their seats at all its tables."""

    person: int
    token: Token


class PersonView(Message):
    """Somebody who takes part."""

    person: int
    name: str
    face: str
    team: int
    gone: bool


class MeetingView(Message):
    """A table of a round, the teams that meet there, 0 being a bot; and how it ended."""

    table: str
    teams: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]


class RoundView(Message):
    """A round, who pauses in it, and its dice if all its tables have the same."""

    round: int
    meetings: tuple[MeetingView, ...]
    byes: tuple[int, ...]
    over: bool
    commitment: str | None
    secret: str | None
    """Told when all its games are over."""


class StandingView(Message):
    """A line of the standings; whoever shares a place is level in everything."""

    place: int
    team: int
    points: float
    opponents: float
    """What those whom it met have on average."""
    direct: float
    """Won against those who have as much of both."""
    ahead: float
    """Points in the games above the average of the table."""
    played: int
    byes: int


class SeriesView(Message):
    """A series as somebody may see it."""

    id: str
    name: str
    game: str
    size: int
    system: System
    odd: Literal["bye"] | Level
    duplicate: bool
    options: Options
    status: Literal["gathering", "running", "over"]
    revision: int
    team_size: int
    people: tuple[PersonView, ...]
    rounds: tuple[RoundView, ...]
    planned: int
    """How many rounds there will be, as far as that is known."""
    next_commitment: str | None
    """To the dice of the next round."""
    standings: tuple[StandingView, ...]
    host: bool
    """Do you lead through it?"""
    you: int | None
    """Which person you are."""
    table: str | None
    """Where you play now."""
    seat: int | None
    """And in which seat."""


class SeriesTold(Message):
    """How a series stands now: the first word of its socket, and the word after every change."""

    type: Literal["series"] = "series"
    series: SeriesView


FromSeries = Annotated[SeriesTold | Pong, Field(discriminator="type")]
