"""How sockets are served: by uvicorn, over a line that bothers the system less often."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

LAST_WORDS = 3.0
"""Seconds in which the other side may take what was sent before the line was closed."""


class Line:
    """A connection that sends what was written in one turn of the event loop at once, and that stops reading only when
    more comes in while it should not. uvicorn writes each message by itself, and stops reading after each until it is
    taken, which is nearly always before the next one. Whoever takes nothing may not say anything either, and can't hold
    up the end."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport, self._loop = transport, loop
        self._unsent: list[bytes] = []
        self._enough = self._jammed = self._stopped = False

    def write(self, data: bytes) -> None:
        if not self._unsent:
            self._loop.call_soon(self._send)
        self._unsent.append(data)

    def _send(self) -> None:
        unsent, self._unsent = self._unsent, []
        if unsent and not self._transport.is_closing():
            self._transport.write(b"".join(unsent))

    def close(self) -> None:
        self._send()
        if not self._transport.is_closing():
            self._transport.close()
            self._loop.call_later(LAST_WORDS, self._transport.abort)

    def pause_reading(self) -> None:
        self._enough = True

    def resume_reading(self) -> None:
        self._enough = False
        self._read_on()

    def received(self) -> None:
        """Something has come in."""
        if self._enough:
            self._stop()

    def jam(self) -> None:
        """The other side doesn't take what it is sent."""
        self._jammed = True
        self._stop()

    def flow(self) -> None:
        """It takes it again."""
        self._jammed = False
        self._read_on()

    def _stop(self) -> None:
        if not self._stopped and not self._transport.is_closing():
            self._stopped = True
            self._transport.pause_reading()

    def _read_on(self) -> None:
        if self._stopped and not self._enough and not self._jammed and not self._transport.is_closing():
            self._stopped = False
            self._transport.resume_reading()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's, on such a line."""

    def connection_made(self, transport: Any) -> None:
        self._line = Line(transport, self.loop)
        super().connection_made(cast(asyncio.Transport, self._line))

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.conn.parser.close()  # it knows itself, and would live on until somebody looks for such garbage

    def pause_writing(self) -> None:
        super().pause_writing()
        self._line.jam()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._line.flow()

    def data_received(self, data: bytes) -> None:
        self._line.received()
        super().data_received(data)


SOCKETS: dict[str, Any] = {
    "ws": SocketProtocol,
    "ws_max_size": 16 * 1024,
    # A compressor of its own for every socket takes more memory and time than a message of one kilobyte is worth.
    "ws_per_message_deflate": False,
}
"""For uvicorn's configuration."""
