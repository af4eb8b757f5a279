"""The end of a server and the beginning of the next: bots, clocks and people go on where they were."""

import asyncio
import json
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from rowlock.server.clock import now
from rowlock.server.ledger import append_of
from rowlock.server.news import NoNews
from rowlock.server.tables import Tables
from rowlock.store import Store, StoreUnavailable, open_store
from rowlock.table import seating
from rowlock.table.apply import replay
from rowlock.table.options import Clock, Options, SeatPlan
from tests.server.serving import PEOPLE, Background, lavish, process

BOT = {"kind": "bot", "level": "easy"}


class Time:
    """The server's clock, which may jump."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.ahead = 0
        monkeypatch.setattr("rowlock.server.clock.now", lambda: now() + self.ahead)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


def test_everything_is_there_again(tmp_path: Path) -> None:
    with Background(lavish(tmp_path / "db")) as server:
        table = server.address.open("qwixx")
        table.play(1, "roll")
        table.play(2, "pass")  # sealed
        before = table.view(2)
    with Background(lavish(tmp_path / "db")) as server:
        table.address = server.address
        after = table.view(2)
        assert {**after, "now": 0} == {**before, "now": 0}
        assert after["sealed"] == {"2": "pass"}
        table.play(1, "pass")
        assert table.view()["plies"] > before["plies"]


def test_bots_go_on(tmp_path: Path) -> None:
    with Background(lavish(tmp_path / "db", bot_pause=3600.0)) as server:
        table = server.address.open("quixo", [BOT, PEOPLE[0]])
        assert table.view()["plies"] == 0
    with Background(lavish(tmp_path / "db")) as server:  # nobody has to come and ask
        live = wait(lambda: server.tables.ledger.live.get(table.id))
        wait(lambda: len(live.table.plies) == 1)


def wait(condition: Callable[[], Any]) -> Any:
    """What a condition says as soon as it is true."""
    for _ in range(6000):
        if it := condition():
            return it
        time.sleep(0.02)
    raise AssertionError("in vain")


def test_clocks_go_on_without_the_time_in_between(tmp_path: Path, later: Time) -> None:
    with Background(lavish(tmp_path / "db")) as server:
        table = server.address.open("quixo", clock={"per_game": 600})
    later.ahead = 3_600_000
    with Background(lavish(tmp_path / "db")) as server:
        assert table.id not in server.tables.ledger.live  # before anybody looks at it
        table.at(server).view()
        state = server.tables.ledger.live[table.id].table
        assert state.status == "playing"
        assert state.clocks is not None
        assert state.clocks.left_at(1, now() + later.ahead) > 300_000


def test_clocks_run_out_after_a_restart(tmp_path: Path) -> None:
    with Background(lavish(tmp_path / "db")) as server:
        table = server.address.open("quixo", clock={"per_move": 2})
    with Background(lavish(tmp_path / "db")) as server:
        table.address = server.address
        view = table.wait_until(lambda view: view["status"] == "over")
        assert view["outcome"]["reason"] == "time"
        assert view["outcome"]["places"] == [2, 1]


def test_a_server_that_slept_gives_the_time_back(tmp_path: Path, later: Time) -> None:
    """A closed lid, say: the process is there, but no clock ran for it."""
    with Background(lavish(tmp_path / "db")) as server:
        table = server.address.open("quixo", clock={"per_move": 600})
        with table.socket(1) as ada:
            ada.next("presence")
            later.ahead = 3_600_000
            resumed = ada.next("changed")["events"]
            assert [event["event"]["type"] for event in resumed] == ["resumed"]
            assert resumed[0]["event"]["lost"] > 3_590_000
        assert table.view()["status"] == "playing"


class TestStartsThatFail:
    """Tables are started on a store whose signs of life don't get through."""

    NOON = 1_700_000_000_000

    @contextmanager
    def clock_at(self, monkeypatch: pytest.MonkeyPatch, at: int) -> Iterator[None]:
        with monkeypatch.context() as patch:
            patch.setattr("rowlock.server.clock.now", lambda: at)
            yield

    def test_the_next_start_gives_back_what_both_lost(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def play() -> None:
            store = await open_store(str(tmp_path / "db"))
            try:
                await self.open_table(store)
                await store.beat(self.NOON)
                with self.clock_at(monkeypatch, self.NOON + 100_000), monkeypatch.context() as patch:
                    patch.setattr(store, "beat", self.no_beat)
                    with pytest.raises(StoreUnavailable):
                        await Tables(store, lavish(""), NoNews()).start()
                with self.clock_at(monkeypatch, self.NOON + 150_000):
                    tables = Tables(store, lavish(""), NoNews())
                    await tables.start()
                    table = (await tables.ledger.get("t")).table
                    assert table.clocks is not None
                    assert table.clocks.left_at(1, self.NOON + 150_000) == 60_000
                    await tables.close()
            finally:
                await store.close()

        asyncio.run(play())

    async def open_table(self, store: Store) -> None:
        options = Options(first=1, clock=Clock(per_game=60))
        seats = (SeatPlan("human"), SeatPlan("human"))
        events = seating.open_table("t", "quixo", seats, ("a", "b"), options, "00" * 32, self.NOON)
        await store.append(append_of(replay(events), 0, events))

    @staticmethod
    async def no_beat(*_: int) -> None:
        raise StoreUnavailable("killed here")


def test_the_end_in_good_order(tmp_path: Path) -> None:
    """What was sent is finished and answered, sockets are told, and the log has neither errors nor tokens."""
    settings = lavish(tmp_path / "db")
    with process(settings, tmp_path) as server:
        tables = [server.address.open() for _ in range(8)]
        with tables[0].socket(1) as ada, ThreadPoolExecutor(8) as pool:
            ada.next("presence")
            moves = [pool.submit(table.play, 1, "a1a5") for table in tables]
            wait(lambda: any(move.done() for move in moves))
            server.process.send_signal(signal.SIGTERM)
            acknowledged = [table for table, move in zip(tables, moves, strict=True) if not move.exception()]
            assert ada.code() == 1012
        assert server.end() in (0, -signal.SIGTERM)
        lines = [json.loads(line) for line in server.log.splitlines()]
        assert not [line for line in lines if line["level"] in ("error", "critical")]
        assert not [token for table in tables for token in table.tokens.values() if token in server.log]
    assert acknowledged
    with Background(settings) as again:
        for table in acknowledged:
            table.address = again.address
            assert table.view()["plies"] == 1
