"""What a browser asks for by calls, and what it is answered beside the table itself."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field

from rowlock.pads import layouts_of, sheets_of
from rowlock.rules import Game
from rowlock.server.wire import Key, Message, Refused
from rowlock.study import can_review
from rowlock.study.puzzles import themes
from rowlock.table.commands import Command, Id, MoveText
from rowlock.table.options import Face, Name, Number, Options, SeatPlan, YesNo

PushText = Annotated[str, Field(pattern="^[A-Za-z0-9_-]{16,100}=?=?$")]


# What is asked for


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

    open: YesNo


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


# What is answered


class PushKey(Message):
    """What a browser needs so that this server, and nobody else, may call it; null where nobody is called."""

    key: str | None


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


class ListedTable(Message):
    """A public table in the list."""

    id: str
    game: str
    status: str
    changed_at: int
