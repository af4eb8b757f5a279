"""Whatever goes wrong between the disk and those who look on: within five seconds everybody sees what is stored, and
nobody is ever shown less than before."""

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rowlock.store import Append, StoreUnavailable
from tests.redis_server import RedisServer, redis_server
from tests.server.serving import Background, Opened, Socket, lavish

__all__ = ["redis_server"]

LAW = 5.0
"""Seconds."""
FIRST = {"move": "a1a5", "turn": 1, "id": "first"}


@pytest.fixture
def only_news(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks of their own accord."""
    monkeypatch.setattr("rowlock.server.tables.LOOKING", 3600.0)


@pytest.fixture
def two(redis_server: RedisServer, tmp_path: Path) -> Iterator[tuple[Background, Background]]:
    settings = lavish(tmp_path / "db", redis=redis_server.address)
    with Background(settings) as one, Background(settings) as other:
        yield one, other


def at(server: Background, table: Opened) -> Opened:
    """The same table, reached through another server."""
    return Opened(server.address, table.id, table.tokens)


def looking(socket: Socket) -> Socket:
    socket.next("presence")
    return socket


def sees(socket: Socket, revision: int) -> None:
    """Somebody who looks on is told in time."""
    begun = time.monotonic()
    while socket.next("changed")["revision"] < revision:
        pass
    assert socket.messages[-1]["revision"] == revision
    assert time.monotonic() - begun < LAW


def lose_answers(monkeypatch: pytest.MonkeyPatch, server: Background) -> pytest.MonkeyPatch:
    """What is written reaches the disk, but nobody is told."""
    store = server.tables.store
    write = store.append

    async def answer_lost(*appends: Append) -> None:
        await write(*appends)
        raise StoreUnavailable("the connection broke")

    monkeypatch.setattr(store, "append", answer_lost)
    return monkeypatch


def dies_before_telling(monkeypatch: pytest.MonkeyPatch, server: Background) -> None:
    monkeypatch.setattr(server.tables.ledger._news, "publish", lambda *_: None)


@pytest.mark.usefixtures("only_news")
def test_a_commit_whose_answer_was_lost_is_told_everywhere(
    two: tuple[Background, Background], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    table = one.address.open()
    with looking(at(other, table).socket(2)) as there:
        with monkeypatch.context() as patch:
            lose_answers(patch, one)
            assert one.address.refused(f"{table.path}/moves", FIRST, table.tokens[1])[0] == 503
        assert one.address.post(f"{table.path}/moves", FIRST, table.tokens[1])["revision"] == 3
        sees(there, 3)


def test_who_dies_before_telling_is_not_waited_for(
    two: tuple[Background, Background], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    table = one.address.open()
    with looking(at(other, table).socket(2)) as there:
        dies_before_telling(monkeypatch, one)
        table.play(1, "a1a5")
        sees(there, 3)


@pytest.mark.usefixtures("only_news")
def test_nobody_is_shown_less_than_they_have_seen(
    two: tuple[Background, Background], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also at a server that has the table in memory, and where others look at it, but that heard no news."""
    one, other = two
    table = one.address.open()
    dies_before_telling(monkeypatch, one)
    with looking(at(other, table).socket(2)) as boris:
        table.play(1, "a1a5")
        assert at(other, table).view(1)["revision"] == 3
        sees(boris, 3)
        table.play(2, "b1b5")
        with at(other, table).socket(1, since=4) as ada:
            welcome = ada.next("welcome")
            assert (welcome["table"]["revision"], welcome["missed"]) == (4, [])


@pytest.mark.parametrize("how", ["stopped", "silent"])
def test_redis_is_away(two: tuple[Background, Background], redis_server: RedisServer, how: str) -> None:
    one, other = two
    table = one.address.open()
    with looking(table.socket(1)) as here, looking(at(other, table).socket(2)) as there:
        (redis_server.stop if how == "stopped" else redis_server.pause)()
        try:
            for number, move in enumerate(["a1a5", "b1b5", "c1c5", "d1d5"]):
                mover, watcher = (here, there) if number % 2 == 0 else (there, here)
                assert mover.do(number % 2 + 1, "play", move=move, turn=number + 1)["type"] == "done"
                assert table.view()["revision"] == at(other, table).view()["revision"] == number + 3
                sees(watcher, number + 3)
        finally:
            (redis_server.start if how == "stopped" else redis_server.resume)()


def test_an_answer_that_never_comes_holds_up_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A commit is on disk, but the line to the database has gone silent: who waits for it holds the table."""
    with Background(lavish(tmp_path / "db")) as server:
        table = server.address.open()
        store = server.tables.store
        write = store.append

        async def no_answer(*appends: Append) -> None:
            await write(*appends)
            await asyncio.sleep(2 * LAW)
            raise StoreUnavailable("no answer")

        monkeypatch.setattr(store, "append", no_answer)
        with looking(table.socket(1)) as ada, looking(table.socket(2)) as boris:
            ada.send({"type": "do", "seat": 1, "command": {"type": "play", **FIRST}})
            sees(boris, 3)
            begun = time.monotonic()
            with table.socket(1, since=3) as again:
                assert again.next("welcome")["table"]["revision"] == 3
            assert table.view()["revision"] == 3
            assert time.monotonic() - begun < LAW


def test_nobody_takes_the_seat_of_somebody_who_is_there(two: tuple[Background, Background]) -> None:
    """Though they are connected to another server than the one who asks for it."""
    one, other = two
    table = one.address.open(grace=0)
    with looking(table.socket(1)) as ada, looking(at(other, table).socket(2)) as boris:
        while boris.messages[-1].get("connected") != [1, 2]:
            boris.next("presence")
        while ada.messages[-1].get("connected") != [1, 2]:
            ada.next("presence")
        refused = boris.do(2, "replace", seat=1, level="easy")
        assert refused["refused"]["code"] == "still-there"
        assert at(other, table).view()["seats"][0]["connected"]


def test_who_has_gone_may_be_replaced_from_anywhere(two: tuple[Background, Background]) -> None:
    one, other = two
    table = one.address.open(grace=1)
    with looking(at(other, table).socket(2)) as boris:
        with looking(table.socket(1)):
            pass
        while boris.messages[-1].get("connected") != [2]:
            boris.next("presence")
        give_up = time.monotonic() + 30
        while boris.do(2, "replace", seat=1, level="easy")["type"] == "refused":
            assert time.monotonic() < give_up
            time.sleep(0.2)


def test_while_nobody_knows_who_is_there_nobody_is_replaced(
    two: tuple[Background, Background], redis_server: RedisServer
) -> None:
    one, other = two
    table = one.address.open(grace=0)
    with looking(table.socket(1)), looking(at(other, table).socket(2)) as boris:
        redis_server.stop()
        refused = boris.do(2, "replace", seat=1, level="easy")
        assert refused["refused"]["code"] == "still-there"
        assert table.do(1, "leave")["seats"][0]["left"]  # who says so themselves is away
        assert boris.do(2, "replace", seat=1, level="easy")["type"] == "done"
