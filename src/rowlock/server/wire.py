"""Every message on the wire, HTTP and socket alike; the OpenAPI document and the page's types are made from these."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from rowlock.pads import layouts_of, sheets_of
from rowlock.rules import Game, Refusal
from rowlock.rules.levels import Level
from rowlock.study import can_review
from rowlock.study.analysis import Judge
from rowlock.study.puzzles import themes
from rowlock.table.commands import Command, Id, MoveText, SeatNumber
from rowlock.table.events import Event
from rowlock.table.options import MOST_SEATS, Face, Name, Number, Options, SeatPlan

VERSION = 1
"""Of the socket's messages."""

TableId = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{1,32}$")]
Token = Annotated[str, Field(min_length=1, max_length=64)]
Key = Annotated[str, Field(pattern="^([A-Za-z0-9_-]{22,64})?$")]
"""A secret that a browser makes for itself, once; only its hash is kept. Empty for none."""


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
    key: Key = ""
    """By which the person of this browser is known at rated tables."""


class SitDown(Message):
    """Who sits down in an open seat."""

    name: Name = ""
    key: Key = ""
    """By which they are known at rated tables."""
    face: Face = ""


class NewMove(Message):
    """A decision: the move as text, and the turn it was decided for."""

    move: MoveText
    turn: Number
    id: Id = ""


class NewCommand(Message):
    """Any command of a seat, for instance `{"type": "resign"}`."""

    command: Command


class OpenHouse(Message):
    """Shall the home network reach a table?"""

    open: bool


PushText = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{16,100}=?=?$")]


class CallMe(Message):
    """Where a browser can be told that it is somebody's turn: its subscription, and the language of who reads it."""

    endpoint: Annotated[str, Field(max_length=1_000)]
    p256dh: PushText
    auth: PushText
    language: Annotated[str, Field(max_length=2)] = "en"


class DontCallMe(Message):
    """A subscription that holds no longer."""

    endpoint: Annotated[str, Field(max_length=1_000)]


class Import(Message):
    """A record to be kept as a finished game."""

    record: Annotated[str, Field(max_length=60_000)]


# What it is told


class PushKey(Message):
    """What a browser needs so that this server, and nobody else, may call it; null where nobody is called."""

    key: str | None


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


class Ready(Message):
    """Moves can be written down now."""

    status: Literal["ok"] = "ok"
    redis: Literal["none", "here", "away"]
    """Where it is away, people at other processes see moves late."""


class HouseView(Message):
    """Whether a table can be opened to the home network, and where it is found there while it is."""

    possible: bool
    address: str | None
    firewall: bool
    """Will a firewall likely ask, or keep the others out?"""


class GameFacts(Message):
    """What there is to know of a game before a table of it is opened."""

    name: str
    seat_counts: tuple[int, ...]
    sides: dict[int, tuple[tuple[int, ...], ...]]
    """For each number of seats: who wins and loses together with each of them, itself included."""
    dice: bool
    two_sides: bool
    at_once: bool
    """Do several seats decide at the same time?"""
    options: dict[str, tuple[int, ...]]
    """What may be chosen, the default first."""
    words: tuple[str, ...]
    """What may be told in a word, as the name of a layout."""
    review: bool
    """Can its games be looked at again with somebody who knows what each move was worth?"""
    start: str
    """The position with which it begins, for as few as can play it."""
    puzzles: tuple[str, ...]
    """The themes of its puzzles; none if it has no puzzles."""
    pads: tuple[int, ...]
    """How many of its sheets may be printed on a page; none if there is nothing to print."""
    layouts: tuple[str, ...]
    """Names of its sheets, the usual one first, where there are several; behind a hyphen a code is wanted."""

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
            at_once=game.at_once,
            options=dict(game.options),
            words=tuple(game.words),
            review=can_review(game.name),
            start=str(game.start()),
            puzzles=themes(game.name),
            pads=sheets_of(game.name),
            layouts=layouts_of(game.name),
        )


class AheadView(Message):
    """What a seat may decide for the next roll."""

    moves: tuple[str, ...]


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
    face: str
    """A figure and the number of its colour, like `cat-3`; empty where nobody has chosen any."""


class PlyView(Message):
    """One decision or, in seat 0, one roll; `?` where it is still sealed."""

    seat: int
    move: str
    why: Literal["chosen", "only-move", "late", "ahead"]


class ClockView(Message):
    """Milliseconds left in seat order as of `now`, and whose clocks run."""

    left: tuple[int, ...]
    running: tuple[int, ...]


class DiceView(Message):
    """The commitment to the dice and, when the game is over, its opening."""

    commitment: str
    secret: str | None
    salts: tuple[str, ...]
    shared: str | None
    """The name of the dice where other tables have the same ones; then salts don't count, and all must be over before
    the secret is opened."""
    rolls: int
    to_tap: tuple[bool, ...] | None
    """With real dice: which dice are to be tapped in now."""


class OutcomeView(Message):
    """How it ended."""

    reason: str
    places: tuple[int, ...]
    scores: tuple[int, ...]
    lines: tuple[tuple[str, ...], ...]
    seat: int | None
    """Who gave up, or ran out of time."""


class Company(Message):
    """Which table it is, and who sits there: what everyone sees and what seldom changes."""

    id: str
    game: str
    seats: tuple[SeatView, ...]
    options: Options
    first_rolls: tuple[int, ...]
    previous: str | None
    next: str | None
    series: str | None
    """The series that it is part of."""


class PublicView(Message):
    """How the game stands, as everyone sees it."""

    revision: int
    status: Literal["waiting", "playing", "over"]
    position: str
    phase: str
    active: int
    awaiting: tuple[int, ...]
    finished: tuple[int, ...]
    """Who has put the pencil down, where everybody keeps their own sheet (`dice` is `none`)."""
    last: tuple[PlyView, ...]
    scores: tuple[int, ...]
    plies: int
    clock: ClockView | None
    dice: DiceView | None
    draw_offered: tuple[int, ...]
    takeback: int | None
    takeback_agreed: tuple[int, ...]
    rematch_wanted: tuple[int, ...]
    hints: tuple[int, ...]
    """How many each seat was given."""
    wins: tuple[int, ...]
    """The running score of a row of rematches, this game included when it is over."""
    changed_at: int
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
    passed_over: tuple[int, ...]
    """Of those the ones that had nothing to decide."""
    ahead: dict[int, tuple[str, ...]]
    """What your seats have decided for the next roll: the first of these moves that it allows is played at once."""
    may_take_back: tuple[int, ...]
    """Which of your seats may ask for their last decision back."""
    may_unroll: tuple[int, ...]
    """Which of them may tap the last roll of real dice in once more."""


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
    line: tuple[str, ...]
    """Of a mistake: the best move and how it might have gone on, each as `SEAT:MOVE`."""


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
    judge: Judge
    """Who says what the moves are worth."""
    counts: bool
    """Does it say anything about how good its players are?"""
    seats: tuple[ReckoningView, ...]
    steps: tuple[ReviewStepView, ...]


class Thinking(Message):
    """It is being looked at; so much is done. Ask again."""

    status: Literal["thinking"]
    done: Annotated[float, Field(ge=0, le=1)]


class PlayedGame(Message):
    """What a review said of somebody's game."""

    seats: Annotated[int, Field(ge=1, le=MOST_SEATS)]
    performance: Annotated[float, Field(ge=0, le=1000)]


class HowGood(Message):
    """Games of one player, whose place on the scale of the bots is asked for."""

    game: Annotated[str, Field(max_length=20)]
    played: Annotated[tuple[PlayedGame, ...], Field(min_length=1, max_length=100)]


class SkillView(Message):
    """That place, its 95 % interval on either side, the level that is nearest, and the ratings of all levels."""

    rating: int
    margin: int
    like: Level
    games: int
    levels: dict[Level, int]


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
