"""What is agreed before a game begins."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

from pydantic import (
    Field,
    GetJsonSchemaHandler,
    SerializerFunctionWrapHandler,
    Strict,
    StringConstraints,
    model_serializer,
    model_validator,
)
from pydantic_core import CoreSchema

from rowlock.rules import GAMES, Refusal
from rowlock.rules.levels import Level

Milliseconds = int

# From outside, a number is a number and a yes is a yes: neither is guessed from a text.
Number = Annotated[int, Strict()]
YesNo = Annotated[bool, Strict()]

MOST_SEATS = max(seats for game in GAMES.values() for seats in game.seat_counts)


@dataclass(frozen=True, slots=True)
class Clock:
    """A limit for each decision, or for the whole game with an increment for each decision; in seconds."""

    per_move: Annotated[Number, Field(ge=1, le=86_400)] | None = None
    per_game: Annotated[Number, Field(ge=1, le=86_400)] | None = None
    increment: Annotated[Number, Field(ge=0, le=3_600)] = 0


@dataclass(frozen=True, slots=True)
class Options:
    """The agreements of a table; every one has a default that suits a family."""

    first: Literal["random", "first-six"] | Annotated[Number, Field(ge=1)] = "random"
    """Who begins: anyone, the first to roll a six, or whoever sat down in this seat."""
    symbols: Literal["seated", "random"] = "seated"
    """Who plays which symbol: as they sit (odd seats the crosses), or as chance has it; then all move one seat on."""
    clock: Clock | None = None
    repetition: YesNo = True
    """House rule: a position that is there for the third time with the same player to move is a draw."""
    team_talk: YesNo = True
    """May partners send each other phrases that the others don't see?"""
    dice: Literal["server", "real"] = "server"
    """Made by the server, or rolled by the people at the table and tapped in."""
    public: YesNo = False
    """Listed for everyone, or known only to those who have the link."""
    auto_pass: YesNo = True
    """A seat with nothing to decide isn't asked."""
    grace: Annotated[Number, Field(ge=0, le=86_400)] = 60
    """After so many seconds of absence a bot may take over a seat."""
    chosen: Mapping[str, Number] = field(default_factory=dict)
    """What the game itself lets choose, by the names of its options. In a message it stands among the others."""

    def of(self, game: str) -> Options:
        """The same, with what this game lets choose and nothing of other games: its default where nothing was said."""
        own = GAMES[game].options
        return replace(self, chosen={name: self.chosen.get(name, values[0]) for name, values in own.items()})

    @model_validator(mode="before")
    @classmethod
    def _gather(cls, told: Any) -> Any:
        """The options of a game are put together, and no others under that name."""
        if not isinstance(told, dict):
            return told
        known = game_options()
        chosen = {name: value for name, value in told.items() if name in known}
        rest = {name: value for name, value in told.items() if name not in known}
        if "chosen" in rest:
            raise ValueError("there is no option 'chosen'")
        return rest | {"chosen": chosen}

    # What it returns is not annotated, because pydantic would describe just that in the schema.
    @model_serializer(mode="wrap")
    def _spread(self, dump: SerializerFunctionWrapHandler):  # type: ignore[no-untyped-def]
        told = dump(self)
        return told | told.pop("chosen")

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        told = handler(schema)
        properties = handler.resolve_ref_schema(told)["properties"]
        del properties["chosen"]
        for name, values in game_options().items():
            limits = {"minimum": min(values), "maximum": max(values)}
            properties[name] = {"title": name.title(), "type": "integer", **limits}
        return told


def game_options() -> dict[str, set[int]]:
    """The options of all games, with the values that any of them takes."""
    options: dict[str, set[int]] = {}
    for game in GAMES.values():
        for name, values in game.options.items():
            options.setdefault(name, set()).update(values)
    return options


Name = Annotated[str, StringConstraints(max_length=200)]


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """A seat as it is asked for: a person of this browser, a bot, or open to whoever has the link."""

    kind: Literal["human", "bot", "open"]
    name: Name = ""
    level: Level = "medium"


def clean_name(name: str, seat: int) -> str:
    """A name as it may be shown: one line, no control or direction characters, at most 30 characters."""
    visible = "".join(
        " " if character.isspace() else character
        for character in unicodedata.normalize("NFC", name)
        if unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Co", "Cn") or character == "\n"
    )
    return " ".join(visible.split())[:30].strip() or f"Player {seat}"


def check_plan(game: str, seats: tuple[SeatPlan, ...], options: Options) -> None:
    """Raises `Refusal` if no such table can be."""
    if game not in GAMES:
        raise Refusal("unknown-game", f"there is no game {game!r}")
    counts = GAMES[game].seat_counts
    if len(seats) not in counts:
        low, high = counts[0], counts[-1]
        wanted, players = (f"{low} to {high}", f"{low}–{high}") if low < high else (str(low), str(low))
        raise Refusal("seat-count", f"{game} is for {wanted} seats", low=low, high=high, players=players)
    if isinstance(options.first, int) and options.first > len(seats):
        raise Refusal("no-such-seat", f"there is no seat {options.first} to begin", seat=options.first)
    for name, value in options.chosen.items():
        if value not in GAMES[game].options.get(name, ()):
            raise Refusal("malformed", f"{game} has no {name} {value}", place=f"options.{name}")
    if options.dice == "real" and not GAMES[game].dice:
        raise Refusal("malformed", f"{game} is played without dice", place="options.dice")
    clock = options.clock
    if clock and (clock.per_move is None) == (clock.per_game is None):
        raise Refusal("clock", "a clock limits either each move or the whole game")
    if clock and clock.per_move and clock.increment:
        raise Refusal("clock", "an increment belongs to a clock for the whole game")
    if clock and options.dice == "real":
        raise Refusal("clock", "real dice take the time they take: no clock with them")
    if options.dice == "real" and all(plan.kind == "bot" for plan in seats):
        raise Refusal("nobody-rolls", "real dice need somebody who rolls them")
