"""The messages of a table's socket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rowlock.server.table_wire import Happened, TableView
from rowlock.server.wire import Message, Refused, Token
from rowlock.table.commands import Command, Id, MoveText, SeatNumber
from rowlock.table.options import MOST_SEATS, Number


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
