"""What a seat can ask for. Each command may carry an id of the sender's choice; sent twice, it is done once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from rowlock.rules.levels import Level
from rowlock.table.options import MOST_SEATS, Face, Number, YesNo

Id = Annotated[str, StringConstraints(pattern="^[A-Za-z0-9_-]{0,64}$")]
MoveText = Annotated[str, StringConstraints(max_length=16)]
SaltText = Annotated[str, StringConstraints(pattern="^[A-Za-z0-9_-]{1,64}$")]
SeatNumber = Annotated[Number, Field(ge=1, le=MOST_SEATS)]

Phrase = Literal[
    "hello",
    "good-luck",
    "well-played",
    "thanks",
    "sorry",
    "oops",
    "wow",
    "hurry",
    "thinking",
    "one-more",
    "goodbye",
    "laugh",
    "clap",
    "heart",
    "my-cube",
    "your-cube",
    "watch-out",
]


@dataclass(frozen=True, slots=True)
class Play:
    """A move, `roll`, or with real dice the faces that were rolled; `turn` is the one it was decided for."""

    move: MoveText
    turn: Number
    id: Id = ""
    type: Literal["play"] = "play"


@dataclass(frozen=True, slots=True)
class DecideAhead:
    """Decide for the next roll, before it is made: the first of these moves that it allows is then played at once. An
    empty list takes that back."""

    moves: Annotated[tuple[MoveText, ...], Field(max_length=50)]
    id: Id = ""
    type: Literal["decide-ahead"] = "decide-ahead"


@dataclass(frozen=True, slots=True)
class Unroll:
    """Real dice: the faces were tapped in wrongly."""

    turn: Number
    id: Id = ""
    type: Literal["unroll"] = "unroll"


@dataclass(frozen=True, slots=True)
class AddSalt:
    """Randomness of one's own for the dice."""

    salt: SaltText
    id: Id = ""
    type: Literal["salt"] = "salt"


@dataclass(frozen=True, slots=True)
class Fill:
    """Bots for all the open seats."""

    level: Level = "medium"
    id: Id = ""
    type: Literal["fill"] = "fill"


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up."""

    id: Id = ""
    type: Literal["resign"] = "resign"


@dataclass(frozen=True, slots=True)
class OfferDraw:
    """Offer a draw, or accept the one that the other side has offered."""

    id: Id = ""
    type: Literal["offer-draw"] = "offer-draw"


@dataclass(frozen=True, slots=True)
class DeclineDraw:
    """Turn an offer down, or take one's own back."""

    id: Id = ""
    type: Literal["decline-draw"] = "decline-draw"


@dataclass(frozen=True, slots=True)
class AskTakeback:
    """Ask for one's last decision back."""

    id: Id = ""
    type: Literal["ask-takeback"] = "ask-takeback"


@dataclass(frozen=True, slots=True)
class AnswerTakeback:
    """Agree to somebody's takeback, or not."""

    agree: YesNo
    id: Id = ""
    type: Literal["answer-takeback"] = "answer-takeback"


@dataclass(frozen=True, slots=True)
class Say:
    """Say a phrase to everyone, or to one's partner alone."""

    phrase: Phrase
    team: YesNo = False
    id: Id = ""
    type: Literal["say"] = "say"


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave the table; the seat can be taken back."""

    id: Id = ""
    type: Literal["leave"] = "leave"


@dataclass(frozen=True, slots=True)
class Return:
    """Take one's seat back."""

    id: Id = ""
    type: Literal["return"] = "return"


@dataclass(frozen=True, slots=True)
class Replace:
    """Let a bot play for a player who has left, or has been away too long."""

    seat: SeatNumber
    level: Level = "medium"
    id: Id = ""
    type: Literal["replace"] = "replace"


@dataclass(frozen=True, slots=True)
class Swap:
    """Before the game two seats change who is in them; one of them may be free."""

    one: SeatNumber
    other: SeatNumber
    id: Id = ""
    type: Literal["swap"] = "swap"


@dataclass(frozen=True, slots=True)
class ChooseFace:
    """Before the game somebody wants to be drawn otherwise, or not at all."""

    face: Face
    id: Id = ""
    type: Literal["face"] = "face"


@dataclass(frozen=True, slots=True)
class WantRematch:
    """Play again with the same people."""

    id: Id = ""
    type: Literal["rematch"] = "rematch"


Command = Annotated[
    Play
    | DecideAhead
    | Unroll
    | AddSalt
    | Fill
    | Resign
    | OfferDraw
    | DeclineDraw
    | AskTakeback
    | AnswerTakeback
    | Say
    | Leave
    | Return
    | Replace
    | Swap
    | ChooseFace
    | WantRematch,
    Field(discriminator="type"),
]
