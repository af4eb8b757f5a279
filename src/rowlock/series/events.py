"""What can happen in a series. A series is its events, in order; nothing else of it is ever stored."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from rowlock.rules.levels import Level
from rowlock.table.options import Milliseconds, Name, Number, Options, YesNo

System = Literal["round-robin", "swiss"]
MOST_ROUNDS = 12


@dataclass(frozen=True, slots=True)
class SeriesPlan:
    """What is agreed before anybody comes."""

    game: Annotated[str, Field(max_length=20)]
    size: Annotated[Number, Field(ge=2, le=10)] = 2
    """How many seats a table has at most."""
    system: System = "swiss"
    """Whoever has as many points meets; or everybody meets everybody."""
    rounds: Annotated[Number, Field(ge=1, le=MOST_ROUNDS)] = 4
    """How many there are, unless everybody meets everybody."""
    odd: Literal["bye"] | Level = "bye"
    """Whoever is left over pauses, and has the points of a win; or plays against a bot."""
    duplicate: YesNo = False
    """Do all tables of a round get the same dice?"""
    name: Name = ""
    options: Options = field(default_factory=Options)
    """Of every table."""


@dataclass(frozen=True, slots=True)
class SeriesOpened:
    """People may come now. `host` is the hash of the token of whoever leads through it."""

    at: Milliseconds
    series: str
    plan: SeriesPlan
    host: str
    secret: str
    """What the secrets of the dice of all rounds are made from."""
    type: Literal["series-opened"] = "series-opened"


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody takes part. In a game of teams they join this team; 0 is one of their own."""

    at: Milliseconds
    name: str
    token: str
    team: int = 0
    identity: str = ""
    """The hash of the key by which they are known, where tables are rated."""
    face: str = ""
    """How they want to be drawn, if at all."""
    type: Literal["joined"] = "joined"


@dataclass(frozen=True, slots=True)
class Teamed:
    """Somebody without a partner gets one when it begins."""

    at: Milliseconds
    person: int
    team: int
    type: Literal["teamed"] = "teamed"


@dataclass(frozen=True, slots=True)
class Gone:
    """Somebody takes no part from the next round on."""

    at: Milliseconds
    person: int
    type: Literal["gone"] = "gone"


@dataclass(frozen=True, slots=True)
class Back:
    """Somebody who had gone takes part again from the next round on."""

    at: Milliseconds
    person: int
    type: Literal["back"] = "back"


@dataclass(frozen=True, slots=True)
class Seating:
    """A table of a round, and which teams play at it; 0 is a bot."""

    table: str
    teams: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """The tables of a round are open. What was not finished of the round before counts as drawn."""

    at: Milliseconds
    tables: tuple[Seating, ...]
    byes: tuple[int, ...]
    of: int
    """How many rounds there will be."""
    type: Literal["round-begun"] = "round-begun"


@dataclass(frozen=True, slots=True)
class Finished:
    """The game at a table is over: the places of its teams and, where there are any, their points."""

    at: Milliseconds
    table: str
    places: tuple[int, ...]
    scores: tuple[int, ...] = ()
    type: Literal["finished"] = "finished"


@dataclass(frozen=True, slots=True)
class SeriesEnded:
    """No round follows."""

    at: Milliseconds
    type: Literal["series-ended"] = "series-ended"


Event = SeriesOpened | Joined | Teamed | Gone | Back | RoundBegun | Finished | SeriesEnded

_EVENT: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="type")])


def to_text(event: Event) -> str:
    """An event as it is stored."""
    return _EVENT.dump_json(event).decode()


def from_texts(texts: Iterable[str]) -> list[Event]:
    """Stored events."""
    return [_EVENT.validate_json(text) for text in texts]
