"""Several servers on one database, with Redis between them: whoever is connected where, all see the same."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest
import redis

from rowlock.server.bot_seats import BotSeats
from rowlock.server.live import Live
from rowlock.server.news import CHANNEL, NoNews, RedisNews
from rowlock.table.table import Table
from tests.redis_server import RedisServer, redis_server
from tests.server.serving import PATIENCE, PEOPLE, Background, Opened, Process, lavish
from tests.server.test_restart import wait

__all__ = ["redis_server"]


@pytest.fixture
def two(redis_server: RedisServer, tmp_path: Path) -> Iterator[tuple[Background, Background]]:
    settings = lavish(tmp_path / "db", redis=redis_server.address)
    with Background(settings) as one, Background(settings) as other:
        yield one, other


def at(server: Background, table: Opened) -> Opened:
    """The same table, reached through another server."""
    return Opened(server.address, table.id, table.tokens)


def test_a_move_here_is_seen_there(two: tuple[Background, Background]) -> None:
    one, other = two
    table = one.address.open()
    with table.socket(1) as here, at(other, table).socket(2) as there:
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


def test_what_was_acknowledged_here_counts_there_at_once(two: tuple[Background, Background]) -> None:
    """Even before the news has arrived, and with somebody connected, so that the table is in memory."""
    one, other = two
    table = one.address.open(repetition=False)
    with table.socket() as here, at(other, table).socket() as there:
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
        turn = at(other, table).view()["turn"]
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
    with at(other, table).socket() as there:
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
    monkeypatch.setattr("rowlock.server.tables.LEFT_ALONE", 3_600_000)
    one, other = two
    table = one.address.open("quixo", [{"kind": "bot", "level": "easy"}] * 2, size=3)
    with at(other, table).socket() as there:
        while there.receive().get("table", {}).get("status") != "over":
            pass
    plies = table.view()["plies"]
    assert list(asked.values()) == [1] * plies


def test_a_rematch_is_open_everywhere(two: tuple[Background, Background]) -> None:
    one, other = two
    table = one.address.open()
    table.do(1, "resign")
    table.do(1, "rematch")
    following = at(other, table).do(2, "rematch")["next"]
    assert one.address.get(f"/tables/{following}", table.tokens[1])["you"] == [1]


def test_redis_goes_and_comes_back(two: tuple[Background, Background], redis_server: RedisServer) -> None:
    one, other = two
    table = one.address.open()
    with at(other, table).socket(2) as there:
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
    with at(other, table).socket(2) as there:
        there.next("presence")
        with redis.Redis.from_url(redis_server.address) as client:
            for text in (b"", b"\xff\xfe", b"x y", b"99 " + table.id.encode(), b"99 nothere"):
                client.publish(CHANNEL, text)
        table.play(1, "a1a5")
        assert there.next("changed")["revision"] == 3


def test_the_store_is_away_when_the_news_comes(tmp_path: Path, redis_server: RedisServer) -> None:
    """The listener lives on, and reads the table when it is next wanted."""
    path, aside = tmp_path / "db", tmp_path / "aside"
    with Background(lavish(path, redis=redis_server.address)) as server:
        table = server.address.open()
        with table.socket(1) as ada, redis.Redis.from_url(redis_server.address) as client:
            ada.next("presence")
            path.rename(aside)
            client.publish(CHANNEL, f"99 {table.id}")
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
    with table.socket(1) as here, at(other, table).socket(2) as there:
        here.next("presence")
        there.next("presence")
        redis_server.pause()
        try:
            assert here.do(1, "play", move="a1a5", turn=1)["type"] == "done"
        finally:
            redis_server.resume()
        assert there.next("changed")["revision"] == 3


class Heard:
    """News by Redis, and what comes of it."""

    def __init__(self, address: str) -> None:
        self.news = RedisNews(address)
        self.told: list[tuple[str, int]] = []
        self.deaf = 0
        self.news.listen(self._listener, self._deaf)

    def _listener(self, table: str, revision: int) -> None:
        self.told.append((table, revision))

    async def _deaf(self) -> None:
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
            here, there = Heard(redis_server.address), Heard(redis_server.address)
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
            sender = RedisNews(redis_server.address)
            for number in range(10):
                sender.publish("busy", number)
            for name in "abc":
                sender.publish(name, 1)
            listener = Heard(redis_server.address)
            await listener.until(lambda: listener.deaf)
            await sender.close()  # what is left is sent then
            await listener.until(lambda: len(listener.told) == 3)
            assert listener.told == [("a", 1), ("b", 1), ("c", 1)]
            await listener.news.close()

        asyncio.run(play())


def test_news_without_anybody_are_no_trouble() -> None:
    async def play() -> None:
        news = NoNews()
        news.publish("t", 1)
        await news.close()

    asyncio.run(play())
