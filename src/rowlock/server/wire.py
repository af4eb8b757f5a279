"""Every message on the wire, HTTP and socket alike; the OpenAPI document and the page's types are made from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from rowlock.rules import Game, Refusal
from rowlock.rules.levels import Level
from rowlock.study import can_review
from rowlock.table.commands import Command, Id, MoveText, SeatNumber
from rowlock.table.events import Event
from rowlock.table.options import MOST_SEATS, Name, Number, Options, SeatPlan

VERSION = 1
"""Of the socket's messages."""

TableId = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{1,32}$")]
Token = Annotated[str, Field(min_length=1, max_length=64)]


class Message(BaseModel):
    """One type each; what isn't named isn't taken."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def of(cls, **values: Any) -> Self:
        """A message that the server makes itself: all fields, unchecked, as `model_construct` does it more slowly."""
        message = cls.__new__(cls)
        object.__setattr__(message, "__dict__", values)
        object.__setattr__(message, "__pydantic_fields_set__", set(values))
        object.__setattr__(message, "__pydantic_extra__", None)
        object.__setattr__(message, "__pydantic_private__", None)
        return message


# What a browser asks for


class NewTable(Message):
    """A table as its opener wants it."""

    game: Annotated[str, Field(max_length=20)]
    seats: Annotated[tuple[SeatPlan, ...], Field(max_length=100)]
    """How many there may be is for the game to say; nobody shall have to count thousands."""
    options: Options = Options()


class SitDown(Message):
    """Who sits down in an open seat."""

    name: Name = ""


class NewMove(Message):
    """A decision: the move as text, and the turn it was decided for."""

    move: MoveText
    turn: Number
    id: Id = ""


class NewCommand(Message):
    """Any command of a seat, for instance `{"type": "resign"}`."""

    command: Command


class Import(Message):
    """A record to be kept as a finished game."""

    record: Annotated[str, Field(max_length=60_000)]


# What it is told


class Refused(Message):
    """Why something was not done: a code that the page puts into words, and its facts."""

    code: str
    message: str
    facts: dict[str, str | int] = {}

    @staticmethod
    def because(refusal: Refusal) -> Refused:
        """A refusal as it is told."""
        return Refused(code=refusal.code, message=str(refusal), facts=dict(refusal.facts))


class WhyNot(Message):
    """Why a move may not be played; or None: it may be played now."""

    refused: Refused | None


class Health(Message):
    """The server is there."""

    status: Literal["ok"] = "ok"
    version: str
    store: str
    """A mark of the file that keeps the games, by which a second `rowlock` finds the first; empty without a file."""


class GameFacts(Message):
    """What there is to know of a game before a table of it is opened."""

    name: str
    seat_counts: tuple[int, ...]
    sides: dict[int, tuple[tuple[int, ...], ...]]
    """For each number of seats: who wins and loses together with each of them, itself included."""
    dice: bool
    two_sides: bool
    options: dict[str, tuple[int, ...]]
    """What may be chosen, the default first."""
    review: bool
    """Can its games be looked at again with somebody who knows what each move was worth?"""

    @classmethod
    def about(cls, game: Game) -> Self:
        """A game, told."""
        return cls(
            name=game.name,
            seat_counts=game.seat_counts,
            sides={
                seats: tuple(game.side(seat, seats) for seat in range(1, seats + 1))
                for seats in game.seat_counts
            },
            dice=game.dice,
            two_sides=game.two_sides,
            options=dict(game.options),
            review=can_review(game.name),
        )


class HeldSeat(Message):
    """A seat of this browser, and the token that proves it."""

    seat: int
    token: str


class OpenedTable(Message):
    """A table that is there now, and the tokens of the people who sit at this browser."""

    id: str
    seats: tuple[HeldSeat, ...]
    token: str | None = None
    """The first of them."""


class SeatView(Message):
    """A seat as everyone sees it."""

    seat: int
    kind: Literal["human", "bot", "open"]
    name: str
    level: Level | None
    """Where a bot decides: in its own seat, or for somebody who is away."""
    connected: bool
    left: bool
    failed: bool


class PlyView(Message):
    """One decision or, in seat 0, one roll; `?` where it is still sealed."""

    seat: int
    move: str
    why: Literal["chosen", "only-move", "late"]


class ClockView(Message):
    """Milliseconds left in seat order as of `now`, and whose clocks run."""

    left: tuple[int, ...]
    running: tuple[int, ...]


class DiceView(Message):
    """The commitment to the dice and, when the game is over, its opening."""

    commitment: str
    secret: str | None
    salts: tuple[str, ...]
    rolls: int
    to_tap: tuple[bool, ...] | None
    """With real dice: which dice are to be tapped in now."""


class OutcomeView(Message):
    """How it ended."""

    reason: str
    places: tuple[int, ...]
    scores: tuple[int, ...]
    lines: tuple[tuple[str, ...], ...]


class Company(Message):
    """Which table it is, and who sits there: what everyone sees and what seldom changes."""

    id: str
    game: str
    seats: tuple[SeatView, ...]
    options: Options
    first_rolls: tuple[int, ...]
    previous: str | None
    next: str | None


class PublicView(Message):
    """How the game stands, as everyone sees it."""

    revision: int
    status: Literal["waiting", "playing", "over"]
    position: str
    phase: str
    active: int
    awaiting: tuple[int, ...]
    last: tuple[PlyView, ...]
    scores: tuple[int, ...]
    plies: int
    clock: ClockView | None
    dice: DiceView | None
    draw_offered: tuple[int, ...]
    takeback: int | None
    takeback_agreed: tuple[int, ...]
    rematch_wanted: tuple[int, ...]
    outcome: OutcomeView | None
    now: int


class OwnSeats(Message):
    """What only the holder of some seats sees."""

    you: tuple[int, ...]
    turn: int
    """What a command of yours must name. It grows when something new is to be decided; where you take a sealed decision
    back, for you alone."""
    moves: tuple[str, ...]
    """What the first of your seats that is asked may play."""
    choices: dict[int, tuple[str, ...]]
    """The same for each of your seats."""
    sealed: dict[int, str]
    """What your seats have decided, as long as the others may not know."""


class TableView(OwnSeats, PublicView, Company):
    """A table as somebody may see it."""


class ListedTable(Message):
    """A public table in the list."""

    id: str
    game: str
    status: str
    changed_at: int


class Happened(Message):
    """An event and the revision it made."""

    revision: int
    event: Annotated[Event, Field(discriminator="type")]


# A finished game looked at again


class ReviewOption(Message):
    """A move that could be played, and what it let its seat hope for; where it is known, what it leads to."""

    move: str
    hope: float
    value: Literal["win", "draw", "loss"] | None
    plies: int | None


class ReviewStepView(Message):
    """One ply: what each seat may hope for after it, what changed that, and what a free decision cost."""

    ply: int
    seat: int
    move: str
    hopes: tuple[float, ...]
    luck: tuple[float, ...]
    decisions: tuple[float, ...]
    others: tuple[float, ...]
    correction: tuple[float, ...]
    cost: float | None
    size: Literal["slip", "mistake", "blunder"] | None
    best: str | None
    exact: bool
    good: tuple[str, ...]
    """The moves that are as good as the best, or nearly."""
    options: tuple[ReviewOption, ...]
    """All that could be played, best first."""


class ReckoningView(Message):
    """How the game went for a seat: start + luck + decisions + others + correction = result."""

    seat: int
    start: float
    luck: float
    decisions: float
    others: float
    correction: float
    result: float
    adjusted: float
    accuracy: float | None
    performance: float | None
    called: Literal["flawless", "expert", "strong", "good", "fair", "learning"] | None
    choices: int
    right: int
    learn: tuple[int, ...]
    """The plies to learn from, the worst first."""


class Reviewed(Message):
    """A whole game."""

    status: Literal["done"]
    game: str
    seats: tuple[ReckoningView, ...]
    steps: tuple[ReviewStepView, ...]


class Thinking(Message):
    """It is being looked at; so much is done. Ask again."""

    status: Literal["thinking"]
    done: Annotated[float, Field(ge=0, le=1)]


# The socket


class Hello(Message):
    """First word of a client: who it is, and the last revision it has."""

    type: Literal["hello"] = "hello"
    version: Literal[1] = 1
    tokens: Annotated[tuple[Token, ...], Field(max_length=MOST_SEATS)] = ()
    since: Annotated[Number, Field(ge=0)] | None = None


class Do(Message):
    """A command of one of the client's seats."""

    type: Literal["do"] = "do"
    seat: SeatNumber
    command: Command


class Ask(Message):
    """Why one of the client's seats may not play a move, or any that begins so; nothing happens to the table."""

    type: Literal["ask"] = "ask"
    id: Id = ""
    seat: SeatNumber
    move: MoveText


class Ping(Message):
    """Is anybody there?"""

    type: Literal["ping"] = "ping"


class Welcome(Message):
    """The table as it is, and what the client missed since it was here."""

    type: Literal["welcome"] = "welcome"
    version: Literal[1] = 1
    missed: tuple[Happened, ...]
    table: TableView


class Changed(Message):
    """What happened, and the table after it."""

    type: Literal["changed"] = "changed"
    revision: int
    events: tuple[Happened, ...]
    table: TableView


class Presence(Message):
    """Who is connected now."""

    type: Literal["presence"] = "presence"
    connected: tuple[int, ...]
    spectators: int


class Done(Message):
    """A command is carried out and on disk."""

    type: Literal["done"] = "done"
    id: str
    revision: int


class NotDone(Message):
    """A command was refused, and the table is unchanged."""

    type: Literal["refused"] = "refused"
    id: str
    refused: Refused


class Answered(Message):
    """Why not; or None: it may be played now."""

    type: Literal["answer"] = "answer"
    id: str
    refused: Refused | None


class Pong(Message):
    """Yes."""

    type: Literal["pong"] = "pong"


FromClient = Annotated[Hello | Do | Ask | Ping, Field(discriminator="type")]
FromServer = Annotated[
    Welcome | Changed | Presence | Done | NotDone | Answered | Pong, Field(discriminator="type")
]
