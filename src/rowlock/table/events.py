"""What can happen at a table. A table is its events, in order; nothing else of it is ever stored."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from rowlock.rules.levels import Level
from rowlock.table.options import Milliseconds, Options, SeatPlan


@dataclass(frozen=True, slots=True)
class Opened:
    """A table is there. `tokens` holds the hash of each person's token, "" for a seat without one."""

    at: Milliseconds
    table: str
    game: str
    seats: tuple[SeatPlan, ...]
    tokens: tuple[str, ...]
    options: Options
    secret: str
    previous: str = ""
    """The table that this one is the rematch of."""
    record: str = ""
    """A game that was played elsewhere, and is only kept here if it is over; otherwise it goes on here."""
    wins: tuple[int, ...] = ()
    """How many of the games before this one each seat has won, where it is a rematch."""
    identities: tuple[str, ...] = ()
    """The hash of the key by which each person is known; "" for none."""
    series: str = ""
    """The series that this table is part of."""
    shared_dice: str = ""
    """The name of the dice, where several tables have the same ones; they are told when all of these are over."""
    type: Literal["opened"] = "opened"


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody sits down in an open seat."""

    at: Milliseconds
    seat: int
    name: str
    token: str
    identity: str = ""
    """The hash of the key by which they are known."""
    face: str = ""
    type: Literal["sat"] = "sat"


@dataclass(frozen=True, slots=True)
class Swapped:
    """Before the game whoever is in one seat, if anybody, changes places with whoever is in the other."""

    at: Milliseconds
    one: int
    other: int
    command: str = ""
    type: Literal["swapped"] = "swapped"

    def to(self, seat: int) -> int:
        """Where somebody sits after it."""
        return {self.one: self.other, self.other: self.one}.get(seat, seat)


@dataclass(frozen=True, slots=True)
class FaceChosen:
    """Before the game somebody wants to be drawn otherwise."""

    at: Milliseconds
    seat: int
    face: str
    command: str = ""
    type: Literal["face-chosen"] = "face-chosen"


@dataclass(frozen=True, slots=True)
class Filled:
    """A bot sits down in an open seat."""

    at: Milliseconds
    seat: int
    level: Level
    command: str = ""
    type: Literal["filled"] = "filled"


@dataclass(frozen=True, slots=True)
class Started:
    """The game begins with seat `first`; `rolls` are the dice by which it was found, if it was so agreed."""

    at: Milliseconds
    first: int
    rolls: tuple[int, ...] = ()
    moved_on: bool = False
    """Chance dealt the symbols so that everyone moved one seat on."""
    type: Literal["started"] = "started"


@dataclass(frozen=True, slots=True)
class Salted:
    """A seat adds its own randomness to the dice."""

    at: Milliseconds
    seat: int
    salt: str
    command: str = ""
    type: Literal["salted"] = "salted"


@dataclass(frozen=True, slots=True)
class Moved:
    """A decision, or (seat 0) a roll; and whether the seat chose it, had nothing else to play, was too late, or had
    decided it before the roll."""

    at: Milliseconds
    seat: int
    move: str
    why: Literal["chosen", "only-move", "late", "ahead"] = "chosen"
    command: str = ""
    type: Literal["moved"] = "moved"


@dataclass(frozen=True, slots=True)
class DecidedAhead:
    """A seat decides for the next roll: the first of these moves that it allows is played. None: nothing any more."""

    at: Milliseconds
    seat: int
    moves: tuple[str, ...]
    command: str = ""
    type: Literal["decided-ahead"] = "decided-ahead"


@dataclass(frozen=True, slots=True)
class Unrolled:
    """Real dice were tapped in wrongly; the roll is taken back before anyone has decided."""

    at: Milliseconds
    command: str = ""
    type: Literal["unrolled"] = "unrolled"


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """A side offers a draw."""

    at: Milliseconds
    seat: int
    command: str = ""
    type: Literal["draw-offered"] = "draw-offered"


@dataclass(frozen=True, slots=True)
class DrawDeclined:
    """The offer is off."""

    at: Milliseconds
    seat: int
    command: str = ""
    type: Literal["draw-declined"] = "draw-declined"


@dataclass(frozen=True, slots=True)
class TakebackAsked:
    """A seat wants its last decision back."""

    at: Milliseconds
    seat: int
    command: str = ""
    type: Literal["takeback-asked"] = "takeback-asked"


@dataclass(frozen=True, slots=True)
class TakebackAgreed:
    """One of those who have to agree does."""

    at: Milliseconds
    seat: int
    command: str = ""
    type: Literal["takeback-agreed"] = "takeback-agreed"


@dataclass(frozen=True, slots=True)
class TakebackDeclined:
    """One of them doesn't."""

    at: Milliseconds
    seat: int
    command: str = ""
    type: Literal["takeback-declined"] = "takeback-declined"


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The game goes on from after its first `plies` plies; or, `alone`, only the next ply of it is taken out, as
    can be done with a decision that is still sealed."""

    at: Milliseconds
    seat: int
    plies: int
    alone: bool = False
    command: str = ""
    type: Literal["taken-back"] = "taken-back"


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over in a way that the moves don't show."""

    at: Milliseconds
    reason: Literal["agreed", "resigned", "time", "repetition", "too-long"]
    places: tuple[int, ...]
    seat: int = 0
    """Who resigned, or ran out of time."""
    command: str = ""
    type: Literal["ended"] = "ended"


@dataclass(frozen=True, slots=True)
class Said:
    """A phrase, shown to everyone in their own language; or to the team alone."""

    at: Milliseconds
    seat: int
    phrase: str
    team: bool = False
    command: str = ""
    type: Literal["said"] = "said"


@dataclass(frozen=True, slots=True)
class Hinted:
    """A seat was told what it had best do in this turn; however often it asked."""

    at: Milliseconds
    seat: int
    turn: int
    type: Literal["hinted"] = "hinted"


@dataclass(frozen=True, slots=True)
class Left:
    """A player says goodbye; the seat stays theirs."""

    at: Milliseconds
    seat: int
    command: str = ""
    type: Literal["left"] = "left"


@dataclass(frozen=True, slots=True)
class Replaced:
    """A bot plays for an absent player."""

    at: Milliseconds
    seat: int
    level: Level
    command: str = ""
    type: Literal["replaced"] = "replaced"


@dataclass(frozen=True, slots=True)
class Returned:
    """The player is back, and a bot that played for them gets up."""

    at: Milliseconds
    seat: int
    command: str = ""
    type: Literal["returned"] = "returned"


@dataclass(frozen=True, slots=True)
class BotFailed:
    """A bot could not decide, so from now on a simpler one plays in its seat."""

    at: Milliseconds
    seat: int
    type: Literal["bot-failed"] = "bot-failed"


@dataclass(frozen=True, slots=True)
class RematchWanted:
    """A seat would play again."""

    at: Milliseconds
    seat: int
    command: str = ""
    type: Literal["rematch-wanted"] = "rematch-wanted"


@dataclass(frozen=True, slots=True)
class Rematched:
    """All want to: the game goes on at another table, with the same people in the same seats."""

    at: Milliseconds
    table: str
    type: Literal["rematched"] = "rematched"


@dataclass(frozen=True, slots=True)
class DiceTold:
    """Dice that other tables have, too, are no secret any more."""

    at: Milliseconds
    type: Literal["dice-told"] = "dice-told"


@dataclass(frozen=True, slots=True)
class Resumed:
    """No server was there for so long; no clock ran."""

    at: Milliseconds
    lost: Milliseconds
    type: Literal["resumed"] = "resumed"


Event = (
    Opened
    | Sat
    | Swapped
    | FaceChosen
    | Filled
    | Started
    | Salted
    | Moved
    | DecidedAhead
    | Unrolled
    | DrawOffered
    | DrawDeclined
    | TakebackAsked
    | TakebackAgreed
    | TakebackDeclined
    | TakenBack
    | Ended
    | Said
    | Hinted
    | Left
    | Replaced
    | Returned
    | BotFailed
    | RematchWanted
    | Rematched
    | DiceTold
    | Resumed
)

_EVENT: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="type")])


def to_text(event: Event) -> str:
    """An event as it is stored."""
    return _EVENT.dump_json(event).decode()


def from_texts(texts: Iterable[str]) -> list[Event]:
    """Stored events."""
    return [_EVENT.validate_json(text) for text in texts]
