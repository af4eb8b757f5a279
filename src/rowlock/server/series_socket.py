"""The socket of a series: the first message says who you are; then how it stands, now and after every change."""

from __future__ import annotations

from fastapi import FastAPI, WebSocket
from pydantic import ValidationError

from rowlock.server.limits import TooMuch
from rowlock.server.series_desk import NoSuchSeries, Onlooker, SeriesDesk
from rowlock.server.settings import Settings
from rowlock.server.socket import (
    FROM_CLIENT,
    MALFORMED,
    TABLE_ID,
    TOO_FAST,
    UNKNOWN,
    Quota,
    first_message,
    let_in,
    next_text,
    written_out,
)
from rowlock.server.socket_wire import Ping, Pong


def add_series_socket(app: FastAPI, settings: Settings) -> None:
    """Adds the socket to the application."""
    allowed = frozenset(settings.allowed_origins)

    @app.websocket("/api/series/{name}/live")
    async def live_series(socket: WebSocket, name: str) -> None:
        desk: SeriesDesk = socket.app.state.series
        await let_in(socket, allowed, lambda quota: _serve(socket, desk, name, quota))


async def _serve(socket: WebSocket, desk: SeriesDesk, name: str, quota: Quota) -> None:
    if (hello := await first_message(socket)) is None:
        return
    try:
        series = await desk.current(name if TABLE_ID.fullmatch(name) else "")
    except NoSuchSeries:
        await socket.close(UNKNOWN, "no-such-series")
        return
    onlooker = Onlooker(hello.tokens[0] if hello.tokens else None)
    desk.enter(series, onlooker)
    try:
        async with written_out(socket, onlooker):
            while True:
                message = FROM_CLIENT.validate_json(await next_text(socket))
                quota.count()
                if isinstance(message, Ping):
                    onlooker.send(Pong().model_dump_json())
    except ValidationError:
        await socket.close(MALFORMED, "not a message of this protocol")
    except TooMuch as refusal:
        await socket.close(TOO_FAST, str(refusal))
    finally:
        desk.exit(name, onlooker)
