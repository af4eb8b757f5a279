"""How sockets are served: by uvicorn, over a line that bothers the system less often, and that nobody can flood."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from rowlock.server import metrics
from rowlock.server.limits import Allowance
from rowlock.table.options import MOST_SEATS

LAST_WORDS = 3.0
"""Seconds in which the other side may take what was sent before the line was closed."""
PATIENCE = 10.0
"""Seconds after which a client goes that takes nothing while much waits for it."""
PIECE = 1024
"""Bytes that are taken in one turn of the event loop: 170 frames at most, because a frame may have only six."""
FRAMES_A_MOVE = 2 * MOST_SEATS
"""How many frames may come over one line for each move that a seat may make: for all seats of a table, and as many
again."""
BYTES_PER_SECOND = 256 * 1024
MOST_FRAGMENTS = 64
"""Of one message; browsers send each in one."""

BAD_TEXT, TOO_MUCH, TOO_SLOW = 1007, 1008, 1013
"""Close codes."""

NO_SOCKET = b"this request can't become a socket: send a short one, without a body"
REFUSAL = (
    b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n"
    b"Content-Length: %d\r\n\r\n%s" % (len(NO_SOCKET), NO_SOCKET)
)


class Line:
    """A connection that sends what was written in one turn of the event loop at once, and that stops reading only when
    more comes in while it should not. uvicorn writes each message by itself, and stops reading after each until it is
    taken, which is nearly always before the next one. Whoever takes nothing may not say anything either, and can't hold
    up the end. Whoever says much at once is listened to for a while in each turn, and the others have theirs."""

    def __init__(
        self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop, take: Callable[[bytes], None]
    ) -> None:
        self._transport, self._loop, self._take = transport, loop, take
        self._unsent: list[bytes] = []
        self._rest = bytearray()
        """What has come in and was too much for one turn."""
        self._enough = self._jammed = self._stopped = self._going_on = False

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

    def received(self, data: bytes) -> None:
        """Something has come in, and is taken: a piece now, the rest in the next turns."""
        if self._enough:
            self._stop()
        if len(data) <= PIECE and not self._rest:
            self._take(data)
        else:
            self._rest += data
            self._stop()
            self._take_next()

    def _take_next(self) -> None:
        self._going_on = False
        if self._enough or self._jammed:
            return  # `_read_on` comes here again
        if self._rest and not self._transport.is_closing():
            piece = bytes(self._rest[:PIECE])
            del self._rest[:PIECE]
            self._take(piece)
            self._read_on()

    def lost(self) -> None:
        """Nothing will come any more; and who takes it would live on until somebody looks for such garbage."""
        self._rest.clear()
        self._take = _drop

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
        if not self._stopped or self._enough or self._jammed or self._transport.is_closing():
            return
        if not self._rest:
            self._stopped = False
            self._transport.resume_reading()
        elif not self._going_on:
            self._going_on = True
            self._loop.call_soon(self._take_next)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)


def _drop(_: bytes) -> None:
    pass


class SocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's, on such a line, with an allowance of frames and bytes."""

    def connection_made(self, transport: Any) -> None:
        self._line = Line(transport, self.loop, self._take)
        self._frames = Allowance(FRAMES_A_MOVE * self.app_state["moves_per_second"])
        self._bytes = Allowance(BYTES_PER_SECOND)
        self._watch: asyncio.TimerHandle | None = None
        super().connection_made(cast(asyncio.Transport, self._line))

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._stop_watching()
        self._line.lost()
        self.conn.parser.close()  # it knows itself, and would live on like that, too

    def data_received(self, data: bytes) -> None:
        if self.handshake_complete:
            self._line.received(data)
        elif self.handshake_initiated:
            self._line.abort()  # before the answer to its request a client has nothing to say
        else:
            super().data_received(data)
            if not self.handshake_initiated:
                self._refuse()

    def _refuse(self) -> None:
        """uvicorn hands over a whole request and waits for its event. From one that can't be read none comes: the line
        would stay open, and uvicorn could not even end it together with the server."""
        self.handshake_complete = self.close_sent = True
        self.transport.write(REFUSAL)
        self.transport.close()

    def _take(self, data: bytes) -> None:
        conn = self.conn
        conn.receive_data(data)
        # What brings no frame costs about as much as one that does.
        if not self._frames.covers(len(conn.events) or 1) or not self._bytes.covers(len(data)):
            self._end(TOO_MUCH, "too much at once: slow down")
        elif conn.parser_exc is not None:
            self.handle_parser_exception()
        else:
            self.handle_events()

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) < MOST_FRAGMENTS:
            super().handle_cont(event)
        elif not self.close_sent:
            self._end(TOO_MUCH, f"a message may have at most {MOST_FRAGMENTS} fragments")

    def send_receive_event_to_app(self) -> None:
        # uvicorn would log the mistake of a client with a traceback, as if it were one of the server.
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._end(BAD_TEXT, "text must be UTF-8")
                return
        super().send_receive_event_to_app()

    def _end(self, code: int, reason: str) -> None:
        """Closes the line at once, without waiting for an answer."""
        if code == TOO_MUCH:
            metrics.REFUSALS.labels("too-fast").inc()
        self.conn.fail(code, reason)
        self.handle_parser_exception()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._line.jam()
        self._watch_for(self._line.get_write_buffer_size())

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stop_watching()
        self._line.flow()

    def _watch_for(self, waiting: int) -> None:
        self._watch = self.loop.call_later(PATIENCE, self._look, waiting)

    def _look(self, before: int) -> None:
        """Whoever takes something has time until a ping stays unanswered: it may be a long game over a thin line."""
        waiting = self._line.get_write_buffer_size()
        if waiting < before:
            self._watch_for(waiting)
        elif not self._line.is_closing():
            self._end(TOO_SLOW, "too slow: come back for what you missed")

    def _stop_watching(self) -> None:
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None


SOCKETS: dict[str, Any] = {
    "ws": SocketProtocol,
    "ws_max_size": 16 * 1024,
    # A compressor of its own for every socket takes more memory and time than a message of one kilobyte is worth.
    "ws_per_message_deflate": False,
}
"""For uvicorn's configuration."""
