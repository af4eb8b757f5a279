"""What is agreed before a game begins."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, Strict, StringConstraints

from rowlock.rules import GAMES, Refusal
from rowlock.rules.levels import Level

Milliseconds = int

# From outside, a number is a number and a yes is a yes: neither is guessed from a text.
Number = Annotated[int, Strict()]
YesNo = Annotated[bool, Strict()]


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
    size: Annotated[Number, Field(ge=3, le=5)] = 5
    """Squares a side of a Quixo board."""
    dice: Literal["server", "real"] = "server"
    """Made by the server, or rolled by the people at the table and tapped in."""
    public: YesNo = False
    """Listed for everyone, or known only to those who have the link."""
    auto_pass: YesNo = True
    """A seat with nothing to decide isn't asked."""
    grace: Annotated[Number, Field(ge=0, le=86_400)] = 60
    """After so many seconds of absence a bot may take over a seat."""


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
    if options.size != Options().size and "size" not in GAMES[game].options:
        raise Refusal("malformed", f"{game} has no board of any size", place="options.size")
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
