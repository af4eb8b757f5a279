"""Nobody can flood a socket, or hold up the others with it; who is honest is heard."""

import asyncio
import contextlib
import logging
import socket as sockets
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Close, Frame, Opcode

from rowlock.server import line as lines
from rowlock.server.line import PIECE, SOCKETS, SocketProtocol
from tests.server.serving import Address, Socket
from tests.server.wire_end import Wire

MEGABYTE = 1024 * 1024
REQUEST = (
    b"GET /live HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def frame(opcode: Opcode, data: bytes = b"", *, fin: bool = True) -> bytes:
    """As a client sends it."""
    return Frame(opcode, data, fin).serialize(mask=True)


def closed(data: bytes) -> int:
    """With which code a frame of the server closes a socket; 0 if it is another frame."""
    return Close.parse(data[2:]).code if data[0] & 0x0F == Opcode.CLOSE else 0


class Listener:
    """A socket's end in the server, without a network."""

    def __init__(self, moves_per_second: float = 20.0, request: bytes = REQUEST) -> None:
        self.messages: list[str] = []
        self.wire = Wire()
        config = uvicorn.Config(self._app, **SOCKETS, interface="asgi3", log_config=None)
        config.load()
        self.protocol = SocketProtocol(
            config, ServerState(), {"moves_per_second": moves_per_second}, asyncio.get_running_loop()
        )
        self.protocol.connection_made(self.wire)
        self.protocol.data_received(request)

    async def _app(self, _: Any, receive: Any, send: Any) -> None:
        assert (await receive())["type"] == "websocket.connect"
        await send({"type": "websocket.accept"})
        while (message := await receive())["type"] != "websocket.disconnect":
            self.messages.append(message["text"])

    async def answered(self) -> None:
        for _ in range(10):
            await asyncio.sleep(0)
        assert self.protocol.handshake_complete

    async def hear(self, data: bytes) -> list[object]:
        """What is done about this, until the socket is closed or all is taken."""
        turns = 2 * len(data) // PIECE + 10
        self.protocol.data_received(data)
        for _ in range(turns):
            await asyncio.sleep(0)
        return self.wire.told

    def code(self) -> int:
        said = b"".join(told for told in self.wire.told if isinstance(told, bytes))
        _, _, sent = said.partition(b"\r\n\r\n")  # the answer to the request
        while sent and not closed(sent):
            sent = sent[2 + sent[1] :]
        return closed(sent) if sent else 0


def listening(talk: Callable[[Listener], Any]) -> None:
    async def listen() -> None:
        listener = Listener()
        await listener.answered()
        await talk(listener)
        listener.protocol.connection_lost(None)
        await asyncio.sleep(0)

    asyncio.run(listen())


@pytest.mark.parametrize(
    "first, again",
    [
        (frame(Opcode.TEXT, fin=False), frame(Opcode.CONT, fin=False)),
        (frame(Opcode.TEXT, fin=False), frame(Opcode.PING)),
        (b"", frame(Opcode.PING, b"x" * 125)),
        (b"", frame(Opcode.PONG)),
        (b"", frame(Opcode.TEXT)),
        (b"", frame(Opcode.TEXT, b"x" * 4096)),
    ],
    ids=["fragments", "pings between", "pings", "pongs", "empty messages", "long messages"],
)
def test_a_flood_is_ended_and_never_holds_up_the_others(
    first: bytes, again: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = []
    take = SocketProtocol._take

    def counted(self: SocketProtocol, data: bytes) -> None:
        taken.append(len(data))
        take(self, data)

    monkeypatch.setattr(SocketProtocol, "_take", counted)
    monkeypatch.setattr("rowlock.server.limits.time", SimpleNamespace(monotonic=lambda: 0.0))

    async def flood(listener: Listener) -> None:
        data = (first + again * (2 * MEGABYTE // len(again)))[: 2 * MEGABYTE]
        told = await listener.hear(data)
        assert "pause" in told
        assert told[-1] == "close"
        assert listener.code() == 1008
        assert max(taken) <= PIECE

    listening(flood)


def test_bytes_without_a_frame_are_counted() -> None:
    async def drip() -> None:
        listener = Listener(moves_per_second=0.0001)
        await listener.answered()
        await listener.hear(frame(Opcode.TEXT, b"word")[:1])
        assert listener.code() == 1008
        listener.protocol.connection_lost(None)

    asyncio.run(drip())


UNREADABLE = {
    "long": REQUEST[:-2] + b"Cookie: " + b"x" * 9000 + b"\r\n\r\n",
    "many": REQUEST[:-2] + b"".join(b"X-%d: y\r\n" % number for number in range(200)) + b"\r\n",
    "body": REQUEST[:-2] + b"Content-Length: 5\r\n\r\n",
    "chunks": REQUEST[:-2] + b"Transfer-Encoding: chunked\r\n\r\n",
}


@pytest.mark.parametrize("request_", UNREADABLE.values(), ids=UNREADABLE)
def test_a_request_that_cannot_become_a_socket_is_answered_and_leaves_nothing(request_: bytes) -> None:
    async def talk() -> None:
        listener = Listener(request=request_)
        await asyncio.sleep(0)
        answer, *then = listener.wire.told
        assert isinstance(answer, bytes)
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert then == ["close"]
        listener.protocol.shutdown()  # as when the server ends
        listener.protocol.connection_lost(None)

    asyncio.run(talk())


def test_much_that_is_honest_is_taken() -> None:
    async def talk(listener: Listener) -> None:
        data = b"".join(
            frame(Opcode.TEXT, f"{number}".encode()) + frame(Opcode.PING) + frame(Opcode.PONG, b"late")
            for number in range(100)
        )
        await listener.hear(data)
        assert listener.messages == [str(number) for number in range(100)]
        assert listener.code() == 0

    listening(talk)


@pytest.mark.parametrize("fragments, code", [(64, 0), (65, 1008)])
def test_a_message_has_few_fragments(fragments: int, code: int) -> None:
    async def talk(listener: Listener) -> None:
        middle = frame(Opcode.CONT, b"b", fin=False) * (fragments - 2)
        await listener.hear(frame(Opcode.TEXT, b"a", fin=False) + middle + frame(Opcode.CONT, b"c"))
        assert listener.code() == code
        assert listener.messages == ([] if code else ["a" + "b" * 62 + "c"])

    listening(talk)


def test_nothing_is_said_before_the_answer() -> None:
    async def talk() -> None:
        listener = Listener()
        await listener.hear(frame(Opcode.TEXT, b"impatient"))
        assert "abort" in listener.wire.told
        listener.protocol.connection_lost(None)
        await asyncio.sleep(0)
        assert listener.messages == []

    asyncio.run(talk())


def test_who_takes_nothing_goes_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "PATIENCE", 0.01)

    async def talk(listener: Listener) -> None:
        listener.wire.waiting = 100_000
        listener.protocol.pause_writing()
        while not listener.wire.is_closing():
            await asyncio.sleep(0.01)
        assert listener.code() == 1013

    listening(talk)


def test_who_takes_little_stays() -> None:
    async def talk(listener: Listener) -> None:
        listener.wire.waiting = 100_000
        listener.protocol.pause_writing()
        for _ in range(3):  # as if the time were over
            listener.wire.waiting -= 1
            listener.protocol._look(listener.wire.waiting + 1)
            assert not listener.wire.is_closing()
        listener.protocol._look(listener.wire.waiting)
        assert listener.wire.is_closing()

    listening(talk)


def test_who_takes_all_in_the_end_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "PATIENCE", 0.01)

    async def talk(listener: Listener) -> None:
        listener.wire.waiting = 100_000
        listener.protocol.pause_writing()
        listener.protocol.resume_writing()
        await asyncio.sleep(0.05)
        assert not listener.wire.is_closing()

    listening(talk)


def test_who_does_not_answer_pings_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    for setting in ("ws_ping_interval", "ws_ping_timeout"):
        monkeypatch.setitem(SOCKETS, setting, 0.01)

    async def talk(listener: Listener) -> None:
        while not listener.wire.is_closing():
            await asyncio.sleep(0.01)
        assert listener.code() == 1011

    listening(talk)


def raw(socket: Socket) -> sockets.socket:
    return socket._socket.socket


@pytest.mark.parametrize(
    "data, code",
    [
        (frame(Opcode.TEXT, b"\xff\xfe"), 1007),
        (frame(Opcode.TEXT, b"\xe2\x82", fin=False) + frame(Opcode.CONT, b"x"), 1007),
        (frame(Opcode.TEXT, b"\xff") * 3, 1007),
        (frame(Opcode.CLOSE, b"\x03\xe8\xff"), 1007),
        (frame(Opcode.TEXT, fin=False) + frame(Opcode.CONT, fin=False) * 64, 1008),
        (frame(Opcode.CONT), 1002),
        (b"\x83\x80abcd", 1002),
        (b"\x81\x01a", 1002),
    ],
    ids=[
        "not UTF-8",
        "not UTF-8 together",
        "not UTF-8 thrice",
        "a reason that is not UTF-8",
        "fragments",
        "a fragment of nothing",
        "no such opcode",
        "not masked",
    ],
)
def test_frames_that_no_client_sends(
    address: Address, caplog: pytest.LogCaptureFixture, data: bytes, code: int
) -> None:
    table = address.open()
    with table.socket(1) as ada, table.socket(2) as eve:
        eve.next("presence")
        caplog.clear()
        raw(eve).sendall(data)
        assert eve.code() == code
        assert ada.do(1, "say", phrase="hello")["type"] == "done"
    assert [record for record in caplog.records if record.levelno > logging.INFO or record.exc_info] == []


def test_others_play_on_while_somebody_floods(address: Address) -> None:
    table = address.open()
    with table.socket(1, 2) as both, table.socket() as eve:
        eve.next("presence")
        flood = frame(Opcode.TEXT, fin=False) + frame(Opcode.CONT, fin=False) * 1_000_000
        with contextlib.suppress(OSError):  # nobody listens to the end
            raw(eve).sendall(flood)
        assert eve.code() in (0, 1008)  # what was sent to a line full of rubbish may get lost
        assert both.do(1, "play", move="a1a5", turn=1)["type"] == "done"


def test_a_client_that_asks_much_at_once_gets_every_answer(address: Address) -> None:
    table = address.open()
    with table.socket(1) as socket:
        for _ in range(300):
            socket.send({"type": "ping"})
        assert [socket.next("pong", "refused")["type"] for _ in range(300)] == ["pong"] * 300


def test_messages_are_not_compressed(address: Address) -> None:
    """Each socket would need a compressor of its own, which is much for a thousand of them."""
    table = address.open()
    with table.socket(1) as socket:
        assert not socket.extensions
