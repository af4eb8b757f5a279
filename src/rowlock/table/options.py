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

from rowlock.rules import GAMES, Game, Refusal
from rowlock.rules.games import check_game
from rowlock.rules.levels import BOT, Level
from rowlock.table import days

Milliseconds = int

# From outside, a number is a number and a yes is a yes: neither is guessed from a text.
Number = Annotated[int, Strict()]
YesNo = Annotated[bool, Strict()]
Word = Annotated[str, StringConstraints(strict=True, max_length=300)]

MOST_SEATS = max(seats for game in GAMES.values() for seats in game.seat_counts)


@dataclass(frozen=True, slots=True)
class Clock:
    """A limit for each decision, or for the whole game with an increment for each decision; in seconds."""

    per_move: Annotated[Number, Field(ge=1, le=14 * 86_400)] | None = None
    """Up to fourteen days, for games that go on beside everything else."""
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
    open_decisions: YesNo = False
    """People who share a device look at one screen while all decide; otherwise it goes from hand to hand."""
    team_talk: YesNo = True
    """May partners send each other phrases that the others don't see?"""
    dice: Literal["server", "real", "none"] = "server"
    """Made by the server; or rolled by the people at the table and tapped in; or told to nobody, while everybody keeps
    their own sheet."""
    day: Annotated[str, StringConstraints(max_length=10)] | None = None
    """The server's dice are those of this day, the same for everybody everywhere; then one plays alone."""
    public: YesNo = False
    """Listed for everyone, or known only to those who have the link."""
    rated: YesNo = False
    """Does it count for the ratings of its people, where all of them are known by a key?"""
    language: Annotated[str, StringConstraints(max_length=2)] = "en"
    """In which links to this table are told to those who have not opened them yet."""
    auto_pass: YesNo = True
    """A seat with nothing to decide isn't asked."""
    grace: Annotated[Number, Field(ge=0, le=86_400)] = 60
    """After so many seconds without a connection a bot may take over a seat; of somebody who has left, at once."""
    chosen: Mapping[str, Number | Word] = field(default_factory=dict)
    """What the game itself lets choose, by the names of its options. In a message it stands among the others."""

    def of(self, game: str) -> Options:
        """The same, with what this game lets choose and nothing of other games: its default where nothing was said."""
        rules = rules_of(game, self)
        numbers = {name: self.chosen.get(name, values[0]) for name, values in rules.options.items()}
        told = {name: read(str(self.chosen.get(name, ""))) for name, read in rules.words.items()}
        return replace(self, chosen=numbers | {name: word for name, word in told.items() if word})

    @model_validator(mode="before")
    @classmethod
    def _gather(cls, told: Any) -> Any:
        """The options of a game are put together, and no others under that name."""
        if not isinstance(told, dict):
            return told
        words = game_words()
        known = {*game_options(), *words}
        chosen = {name: value for name, value in told.items() if name in known}
        for name, value in chosen.items():
            if type(value) is not (str if name in words else int):
                raise ValueError(f"{name} is told in a {'word' if name in words else 'number'}")
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
        for name in game_words():
            properties[name] = {"title": name.title(), "type": "string", "maxLength": 300}
        return told


def game_options() -> dict[str, set[int]]:
    """The options of all games, with the values that any of them takes."""
    options: dict[str, set[int]] = {}
    for game in GAMES.values():
        for one in (game, game.by_hand or game):
            for name, values in one.options.items():
                options.setdefault(name, set()).update(values)
    return options


def game_words() -> set[str]:
    """The options of all games that are told in a word."""
    return {name for game in GAMES.values() for name in game.words}


def rules_of(game: str, options: Options) -> Game:
    """The game that is played under these options: where nobody tells the dice, it is kept score of by hand."""
    return (options.dice == "none" and GAMES[game].by_hand) or GAMES[game]


Name = Annotated[str, StringConstraints(max_length=200)]
Face = Annotated[str, StringConstraints(pattern="^((cat|dog|bear|rabbit|fox|owl|frog|fish)-[1-6])?$")]
"""A drawn figure and the number of its colour, by which others know somebody at a glance; empty for none."""


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """A seat as it is asked for: a person of this browser, a bot, or open to whoever has the link."""

    kind: Literal["human", "bot", "open"]
    name: Name = ""
    level: Level = "medium"
    face: Face = ""


EMPTY = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Letters and signs that show nothing."""
JOINER, NON_JOINER, AS_A_PICTURE = "\u200d", "\u200c", "\ufe0f"
MOST_ACCENTS = 2
"""On one letter. Some languages need two; more of them reach into the lines above and below."""


def clean_name(name: str, seat: int) -> str:
    """A name as it may be shown: one line, nothing invisible, no heaps of accents, at most 30 characters."""
    shown, accents = "", 0
    whole = unicodedata.normalize("NFC", name)
    for character, following in zip(whole, whole[1:] + " ", strict=False):
        kind = unicodedata.category(character)
        accents = accents + 1 if kind in ("Mn", "Me") else 0
        if character.isspace():
            shown += " "
        elif _joins(shown[-1:], character, following) or (
            kind not in ("Cc", "Cf", "Cs", "Co", "Cn") and character not in EMPTY and accents <= MOST_ACCENTS
        ):
            shown += character
    return " ".join(shown.split())[:30].strip().rstrip(JOINER + NON_JOINER) or f"Player {seat}"


def _joins(before: str, character: str, following: str) -> bool:
    """Does a joiner change what is seen: several pictures into one, or how Arabic letters hang together? Elsewhere it
    would only make two names that look the same."""
    if character == JOINER and before and unicodedata.category(following) == "So":
        return before == AS_A_PICTURE or unicodedata.category(before) in ("So", "Sk")
    around = [unicodedata.bidirectional(letter) for letter in before + following]
    return character == NON_JOINER and around == ["AL", "AL"]


def persons_name(name: str, seat: int) -> str:
    """The same for somebody who sits down: nobody passes for a bot."""
    clean = clean_name(name, seat)
    return f"Player {seat}" if clean.casefold().startswith(BOT) else clean


def check_plan(game: str, seats: tuple[SeatPlan, ...], options: Options) -> None:
    """Raises `Refusal` if no such table can be."""
    check_game(game)
    counts = GAMES[game].seat_counts
    if len(seats) not in counts and not (GAMES[game].alone and len(seats) == 1):
        low, high = counts[0], counts[-1]
        wanted, players = (f"{low} to {high}", f"{low}–{high}") if low < high else (str(low), str(low))
        raise Refusal("seat-count", f"{game} is for {wanted} seats", low=low, high=high, players=players)
    if isinstance(options.first, int) and options.first > len(seats):
        raise Refusal("no-such-seat", f"there is no seat {options.first} to begin", seat=options.first)
    rules = rules_of(game, options)
    for name, value in options.chosen.items():
        if name in rules.words and isinstance(value, str):
            try:
                rules.words[name](value)
            except ValueError as error:
                raise Refusal("malformed", str(error), place=f"options.{name}") from None
        elif value not in rules.options.get(name, ()):
            raise Refusal("malformed", f"{game} has no {name} {value}", place=f"options.{name}")
    if options.dice == "real" and not GAMES[game].dice:
        raise Refusal("malformed", f"{game} is played without dice", place="options.dice")
    if options.dice == "none":
        if not GAMES[game].by_hand:
            raise Refusal("malformed", f"nobody keeps score of {game} by hand", place="options.dice")
        if any(plan.kind == "bot" for plan in seats):
            raise Refusal("people-only", "only people see the dice here: no bots")
    if options.day is not None:
        if options.dice != "server" or not GAMES[game].dice:
            raise Refusal("malformed", "the day has dice of its own", place="options.dice")
        if len(seats) != 1:
            raise Refusal("seat-count", "a day's game is for one seat", low=1, high=1, players="1")
        days.read(options.day)
    clock = options.clock
    if clock and (clock.per_move is None) == (clock.per_game is None):
        raise Refusal("clock", "a clock limits either each move or the whole game")
    if clock and clock.per_move and clock.increment:
        raise Refusal("clock", "an increment belongs to a clock for the whole game")
    if clock and options.dice != "server":
        raise Refusal("clock", "real dice take the time they take: no clock with them")
    if options.dice == "real" and all(plan.kind == "bot" for plan in seats):
        raise Refusal("nobody-rolls", "real dice need somebody who rolls them")
