"""The socket of a table: the first message says who you are; then every change, in order, with its revision."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from urllib.parse import urlsplit

from fastapi import FastAPI, WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from rowlock.rules import Refusal
from rowlock.server import metrics
from rowlock.server.live import Connection, Live
from rowlock.server.settings import Settings
from rowlock.server.tables import Tables, now_ms
from rowlock.server.views import happened
from rowlock.server.wire import Do, Done, FromClient, Hello, NotDone, Ping, Pong, Refused, Welcome
from rowlock.store import StoreUnavailable

log = logging.getLogger("rowlock.socket")

FROM_CLIENT: TypeAdapter[Hello | Do | Ping] = TypeAdapter(FromClient)
LARGEST_MESSAGE = 4096
PATIENCE = 10.0
"""Seconds to wait for the first message."""

MALFORMED, UNKNOWN, FORBIDDEN, TOO_SLOW = 4400, 4404, 4403, 4408
"""Close codes."""


def add_socket(app: FastAPI, settings: Settings) -> None:
    """Adds the socket to the application."""
    allowed = {origin.strip() for origin in settings.origins.split(",") if origin.strip()}

    @app.websocket("/api/tables/{name}/live")
    async def live_table(socket: WebSocket, name: str) -> None:
        tables: Tables = socket.app.state.tables
        await socket.accept()
        if not _same_origin(socket, allowed):
            await socket.close(FORBIDDEN, "this page may not open sockets here")
            return
        metrics.CONNECTIONS.inc()
        try:
            await _serve(socket, tables, name)
        except (WebSocketDisconnect, RuntimeError):  # starlette says "not connected" by a RuntimeError
            pass
        except StoreUnavailable:
            with contextlib.suppress(RuntimeError):
                await socket.close(1013, "nothing can be read just now")
        finally:
            metrics.CONNECTIONS.dec()


def _same_origin(socket: WebSocket, allowed: set[str]) -> bool:
    """A browser names the page that opens a socket; programs name none."""
    origin = socket.headers.get("origin")
    return origin is None or origin in allowed or urlsplit(origin).netloc == socket.headers.get("host")


async def _serve(socket: WebSocket, tables: Tables, name: str) -> None:
    try:
        hello = FROM_CLIENT.validate_json(await asyncio.wait_for(_text(socket), PATIENCE))
        if not isinstance(hello, Hello):
            await socket.close(MALFORMED, "the first message is hello")
            return
        live = await tables.get(name)
        seats = frozenset(tables.seat_of(live.table, token) for token in hello.tokens)
    except ValidationError:
        await socket.close(MALFORMED, "not a message of this protocol")
        return
    except TimeoutError:
        await socket.close(TOO_SLOW, "no hello")
        return
    except Refusal as refusal:
        await socket.close(UNKNOWN if refusal.code == "no-such-table" else FORBIDDEN, refusal.code)
        return
    connection = Connection(seats)
    since = live.table.revision if hello.since is None else hello.since
    missed = happened(live.table, await tables.missed(live, since), since, seats)
    # From here to `enter` nothing waits, so no change can come between.
    welcome = Welcome(missed=missed, table=live.view(seats, now_ms()))
    connection.send(welcome.model_dump_json())
    tables.enter(live, connection)
    writer = asyncio.create_task(_write(socket, connection))
    try:
        await _read(socket, tables, live, connection)
    finally:
        tables.exit(live, connection)
        writer.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await writer


async def _text(socket: WebSocket) -> str:
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if text is None or len(text) > LARGEST_MESSAGE:
        await socket.close(MALFORMED, "messages are text, and short")
        raise WebSocketDisconnect(MALFORMED)
    return str(text)


async def _write(socket: WebSocket, connection: Connection) -> None:
    """Sends what is queued; a client that can't keep up is cut off and may come back for what it missed."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while not connection.lost:
            await socket.send_text(await connection.queue.get())
        await socket.close(1013, "too slow: come back for what you missed")


async def _read(socket: WebSocket, tables: Tables, live: Live, connection: Connection) -> None:
    while True:
        text = await _text(socket)
        try:
            message = FROM_CLIENT.validate_json(text)
        except ValidationError as error:
            problem = error.errors()[0]["msg"]
            connection.send(_not_done("", Refusal("malformed", f"not a message of this protocol: {problem}")))
            continue
        match message:
            case Ping():
                connection.send(Pong().model_dump_json())
            case Do():
                connection.send(await _done(socket, tables, live, connection, message))
            case Hello():
                connection.send(_not_done("", Refusal("malformed", "hello has been said")))


async def _done(socket: WebSocket, tables: Tables, live: Live, connection: Connection, message: Do) -> str:
    name = message.command.id
    if message.seat not in connection.seats:
        return _not_done(name, Refusal("not-seated", f"this socket doesn't hold seat {message.seat}"))
    try:
        socket.app.state.moves.take(f"{live.table.id}:{message.seat}")
        revision = await tables.act(live, message.seat, message.command)
    except Refusal as refusal:
        return _not_done(name, refusal)
    except StoreUnavailable:
        return _not_done(
            name, Refusal("store-unavailable", "nothing can be written down just now: try again soon")
        )
    return Done(id=name, revision=revision).model_dump_json()


def _not_done(name: str, refusal: Refusal) -> str:
    metrics.REFUSALS.labels(refusal.code).inc()
    refused = Refused(code=refusal.code, message=str(refusal), facts=dict(refusal.facts))
    return NotDone(id=name, refused=refused).model_dump_json()
