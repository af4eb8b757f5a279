"""Clocks at tables that nobody has loaded, and clocks of machines that are wrong."""

import asyncio
import time
from dataclasses import replace
from pathlib import Path

import pytest

from rowlock.server import clock
from rowlock.server.ledger import append_of
from rowlock.server.news import NoNews
from rowlock.server.tables import Tables
from rowlock.server.timekeeper import Timekeeper
from rowlock.store import Silence, Store, open_store
from rowlock.table import seating
from rowlock.table.apply import replay
from rowlock.table.options import Clock, Options, SeatPlan
from tests.postgres import Postgres
from tests.server.serving import PEOPLE, Background, lavish
from tests.server.test_restart import wait

DAY = 86_400_000


async def open_clocked(store: Store, count: int) -> None:
    options = Options(first=1, clock=Clock(per_game=3_600))
    seats = (SeatPlan("human"), SeatPlan("human"))
    events = seating.open_table("t", "quixo", seats, ("a", "b"), options, "00" * 32, clock.now())
    one = append_of(replay(events), 0, events)
    await store.append(*(replace(one, table=f"t{number}") for number in range(count)))


async def start_time(store: Store, rounds: int) -> float:
    """The quickest of some starts; nothing is loaded, and nothing written to a table."""
    took: list[float] = []
    for _ in range(rounds):
        tables = Tables(store, lavish(""), NoNews())
        begin = time.perf_counter()
        await tables.start()
        took.append(time.perf_counter() - begin)
        assert not tables.ledger.live
        await tables._tasks.close()
        tables._thinkers.close()
    return min(took)


def test_a_start_does_not_depend_on_how_many_clocks_run(tmp_path: Path) -> None:
    async def play() -> None:
        few, many = await open_store(str(tmp_path / "few")), await open_store(str(tmp_path / "many"))
        await open_clocked(few, 10)
        await open_clocked(many, 5_000)
        assert await start_time(many, 5) < 3 * await start_time(few, 5) + 0.05
        assert await many.revision("t4999") == 2
        await few.close()
        await many.close()

    asyncio.run(play())


def test_whose_server_died_is_served_by_another_one_once(two: tuple[Background, Background]) -> None:
    one, other = two
    table = one.address.open("quixo", clock={"per_move": 1})

    def die() -> None:
        one.tables.ledger.live.pop(table.id).stop_timer()

    one.loop.call_soon_threadsafe(die)
    store = other.tables.store

    def over() -> bool:
        rows = asyncio.run_coroutine_threadsafe(store.tables(status="over"), other.loop).result(60)
        return any(row.id == table.id for row in rows)

    wait(over)
    assert table.view()["outcome"]["reason"] == "time"
    events = asyncio.run_coroutine_threadsafe(store.events(table.id), other.loop).result(60)
    assert sum('"type":"ended"' in event for event in events) == 1


def test_a_machine_whose_clock_is_wrong_goes_by_the_databases(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    right = clock.machine
    monkeypatch.setattr(clock, "machine", lambda: right() + 2_000)
    clock.Hand.offset += 2_000
    address = postgres.new_database()

    async def play() -> None:
        store = await open_store(address)
        keeper = Timekeeper(store, alone=False)
        await keeper.start()
        for _ in range(2):
            await keeper.beat()
        assert abs(clock.now() - right()) < 500
        await store.close()

    asyncio.run(play())
    assert "the clock of this machine is 2.0 s ahead" in caplog.text


def test_a_clock_that_jumps_by_days_moves_no_clock_of_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rowlock.server.tables.BEAT", 0.02)
    monkeypatch.setattr("rowlock.server.tables.HOUSEKEEPING", 0.02)
    monkeypatch.setattr("rowlock.server.tables.SWEEPING", 0)
    told = 0
    time_of = Store.time

    async def jumping(store: Store) -> int:
        nonlocal told
        told += 1
        return await time_of(store) + (DAY * 2, 0, -DAY * 2)[told % 3]

    with Background(lavish(tmp_path / "db")) as server:
        playing = server.address.open("quixo", clock={"per_move": 600})
        waiting = server.address.open("quixo", [PEOPLE[0], {"kind": "open"}])
        monkeypatch.setattr(Store, "time", jumping)
        wait(lambda: told > 30)
        assert playing.view()["status"] == "playing"
        assert waiting.view()["status"] == "waiting"
        assert abs(clock.now() - clock.machine()) < 1_000
        # A machine that stood still for seconds has truly lost them, but never days.
        assert server.tables._time.lost < 60_000


def test_after_a_restart_it_is_not_earlier(tmp_path: Path) -> None:
    """The machine was a day ahead. What has happened then has not happened in the future."""

    async def play() -> None:
        store = await open_store(str(tmp_path / "db"))
        await store.beat(clock.machine() + DAY)
        keeper = Timekeeper(store, alone=True)
        await keeper.start()
        assert clock.now() >= clock.machine() + DAY - 1_000
        assert keeper.lost < 1_000
        await store.close()

    asyncio.run(play())


def test_what_was_lost_since_a_moment(tmp_path: Path) -> None:
    async def play() -> None:
        store = await open_store(str(tmp_path / "db"))
        keeper = Timekeeper(store, alone=True)
        keeper._silences = [Silence(100, 150), Silence(200, 230)]
        assert [keeper.lost_since(at) for at in (0, 120, 150, 210, 230)] == [80, 60, 30, 20, 0]
        # Backwards: 20 until the last silence, 50 between the two.
        assert [keeper.before(250, span) for span in (20, 60, 80)] == [230, 160, 90]
        await store.close()

    asyncio.run(play())


def test_who_ends_leaves_their_bots_to_the_others_at_once(tmp_path: Path) -> None:
    """Nobody waits until the lease of a server runs out that has ended in good order."""
    with Background(lavish(tmp_path / "db", bot_pause=3600.0)) as server:
        table = server.address.open("quixo", [{"kind": "bot", "level": "easy"}] * 2)
        wait(lambda: server.tables._bots.asked(0.0))

    async def due() -> int | None:
        store = await open_store(str(tmp_path / "db"))
        [row] = await store.tables()
        await store.close()
        assert row.id == table.id
        return row.due_at

    found = asyncio.run(due())
    assert found is not None
    assert found <= clock.now()
