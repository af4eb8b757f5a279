"""The socket of a table: the first message says who you are; then every change, in order, with its revision."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from rowlock.rules import Refusal
from rowlock.server import clock, metrics
from rowlock.server.caller import may_look
from rowlock.server.faults import not_a_message
from rowlock.server.ledger import NoSuchTable
from rowlock.server.limits import PLIES_A_REQUEST, RateLimit, TooMuch, whose
from rowlock.server.live import Connection, Live
from rowlock.server.outbox import Outbox
from rowlock.server.settings import Settings
from rowlock.server.socket_wire import (
    Answered,
    Ask,
    Do,
    Done,
    FromClient,
    Hello,
    NotDone,
    Ping,
    Pong,
    Welcome,
)
from rowlock.server.tables import Tables, token_hash
from rowlock.server.views import happened
from rowlock.server.wire import Refused
from rowlock.store import StoreUnavailable
from rowlock.table import asking
from rowlock.table.table import Table

log = logging.getLogger("rowlock.socket")

FROM_CLIENT: TypeAdapter[FromClient] = TypeAdapter(FromClient)
TABLE_ID = re.compile("[A-Za-z0-9_-]{1,32}")
LARGEST_MESSAGE = 4096
MANY = 8
"""Answers after which others have their turn, and the writer its own, however fast a client asks."""
PATIENCE = 10.0
"""Seconds to wait for the first message."""

MALFORMED, FORBIDDEN, UNKNOWN, TOO_SLOW, ROUND_OPEN, TOO_FAST = 4400, 4403, 4404, 4408, 4409, 4429
"""Close codes."""
CODES = {"no-such-table": UNKNOWN, "round-open": ROUND_OPEN}


def add_socket(app: FastAPI, settings: Settings) -> None:
    """Adds the socket to the application."""
    allowed = set(settings.allowed_origins)

    @app.websocket("/api/tables/{name}/live")
    async def live_table(socket: WebSocket, name: str) -> None:
        tables: Tables = socket.app.state.tables
        await let_in(socket, allowed, lambda quota: _serve(socket, tables, name, quota))


Serve = Callable[["Quota"], Awaitable[None]]


async def let_in(socket: WebSocket, allowed: Collection[str], serve: Serve) -> None:
    """Serves somebody who comes to a socket, unless they come from a foreign page or too often."""
    quota = Quota.of(socket)
    await socket.accept()
    if not _same_origin(socket, allowed):
        await socket.close(FORBIDDEN, "this page may not open sockets here")
        return
    try:
        quota.count()
    except TooMuch as refusal:
        await socket.close(TOO_FAST, str(refusal))
        return
    metrics.CONNECTIONS.inc()
    try:
        await serve(quota)
    except (WebSocketDisconnect, RuntimeError):  # starlette says "not connected" by a RuntimeError
        pass
    except StoreUnavailable:
        with contextlib.suppress(RuntimeError):
            await socket.close(1013, "nothing can be read just now")
    finally:
        metrics.CONNECTIONS.dec()


def _same_origin(socket: WebSocket, allowed: Collection[str]) -> bool:
    """A browser names the page that opens a socket; programs name none."""
    origin = socket.headers.get("origin")
    if origin is None or origin in allowed:
        return True
    try:
        return urlsplit(origin).netloc == socket.headers.get("host")
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class Quota:
    """How much whoever is behind a socket may still ask for."""

    caller: str
    requests: RateLimit
    moves: RateLimit
    moves_together: RateLimit

    @staticmethod
    def of(socket: WebSocket) -> Quota:
        state, client = socket.app.state, socket.client
        return Quota(whose(client.host) if client else "", state.requests, state.moves, state.moves_together)

    def count(self, requests: float = 1) -> None:
        """A new socket, and whatever is no command of a seat, counts like any request of an address. Raises
        `TooMuch`."""
        self.requests.take(self.caller, requests)

    def count_move(self, table: str, seat: int) -> None:
        """Raises `TooMuch`."""
        self.moves.take(f"{table}:{seat}")
        self.moves_together.take(self.caller)


async def _serve(socket: WebSocket, tables: Tables, name: str, quota: Quota) -> None:
    if (hello := await first_message(socket)) is None:
        return
    try:
        if not TABLE_ID.fullmatch(name):
            raise NoSuchTable(name)
        live = await tables.ledger.get(name)
        for token in hello.tokens:
            tables.seat_of(live.table, token)
        if not hello.tokens:
            may_look(live.table, None)
        since = live.table.revision if hello.since is None else hello.since
        events = await tables.ledger.missed(live, since)
        quota.count(len(events) / PLIES_A_REQUEST)
    except TooMuch as refusal:
        await socket.close(TOO_FAST, str(refusal))
        return
    except Refusal as refusal:
        await socket.close(CODES.get(refusal.code, FORBIDDEN), refusal.code)
        return
    # From here to `enter` nothing waits, so no change can come between.
    connection = Connection(frozenset(map(token_hash, hello.tokens)), live.table, quota.caller)
    missed = happened(live.table, events, since, connection.seats)
    welcome = Welcome(missed=missed, table=live.view(connection.seats, clock.now()))
    connection.send(welcome.model_dump_json())
    tables.enter(live, connection)
    try:
        async with written_out(socket, connection):
            while True:
                text = await next_text(socket)
                await _answer(tables, live, connection, quota, text)
                if connection.unsent > MANY:
                    await asyncio.sleep(0)
    finally:
        tables.exit(live, connection)


async def first_message(socket: WebSocket) -> Hello | None:
    """Who comes. None for whoever doesn't say so: the socket is closed."""
    try:
        hello = FROM_CLIENT.validate_json(await asyncio.wait_for(next_text(socket), PATIENCE))
    except ValidationError:
        await socket.close(MALFORMED, "not a message of this protocol")
    except TimeoutError:
        await socket.close(TOO_SLOW, "no hello")
    else:
        if isinstance(hello, Hello):
            return hello
        await socket.close(MALFORMED, "the first message is hello")
    return None


async def next_text(socket: WebSocket) -> str:
    """The next message. Raises `WebSocketDisconnect`."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if text is None or len(text) > LARGEST_MESSAGE:
        await socket.close(MALFORMED, "messages are text, and short")
        raise WebSocketDisconnect(MALFORMED)
    return str(text)


@asynccontextmanager
async def written_out(socket: WebSocket, connection: Outbox) -> AsyncIterator[None]:
    """Meanwhile whatever is queued is sent."""
    writer = asyncio.create_task(_write_out(socket, connection))
    try:
        yield
    finally:
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await writer


async def _write_out(socket: WebSocket, connection: Outbox) -> None:
    """A client that can't keep up is cut off and may come back for what it missed."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while not connection.lost:
            for text in await connection.to_send():
                await socket.send_text(text)
        await socket.close(1013, "too slow: come back for what you missed")


async def _answer(tables: Tables, live: Live, connection: Connection, quota: Quota, text: str) -> None:
    """Whatever comes is answered once; a command before anybody is told of the change that it brings."""
    name = ""
    try:
        message = _message(quota, text)
        match message:
            case Do():
                name = message.command.id
            case Ask():
                name = message.id
        await _heed(tables, live, connection, quota, message)
    except Refusal as refusal:
        connection.send(_not_done(name, refusal))
    except StoreUnavailable:
        problem = "nothing can be written down just now: try again soon"
        connection.send(_not_done(name, Refusal("store-unavailable", problem)))


async def _heed(
    tables: Tables, live: Live, connection: Connection, quota: Quota, message: FromClient
) -> None:
    if isinstance(message, Do | Ask) and message.seat in connection.seats:
        quota.count_move(live.table.id, message.seat)
    else:
        quota.count()
    match message:
        case Hello():
            raise Refusal("malformed", "hello has been said")
        case Ping():
            connection.send(Pong().model_dump_json())
        case _ if message.seat not in connection.seats:
            raise Refusal("not-seated", f"this socket doesn't hold seat {message.seat}")
        case Ask():
            connection.send(_why_not(live.table, message))
        case Do():

            def done(revision: int) -> None:
                connection.send(Done(id=message.command.id, revision=revision).model_dump_json())

            await tables.do(live, message.seat, message.command, done)


def _why_not(table: Table, ask: Ask) -> str:
    """From memory: neither the table's lock nor the store is touched."""
    refusal = asking.why_not(table, ask.seat, ask.move, clock.now())
    return Answered(id=ask.id, refused=Refused.because(refusal) if refusal else None).model_dump_json()


def _message(quota: Quota, text: str) -> FromClient:
    try:
        return FROM_CLIENT.validate_json(text)
    except ValidationError as error:
        quota.count()
        raise not_a_message(error, text) from None


def _not_done(name: str, refusal: Refusal) -> str:
    metrics.REFUSALS.labels(refusal.code).inc()
    return NotDone(id=name, refused=Refused.because(refusal)).model_dump_json()
