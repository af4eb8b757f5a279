"""Whatever goes wrong between the disk and those who look on: within five seconds everybody sees what is stored, and
nobody is ever shown less than before."""

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import redis

from rowlock.server import clock
from rowlock.server.attendance import FRESH, Words, WordSent
from rowlock.server.live import Connection, Live
from rowlock.store import Append, StoreUnavailable
from rowlock.table import seating
from rowlock.table.apply import replay
from rowlock.table.options import Options, SeatPlan
from tests.redis_server import RedisServer
from tests.server.serving import PATIENCE, Background, Socket, lavish

LAW = 5.0
"""Seconds."""
FIRST = {"move": "a1a5", "turn": 1, "id": "first"}


@pytest.fixture
def only_news(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks of their own accord."""
    monkeypatch.setattr("rowlock.server.tables.LOOKING", 3600.0)


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
    with looking(table.at(other).socket(2)) as there:
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
    with looking(table.at(other).socket(2)) as there:
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
    with looking(table.at(other).socket(2)) as boris:
        table.play(1, "a1a5")
        assert table.at(other).view(1)["revision"] == 3
        sees(boris, 3)
        table.play(2, "b1b5")
        with table.at(other).socket(1, since=4) as ada:
            welcome = ada.next("welcome")
            assert (welcome["table"]["revision"], welcome["missed"]) == (4, [])


@pytest.mark.parametrize("how", ["stopped", "silent"])
def test_redis_is_away(two: tuple[Background, Background], redis_server: RedisServer, how: str) -> None:
    one, other = two
    table = one.address.open()
    with looking(table.socket(1)) as here, looking(table.at(other).socket(2)) as there:
        (redis_server.stop if how == "stopped" else redis_server.pause)()
        try:
            for number, move in enumerate(["a1a5", "b1b5", "c1c5", "d1d5"]):
                mover, watcher = (here, there) if number % 2 == 0 else (there, here)
                assert mover.do(number % 2 + 1, "play", move=move, turn=number + 1)["type"] == "done"
                assert table.view()["revision"] == table.at(other).view()["revision"] == number + 3
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
    with looking(table.socket(1)) as ada, looking(table.at(other).socket(2)) as boris:
        while boris.messages[-1].get("connected") != [1, 2]:
            boris.next("presence")
        while ada.messages[-1].get("connected") != [1, 2]:
            ada.next("presence")
        refused = boris.do(2, "replace", seat=1, level="easy")
        assert refused["refused"]["code"] == "still-there"
        assert table.at(other).view()["seats"][0]["connected"]


def test_who_has_gone_may_be_replaced_from_anywhere(two: tuple[Background, Background]) -> None:
    one, other = two
    table = one.address.open(grace=1)
    with looking(table.at(other).socket(2)) as boris:
        with looking(table.socket(1)):
            pass
        while boris.messages[-1].get("connected") != [2]:
            boris.next("presence")
        give_up = time.monotonic() + PATIENCE
        while boris.do(2, "replace", seat=1, level="easy")["type"] == "refused":
            assert time.monotonic() < give_up
            time.sleep(0.2)


def test_while_nobody_knows_who_is_there_nobody_is_replaced(
    two: tuple[Background, Background], redis_server: RedisServer
) -> None:
    one, other = two
    table = one.address.open(grace=0)
    with looking(table.socket(1)), looking(table.at(other).socket(2)) as boris:
        redis_server.stop()
        refused = boris.do(2, "replace", seat=1, level="easy")
        assert refused["refused"]["code"] == "still-there"
        assert table.do(1, "leave")["seats"][0]["left"]  # who says so themselves is away
        assert boris.do(2, "replace", seat=1, level="easy")["type"] == "done"


def away(server: Background, table: str) -> dict[int, int]:
    """Since when whom nobody has seen, as this server knows it."""
    tables = server.tables
    asked = tables._away(tables.ledger.live[table])
    return asyncio.run_coroutine_threadsafe(asked, server.loop).result(PATIENCE)[0]


def tell_everything(server: Background) -> None:
    asyncio.run_coroutine_threadsafe(server.tables._exchange(), server.loop).result(PATIENCE)


def test_redis_forgets_who_is_there(
    two: tuple[Background, Background], redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was started anew, and the other server has not said so yet."""
    one, other = two
    table = one.address.open(grace=0)
    with looking(table.socket(1)), looking(table.at(other).socket(2)) as boris:
        for server in two:
            monkeypatch.setattr(server.tables, "_exchange", nothing)
        with redis.Redis.from_url(redis_server.address) as client:
            client.flushall()
        refused = boris.do(2, "replace", seat=1, level="easy")
        assert refused["refused"]["code"] == "still-there"
        assert away(other, table.id) == {}


async def nothing() -> None:
    """What is not done."""


def test_the_time_that_asking_takes_does_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who was away for a moment may be back when the server, which was stopped or waited, decides."""
    with Background(lavish(tmp_path / "db")) as server:
        table = server.address.open(grace=600)

        async def an_hour(_table: str, _alive: set[int], now: int) -> tuple[Words, int]:
            clock.Hand.offset += 3_600_000
            return (), now

        with looking(table.socket(2)) as boris:
            monkeypatch.setattr(server.tables._attendance, "elsewhere", an_hour)
            refused = boris.do(2, "replace", seat=1, level="easy")
        assert refused["refused"]["code"] == "still-there"


def test_absence_counts_as_far_as_all_have_told(
    two: tuple[Background, Background], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever goes to a server that can tell nobody of it has not been away for longer than is known."""
    one, other = two
    table = one.address.open(grace=1)
    with looking(table.at(other).socket(2)) as boris:
        tell_everything(one)
        monkeypatch.setattr(one.tables._attendance, "exchange", nothing_is_told)
        with looking(table.at(other).socket(1)):
            pass
        with looking(table.socket(1)):
            clock.Hand.offset += 2_000
            refused = boris.do(2, "replace", seat=1, level="easy")
        assert refused["refused"]["code"] == "still-there"


async def nothing_is_told(*_: object, **__: object) -> None:
    """As if the line were cut."""


def test_no_older_word_takes_the_place_of_a_newer_one(
    two: tuple[Background, Background], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process says one thing after the other about who is there, and of many who come it tells together."""
    one, _ = two
    table = one.address.open()
    said: list[list[frozenset[int]]] = []
    speaking: list[int] = []

    async def say_slowly(ours: dict[str, WordSent], everything_at: int | None = None) -> dict[str, Words]:  # noqa: ARG001
        speaking.append(1)
        assert len(speaking) == 1
        said.append([word.seats for word in ours.values()])
        await asyncio.sleep(0.1)
        speaking.pop()
        return {}

    with looking(table.socket(1)):
        monkeypatch.setattr(one.tables._attendance, "exchange", say_slowly)
        live = one.tables.ledger.live[table.id]

        async def many_come() -> None:
            words = (one.tables._exchange(), *(one.tables._say(live) for _ in range(9)))
            await asyncio.gather(*words)

        asyncio.run_coroutine_threadsafe(many_come(), one.loop).result(PATIENCE)
        told = [seats for seats in said if seats]
        assert 2 <= len(told) < 9
        assert told[-1] == [{1}]


def test_who_plays_without_a_socket_is_there(two: tuple[Background, Background]) -> None:
    """For the other server, too: whether they act or only look."""
    one, other = two
    table = one.address.open(grace=600)
    with looking(table.at(other).socket(2)):
        acts: tuple[Callable[[], object], ...] = (lambda: table.play(1, "a1a5"), lambda: table.view(1))
        for act in acts:
            time.sleep(0.01)
            begun = clock.now()
            act()
            for server in two:
                tell_everything(server)
            assert away(other, table.id)[1] >= begun


def test_of_whose_server_died_it_is_told_that_they_are_away() -> None:
    events = seating.open_table(
        "t", "quixo", (SeatPlan("human"), SeatPlan("human")), ("a", "b"), Options(first=1), "00" * 32, 0
    )

    async def play() -> list[list[int]]:
        live = Live(replay(events), since=clock.now())
        looks = Connection(frozenset({"b"}), live.table)
        live.connections.add(looks)
        words = (WordSent(clock.now(), frozenset({1})),)
        live.hear(words)
        clock.Hand.offset += FRESH + 1
        live.hear(words)
        live.hear(words)
        return [json.loads(text)["connected"] for text in await looks.to_send()]

    assert asyncio.run(play()) == [[1, 2], [2]]
