"""What goes over a line is what was written and read, whatever it spares the system."""

import asyncio

import pytest

from rowlock.server.line import Line
from tests.server.serving import Address


class Wire(asyncio.Transport):
    """The end of a connection, which keeps what it is told."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[object] = []

    def write(self, data: object) -> None:
        self.told.append(data)

    def pause_reading(self) -> None:
        self.told.append("pause")

    def resume_reading(self) -> None:
        self.told.append("resume")

    def close(self) -> None:
        self.told.append("close")

    def abort(self) -> None:
        self.told.append("abort")

    def is_closing(self) -> bool:
        return "close" in self.told


def test_what_is_written_in_one_turn_of_the_loop_goes_out_at_once() -> None:
    async def talk() -> None:
        wire = Wire()
        line = Line(wire, asyncio.get_running_loop())
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
        line = Line(wire, asyncio.get_running_loop())
        line.write(b"good-bye")
        line.close()
        line.write(b"nobody hears this")
        await asyncio.sleep(0)
        assert wire.told == [b"good-bye", "close"]

    asyncio.run(talk())


def test_reading_stops_only_when_more_comes_in_than_is_taken() -> None:
    async def talk() -> None:
        wire = Wire()
        line = Line(wire, asyncio.get_running_loop())
        for _ in range(3):  # each message is taken before the next one comes
            line.received()
            line.pause_reading()
            line.resume_reading()
        assert wire.told == []
        line.received()
        line.pause_reading()
        line.received()
        assert wire.told == ["pause"]
        line.resume_reading()
        assert wire.told == ["pause", "resume"]

    asyncio.run(talk())


def test_whoever_takes_nothing_is_not_listened_to() -> None:
    async def talk() -> None:
        wire = Wire()
        line = Line(wire, asyncio.get_running_loop())
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
        line = Line(wire, asyncio.get_running_loop())
        line.close()
        await asyncio.sleep(0.1)
        assert wire.told == ["close", "abort"]

    asyncio.run(talk())


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
