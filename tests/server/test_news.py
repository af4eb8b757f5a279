"""Several servers on one database, with Redis between them: whoever is connected where, all see the same."""

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import redis

from rowlock.server.attendance import RedisAttendance, key_of, some_number
from rowlock.server.bot_seats import BotSeats
from rowlock.server.ledger import Ledger
from rowlock.server.live import Live
from rowlock.server.news import CHANNELS, NoNews, RedisNews
from rowlock.store import Store
from rowlock.table.table import Table
from tests.redis_server import RedisServer
from tests.server.serving import PATIENCE, PEOPLE, Background, Process, lavish
from tests.server.test_restart import wait


def test_a_move_here_is_seen_there(two: tuple[Background, Background]) -> None:
    one, other = two
    table = one.address.open()
    with table.socket(1) as here, table.at(other).socket(2) as there:
        here.next("presence")
        there.next("presence")
        for number, move in enumerate(["a1a5", "b1b5", "c1c5", "d1d5"]):
            mover, watcher = (here, there) if number % 2 == 0 else (there, here)
            seat = number % 2 + 1
            assert mover.do(seat, "play", move=move, turn=number + 1)["type"] == "done"
            for socket in (mover, watcher):
                changed = socket.next("changed")
                assert changed["revision"] == number + 3
                assert changed["events"][-1]["event"]["move"] == move


@pytest.fixture
def no_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """What news don't tell, nobody hears soon."""
    monkeypatch.setattr("rowlock.server.tables.LOOKING", 3_600.0)


@pytest.mark.usefixtures("no_looks")  # before the servers start
def test_news_bring_what_happened(
    two: tuple[Background, Background], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody asks the database for moves that follow on what is known; after a gap it is asked."""
    asked: list[dict[str, int]] = []
    read = Store.events_behind

    async def counted(self: Store, revisions: Mapping[str, int]) -> dict[str, list[str]]:
        asked.append(dict(revisions))
        return await read(self, revisions)

    one, other = two
    monkeypatch.setattr(Store, "events_behind", counted)
    table = one.address.open(repetition=False)
    with table.socket(1) as here, table.at(other).socket(2) as there:
        wait(lambda: sum(table.id in known for known in asked) == 2)  # each once, when somebody has come
        for number in range(8):
            mover, watcher = (here, there) if number % 2 == 0 else (there, here)
            move = ("a1e1", "a5e5", "e1a1", "e5a5")[number % 4]
            assert mover.do(number % 2 + 1, "play", move=move, turn=number + 1)["type"] == "done"
            for socket in (mover, watcher):
                assert socket.next("changed")["revision"] == number + 3
        assert sum(table.id in known for known in asked) == 2
        lost: list[str] = []
        monkeypatch.setattr(RedisNews, "publish", lambda _news, name, *_rest: lost.append(name))
        assert here.do(1, "play", move="a1e1", turn=9)["type"] == "done"
        monkeypatch.undo()
        monkeypatch.setattr(Store, "events_behind", counted)
        assert there.do(2, "play", move="a5e5", turn=10)["type"] == "done"  # which tells it, too
        while here.messages[-1].get("revision") != 12:
            here.receive()
        assert lost == [table.id]


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """All news that come to any process; to be asked for before the servers start."""
    heard: list[tuple[str, int]] = []
    hear = Ledger.hear

    def noted(self: Ledger, name: str, revision: int, texts: Sequence[str] = ()) -> None:
        heard.append((name, revision))
        hear(self, name, revision, texts)

    monkeypatch.setattr(Ledger, "hear", noted)
    return heard


def test_news_go_to_those_who_look_only(
    heard: list[tuple[str, int]], two: tuple[Background, Background], redis_server: RedisServer
) -> None:
    """Neither to a process that has the table in memory, nor to the one that tells them."""
    one, other = two
    unseen, seen = one.address.open(), one.address.open()
    assert unseen.at(other).view()["revision"] == 2
    with seen.at(other).socket(2) as there, redis.Redis.from_url(redis_server.address) as client:
        wait(lambda: client.hexists(key_of(seen.id), str(other.tables._attendance.process)))
        unseen.play(1, "a1a5")
        seen.play(1, "a1a5")
        assert there.next("changed")["revision"] == 3
    assert set(heard) == {(seen.id, 3)}


@pytest.mark.usefixtures("no_looks")
def test_a_move_made_while_somebody_comes_is_not_missed(
    two: tuple[Background, Background], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After they have been welcomed, and before it is known through whom they look."""
    one, other = two
    table = one.address.open()
    tell = type(other.tables._attendance).exchange

    async def later(self: RedisAttendance, *what: Any, **more: Any) -> object:
        if self is other.tables._attendance and table.id in what[0]:
            await asyncio.to_thread(lambda: told.is_set() or table.play(1, "a1a5"))
            told.set()
        return await tell(self, *what, **more)

    told = threading.Event()
    monkeypatch.setattr(RedisAttendance, "exchange", later)
    with table.at(other).socket(2) as boris:
        assert boris.next("welcome")["table"]["revision"] == 2
        assert boris.next("changed")["revision"] == 3


def test_what_was_acknowledged_here_counts_there_at_once(two: tuple[Background, Background]) -> None:
    """Even before the news has arrived, and with somebody connected, so that the table is in memory."""
    one, other = two
    table = one.address.open(repetition=False)
    with table.socket() as here, table.at(other).socket() as there:
        here.next("presence")
        there.next("presence")
        for number in range(20):
            server = two[number % 2]
            seat, move = number % 2 + 1, ("a1e1", "a5e5", "e1a1", "e5a5")[number % 4]
            body = {"move": move, "turn": number + 1}
            answer = server.address.post(f"{table.path}/moves", body, table.tokens[seat])
            assert answer["plies"] == number + 1


def test_two_decide_at_the_same_moment(two: tuple[Background, Background]) -> None:
    one, other = two
    for _ in range(10):
        table = one.address.open("qwixx")
        table.play(1, "roll")
        turn = table.at(other).view()["turn"]
        body = {"move": "pass", "turn": turn}
        with ThreadPoolExecutor(2) as pool:
            asked = [
                pool.submit(server.address.ask, "POST", f"{table.path}/moves", body, table.tokens[seat])
                for seat, server in ((1, one), (2, other))
            ]
        assert [answer.result().status_code for answer in asked] == [200, 200]
        assert table.view()["plies"] >= 3


def test_bots_are_not_confused_by_two_servers(two: tuple[Background, Background]) -> None:
    one, other = two
    table = one.address.open("quixo", [{"kind": "bot", "level": "easy"}] * 2, size=3)
    with table.at(other).socket() as there:
        while there.receive().get("table", {}).get("status") != "over":
            pass
    assert table.view()["status"] == "over"


def test_a_bot_is_asked_by_one_server_only(
    two: tuple[Background, Background], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the one that made it its turn; the other would step in after a while, and has no reason to."""
    asked: Counter[tuple[str, int]] = Counter()
    think = BotSeats._thought

    async def counted(self: BotSeats, live: Live, table: Table, seat: int) -> str:
        asked[table.id, table.turn] += 1
        return await think(self, live, table, seat)

    monkeypatch.setattr(BotSeats, "_thought", counted)
    monkeypatch.setattr("rowlock.server.ledger.LEASE", 3_600_000)
    one, other = two
    table = one.address.open("quixo", [{"kind": "bot", "level": "easy"}] * 2, size=3)
    with table.at(other).socket() as there:
        while there.receive().get("table", {}).get("status") != "over":
            pass
    plies = table.view()["plies"]
    assert list(asked.values()) == [1] * plies


def test_a_rematch_is_open_everywhere(two: tuple[Background, Background]) -> None:
    one, other = two
    table = one.address.open()
    table.do(1, "resign")
    table.do(1, "rematch")
    following = table.at(other).do(2, "rematch")["next"]
    assert one.address.get(f"/tables/{following}", table.tokens[1])["you"] == [1]


def test_redis_goes_and_comes_back(two: tuple[Background, Background], redis_server: RedisServer) -> None:
    one, other = two
    table = one.address.open()
    with table.at(other).socket(2) as there:
        there.next("presence")
        redis_server.stop()
        table.play(1, "a1a5")  # goes on without, but there is no news of it
        redis_server.start()
        assert there.next("changed")["revision"] == 3  # until Redis is back
        assert there.do(2, "play", move="b1b5", turn=2)["type"] == "done"


def test_nonsense_on_the_channel_does_no_harm(
    two: tuple[Background, Background], redis_server: RedisServer
) -> None:
    one, other = two
    table = one.address.open()
    with table.at(other).socket(2) as there:
        there.next("presence")
        with redis.Redis.from_url(redis_server.address) as client:
            name, ended = table.id, '{"type":"ended","at":1,"reason":"agreed","places":[1,1]}'
            told: list[object] = [1, "x", [], [[name, 99]], [[name, 99, 7]], [["nothere", 99, []]], {"t": 1}]
            told += [
                [[name, 3, [event]]]
                for event in ("", "{}", "7", '{"type":"moved","at":1,"seat":7,"move":"x"}')
            ]
            told += [[[name, 99, []]], [[name, 2, [ended]]], [[name, 99, [ended]]], [[name, 3, [ended, 7]]]]
            for text in (b"", b"\xff\xfe", b"3 " + name.encode(), b"[" * 9_999, *map(json.dumps, told)):
                client.publish(channel(other), text)
        table.play(1, "a1a5")
        assert there.next("changed")["revision"] == 3


def channel(server: Background) -> str:
    return f"{CHANNELS}{server.tables._attendance.process}"


def test_the_store_is_away_when_the_news_comes(tmp_path: Path, redis_server: RedisServer) -> None:
    """The listener lives on, and reads the table when it is next wanted."""
    path, aside = tmp_path / "db", tmp_path / "aside"
    with Background(lavish(path, redis=redis_server.address)) as server:
        table = server.address.open()
        with table.socket(1) as ada, redis.Redis.from_url(redis_server.address) as client:
            ada.next("presence")
            path.rename(aside)
            client.publish(channel(server), json.dumps([[table.id, 99, []]]))
            wait(lambda: not server.tables.ledger._heard and not server.tables.ledger._news_came.is_set())
            aside.rename(path)
            wait(lambda: ada.do(1, "play", move="a1a5", turn=1)["type"] == "done")


def test_several_workers_of_one_command(tmp_path: Path, redis_server: RedisServer) -> None:
    server = Process(lavish(tmp_path / "db", redis=redis_server.address, workers=2), tmp_path / "log")
    try:
        server.wait()
        with ExitStack() as stack:
            table = server.address.open("quixo", PEOPLE)
            # Connections go to either worker; with ten of them hardly all to the same.
            sockets = [stack.enter_context(table.socket(1, 2)) for _ in range(10)]
            for socket in sockets:
                socket.next("presence")
            for number, move in enumerate(["a1a5", "b1b5", "c1c5", "d1d5", "e1e5"]):
                told = sockets[number].do(number % 2 + 1, "play", move=move, turn=number + 1)
                assert told["type"] == "done"
            for socket in sockets:
                while socket.messages[-1].get("revision") != 7:
                    socket.receive()
    finally:
        server.end()


def test_an_acknowledgement_does_not_wait_for_redis(
    two: tuple[Background, Background], redis_server: RedisServer
) -> None:
    """It takes connections, but says nothing any more."""
    one, other = two
    table = one.address.open()
    with table.socket(1) as here, table.at(other).socket(2) as there:
        here.next("presence")
        there.next("presence")
        redis_server.pause()
        try:
            assert here.do(1, "play", move="a1a5", turn=1)["type"] == "done"
        finally:
            redis_server.resume()
        assert there.next("changed")["revision"] == 3


class Heard:
    """News of some tables by Redis, and what comes of it."""

    def __init__(self, address: str, tables: str = "") -> None:
        number = some_number()
        self.news = RedisNews(address, number)
        self.where, self.wanted = address, {key_of(table): number for table in tables}
        self.told: list[tuple[str, int]] = []
        self.events: list[str] = []
        self.deaf = 0
        self.news.listen(self._listener, self._deaf)

    def _listener(self, table: str, revision: int, events: Sequence[str]) -> None:
        self.told.append((table, revision))
        self.events += events

    async def _deaf(self) -> None:
        if self.wanted:
            with redis.Redis.from_url(self.where) as client:
                for key, number in self.wanted.items():
                    client.hset(key, str(number), "here")
        self.deaf += 1

    async def until(self, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not condition():
                await asyncio.sleep(0.01)


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long."""
    monkeypatch.setattr("rowlock.server.news.AGAIN", 0.02)
    monkeypatch.setattr("rowlock.server.news.PATIENCE", 0.2)


def warnings(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "rowlock.news"]


@pytest.mark.usefixtures("soon")
class TestRedisAway:
    def test_it_is_said_once_and_without_the_password(self, caplog: pytest.LogCaptureFixture) -> None:
        async def play() -> None:
            heard = Heard("redis://ada:opensesame@127.0.0.1:1/0")
            heard.news.publish("t", 1)
            await heard.until(lambda: warnings(caplog))
            await asyncio.sleep(0.5)
            await heard.news.close()
            assert (heard.told, heard.deaf) == ([], 0)

        asyncio.run(play())
        [said] = warnings(caplog)
        assert said.startswith("Redis at redis://127.0.0.1:1/0 is away")
        assert "opensesame" not in caplog.text
        assert not [record for record in caplog.records if "opensesame" in str(vars(record))]

    @pytest.mark.parametrize("how", ["stopped", "silent"])
    def test_it_goes_and_comes_back(
        self, caplog: pytest.LogCaptureFixture, redis_server: RedisServer, how: str
    ) -> None:
        async def play() -> None:
            here, there = Heard(redis_server.address), Heard(redis_server.address, "t")
            await here.until(lambda: here.deaf == there.deaf == 1)
            away, back = (
                (redis_server.stop, redis_server.start)
                if how == "stopped"
                else (redis_server.pause, redis_server.resume)
            )
            away()
            await here.until(lambda: len(warnings(caplog)) == 2)
            here.news.publish("t", 7)
            await asyncio.sleep(0.5)
            assert len(warnings(caplog)) == 2
            await asyncio.to_thread(back)
            # Whoever was not listening yet when it was said has reason to read everything anew.
            await here.until(lambda: not here.news._unsent and here.deaf > 1 and there.deaf > 1)
            await here.until(lambda: len(warnings(caplog)) == 4)
            here.news.publish("t", 8)
            await here.until(lambda: ("t", 8) in there.told)
            await here.news.close()
            await there.news.close()

        asyncio.run(play())
        where = redis_server.address
        assert [said.split(",")[0] for said in warnings(caplog)] == [
            *[f"Redis at {where} is away"] * 2,
            *[f"Redis at {where} is back"] * 2,
        ]

    def test_of_each_table_only_the_newest_waits_and_not_too_many(
        self, monkeypatch: pytest.MonkeyPatch, redis_server: RedisServer
    ) -> None:
        monkeypatch.setattr("rowlock.server.news.MOST_UNSENT", 3)

        async def play() -> None:
            sender = RedisNews(redis_server.address, some_number())
            for number in range(10):
                sender.publish("busy", number)
            for name in "abc":
                sender.publish(name, 1)
            listener = Heard(redis_server.address, "abc")
            await listener.until(lambda: listener.deaf)
            await sender.close()  # what is left is sent then
            await listener.until(lambda: len(listener.told) == 3)
            assert listener.told == [("a", 1), ("b", 1), ("c", 1)]
            await listener.news.close()

        asyncio.run(play())


@pytest.mark.parametrize(
    "told, heard",
    [
        ([(3, "a"), (5, "bc")], (5, "abc")),
        ([(3, "a"), (6, "bc")], (6, "bc")),  # something lies between
        ([(3, "a"), (4, "")], (4, "")),
        ([(3, "a"), (30, "x" * 27)], (30, "")),  # more than is told along
    ],
)
def test_what_waits_is_told_together(
    redis_server: RedisServer, told: list[tuple[int, str]], heard: tuple[int, str]
) -> None:
    async def play() -> None:
        sender = RedisNews(redis_server.address, some_number())
        for revision, events in told:
            sender.publish("t", revision, list(events))
        listener = Heard(redis_server.address, "t")
        await listener.until(lambda: listener.deaf)
        await sender.close()
        await listener.until(lambda: listener.told)
        assert listener.told == [("t", heard[0])]
        assert "".join(listener.events) == heard[1]
        await listener.news.close()

    asyncio.run(play())


def test_news_without_anybody_are_no_trouble() -> None:
    async def play() -> None:
        news = NoNews()
        news.publish("t", 1)
        await news.close()

    asyncio.run(play())
