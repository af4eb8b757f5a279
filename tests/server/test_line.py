"""What goes over a line is what was written and read, whatever it spares the system."""

import ast
import asyncio
import inspect
from importlib import metadata
from types import SimpleNamespace

import pytest
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from rowlock.server import line as lines
from rowlock.server.limits import Allowance
from rowlock.server.line import PIECE, Line
from tests.server.wire_end import Wire

OF_UVICORN = {
    "app_state",
    "close_sent",
    "conn",
    "connection_lost",
    "connection_made",
    "curr_msg_data_type",
    "data_received",
    "frames",
    "handle_cont",
    "handle_events",
    "handle_parser_exception",
    "handshake_complete",
    "handshake_initiated",
    "loop",
    "pause_writing",
    "resume_writing",
    "send_receive_event_to_app",
    "transport",
}
"""What `SocketProtocol` uses or overrides of uvicorn's protocol, which promises none of it."""
OF_WEBSOCKETS = {"events", "fail", "parser", "parser_exc", "receive_data"}
"""What it uses of the connection."""


def test_what_uvicorn_promises_nobody_is_still_there() -> None:
    config = uvicorn.Config(lambda: None, interface="asgi3", log_config=None)
    config.load()
    loop = asyncio.new_event_loop()
    protocol = WebSocketsSansIOProtocol(config, ServerState(), {}, loop)
    loop.close()
    version = metadata.version("uvicorn")
    for name in OF_UVICORN:
        assert hasattr(protocol, name), f"uvicorn {version} has no {name}: server/line.py must do without"
    for name in OF_WEBSOCKETS:
        assert hasattr(protocol.conn, name), f"websockets has no {name}: server/line.py must do without"


def test_all_of_it_is_named_here() -> None:
    [own] = [
        node
        for node in ast.parse(inspect.getsource(lines)).body
        if isinstance(node, ast.ClassDef) and node.name == "SocketProtocol"
    ]
    mine = {node.name for node in own.body if isinstance(node, ast.FunctionDef)}
    used = {node for node in ast.walk(own) if isinstance(node, ast.Attribute)}
    of_self = {node.attr for node in used if isinstance(node.value, ast.Name) and node.value.id == "self"}
    overridden = {name for name in mine if not name.startswith("_")}
    assert {name for name in of_self | overridden if not name.startswith("_")} == OF_UVICORN
    assert {node.attr for node in used if ast.unparse(node.value) in ("conn", "self.conn")} == OF_WEBSOCKETS


def deaf(_: bytes) -> None:
    """Takes what comes in."""


def test_what_is_written_in_one_turn_of_the_loop_goes_out_at_once() -> None:
    async def talk() -> None:
        wire = Wire()
        line = Line(wire, asyncio.get_running_loop(), deaf)
        line.write(b"one ")
        line.write(b"two")
        assert wire.told == []
        await asyncio.sleep(0)
        line.write(b"three")
        await asyncio.sleep(0)
        assert wire.told == [b"one two", b"three"]

    asyncio.run(talk())


def test_the_last_words_are_sent_before_the_line_is_closed() -> None:
    async def talk() -> None:
        wire = Wire()
        line = Line(wire, asyncio.get_running_loop(), deaf)
        line.write(b"good-bye")
        line.close()
        line.write(b"nobody hears this")
        await asyncio.sleep(0)
        assert wire.told == [b"good-bye", "close"]

    asyncio.run(talk())


def test_reading_stops_only_when_more_comes_in_than_is_taken() -> None:
    async def talk() -> None:
        wire = Wire()
        line = Line(wire, asyncio.get_running_loop(), deaf)
        for _ in range(3):  # each message is taken before the next one comes
            line.received(b"word")
            line.pause_reading()
            line.resume_reading()
        assert wire.told == []
        line.received(b"word")
        line.pause_reading()
        line.received(b"word")
        assert wire.told == ["pause"]
        line.resume_reading()
        assert wire.told == ["pause", "resume"]

    asyncio.run(talk())


def test_whoever_takes_nothing_is_not_listened_to() -> None:
    async def talk() -> None:
        wire = Wire()
        line = Line(wire, asyncio.get_running_loop(), deaf)
        line.jam()
        line.pause_reading()
        line.resume_reading()
        assert wire.told == ["pause"]
        line.flow()
        assert wire.told == ["pause", "resume"]

    asyncio.run(talk())


def test_whoever_takes_nothing_does_not_hold_up_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowlock.server.line.LAST_WORDS", 0.01)

    async def talk() -> None:
        wire = Wire()
        line = Line(wire, asyncio.get_running_loop(), deaf)
        line.close()
        await asyncio.sleep(0.1)
        assert wire.told == ["close", "abort"]

    asyncio.run(talk())


def test_what_comes_at_once_is_taken_in_pieces_and_in_order() -> None:
    async def talk() -> None:
        wire, taken = Wire(), list[bytes]()
        line = Line(wire, asyncio.get_running_loop(), taken.append)
        data = bytes(i % 251 for i in range(3 * PIECE + 100))
        line.received(data)
        for pieces in (1, 2, 3):
            assert (len(taken), wire.told) == (pieces, ["pause"])
            await asyncio.sleep(0)  # others have their turn
        assert b"".join(taken) == data
        assert max(map(len, taken)) == PIECE
        assert wire.told == ["pause", "resume"]

    asyncio.run(talk())


def test_pieces_wait_until_what_was_said_before_is_taken() -> None:
    async def talk() -> None:
        wire, taken = Wire(), list[bytes]()
        line = Line(wire, asyncio.get_running_loop(), taken.append)
        line.received(b"x" * 2 * PIECE)
        for stop, go_on in ((line.pause_reading, line.resume_reading), (line.jam, line.flow)):
            stop()
            await asyncio.sleep(0.01)
            assert (len(taken), wire.told) == (1, ["pause"])
            if stop == line.jam:
                go_on()
            else:
                line.jam()
                go_on()
        await asyncio.sleep(0.01)
        assert (len(taken), wire.told) == (2, ["pause", "resume"])

    asyncio.run(talk())


def test_pieces_of_a_line_that_is_lost_are_dropped() -> None:
    async def talk() -> None:
        wire, taken = Wire(), list[bytes]()
        line = Line(wire, asyncio.get_running_loop(), taken.append)
        line.received(b"x" * 3 * PIECE)
        line.lost()
        await asyncio.sleep(0.01)
        assert len(taken) == 1

    asyncio.run(talk())


def test_an_allowance(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("rowlock.server.limits.time", SimpleNamespace(monotonic=lambda: now))
    allowance = Allowance(10)
    assert [allowance.covers(1) for _ in range(42)] == [True] * 40 + [False] * 2
    now += 0.5  # five more, of which two are owed
    assert [allowance.covers(1) for _ in range(4)] == [True] * 3 + [False]
    now += 3600
    assert [allowance.covers(20) for _ in range(3)] == [True, True, False]
