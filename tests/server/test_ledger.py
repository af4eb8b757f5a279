"""Tables in memory and in the store: what others wrote, what is not known to be written, what can't be read."""

import asyncio
import logging
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from rowlock.rules import Refusal
from rowlock.server.clock import now
from rowlock.server.ledger import Acknowledge, Decider, Ledger, NoSuchTable
from rowlock.server.live import Live
from rowlock.server.news import NoNews
from rowlock.server.tasks import Tasks
from rowlock.store import Append, open_store
from rowlock.table import seating
from rowlock.table.apply import replay
from rowlock.table.options import Options, SeatPlan
from tests.server.serving import PEOPLE, Background, Opened, lavish
from tests.server.test_catching_up import lose_answers
from tests.server.test_restart import wait

BOT = {"kind": "bot", "level": "easy"}


async def create(ledger: Ledger) -> None:
    plans = (SeatPlan("human"), SeatPlan("human"))
    events = seating.open_table("t", "quixo", plans, ("", ""), Options(), "00" * 32, now())
    await ledger.create(events, replay(events))


def test_who_looks_on_is_told_of_a_commit_whose_answer_was_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It did reach the disk; whoever sent it has gone, and nobody else acts."""
    monkeypatch.setattr("rowlock.server.tables.HOUSEKEEPING", 0.1)
    with Background(lavish(tmp_path / "db")) as server:
        table = server.address.open()
        with table.socket() as guest:
            guest.next("presence")
            lose_answers(monkeypatch, server)
            move = {"move": "a1a5", "turn": 1}
            assert server.address.refused(f"{table.path}/moves", move, table.tokens[1])[0] == 503
            assert guest.next("changed")["revision"] == 3


def test_a_table_that_cannot_be_read_harms_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A newer server wrote it, say, and it waits for a server."""
    monkeypatch.setattr("rowlock.server.tables.HOUSEKEEPING", 0.05)
    monkeypatch.setattr("rowlock.server.tables.BEAT", 0.05)

    async def write() -> None:
        store = await open_store(str(tmp_path / "db"))
        await store.append(
            Append("new", 0, ('{"type": "not-yet-invented"}',), "quixo", "playing", True, 0, now())
        )
        await store.beat(now() - 3_600_000)
        await store.close()

    asyncio.run(write())
    with Background(lavish(tmp_path / "db")) as server:
        assert server.address.refused("/tables/new", None, method="GET") == (404, "no-such-table")
        table = server.address.open("quixo", [BOT, BOT], size=3)
        table.wait_until(lambda view: view["status"] == "over")
        beat = server.tables._time._beat_at
        wait(lambda: server.tables._time._beat_at > beat)
    errors = [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR]
    assert errors == ["a table cannot be read"]


def test_a_table_that_was_just_asked_for_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However full the memory is: whoever asked may be about to look at it."""
    monkeypatch.setattr("rowlock.server.ledger.MOST_LIVE", 0)

    async def play() -> None:
        store = await open_store(str(tmp_path / "db"))
        ledger = Ledger(store, NoNews(), lambda _: None, lambda _: None)
        await create(ledger)
        live = await ledger.get("t")
        begin = now()
        for later, there in ((30_000, [live]), (61_000, [])):
            monkeypatch.setattr("rowlock.server.clock.now", partial(int, begin + later))
            ledger.forget_idle()
            assert list(ledger.live.values()) == there
        both = await asyncio.gather(ledger.get("t"), ledger.get("t"))
        assert both[0] is both[1]  # there is only one of each
        await store.close()

    asyncio.run(play())


def test_a_table_that_is_found_before_its_opener_knows_is_not_there_twice(tmp_path: Path) -> None:
    async def play() -> None:
        store = await open_store(str(tmp_path / "db"))
        ledger = Ledger(store, NoNews(), lambda _: None, lambda _: None)
        write, found = store.append, list[Live]()

        async def found_at_once(*appends: Append) -> None:
            await write(*appends)
            found.append(await ledger.get("t"))

        store.append = found_at_once  # type: ignore[method-assign]
        await create(ledger)
        assert [ledger.live["t"]] == found
        await store.close()

    asyncio.run(play())


def test_a_database_that_was_put_back_under_a_running_server(tmp_path: Path) -> None:
    """It has less than the server remembers; nobody waits for ever for the rest."""

    async def play() -> None:
        store = await open_store(str(tmp_path / "db"))
        ledger = Ledger(store, NoNews(), lambda _: None, lambda _: None)
        await create(ledger)
        live = ledger.live["t"]
        assert len(await ledger.missed(live, 0)) == live.table.revision == 2
        live.table = live.table.but(revision=3)
        with pytest.raises(NoSuchTable):
            await ledger.missed(live, 0)
        await store.close()

    asyncio.run(play())


def test_what_fails_once_is_done_again(caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        tasks, rounds = Tasks(), list[int]()

        async def work() -> None:
            rounds.append(len(rounds))
            if len(rounds) == 1:
                raise ZeroDivisionError

        tasks.repeat(0.0, work)
        while len(rounds) < 3:
            await asyncio.sleep(0)
        await tasks.close()

    asyncio.run(play())
    [failure] = caplog.records
    assert (failure.levelname, failure.getMessage()) == ("ERROR", "a task failed")


def test_two_servers_that_do_not_hear_of_each_other_agree_on_a_rematch(tmp_path: Path) -> None:
    """Somebody is connected to each, so that each believes to know the table."""
    with Background(lavish(tmp_path / "db")) as one, Background(lavish(tmp_path / "db")) as other:
        table = one.address.open()
        there = Opened(other.address, table.id, table.tokens)
        table.do(1, "resign")
        with ExitStack() as stack:
            here = stack.enter_context(table.socket(1))
            away = stack.enter_context(there.socket(2))
            here.next("presence")
            away.next("presence")
            assert here.do(1, "rematch")["type"] == "done"
            assert away.do(2, "rematch")["type"] == "done"
        following = table.view()["next"]
        assert following is not None
        assert one.address.get(f"/tables/{following}", table.tokens[2])["you"] == [2]


def test_a_bot_tries_again_when_others_were_faster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rowlock.server.tables.HOUSEKEEPING", 3600.0)
    with Background(lavish(tmp_path / "db")) as server:
        change = server.tables.ledger.change
        refused: list[Live] = []

        async def busy_once(live: Live, decider: Decider, *more: Acknowledge) -> None:
            if live.table.awaiting == (2,) and not refused:
                refused.append(live)
                raise Refusal("busy", "too much happens")
            await change(live, decider, *more)

        monkeypatch.setattr(server.tables.ledger, "change", busy_once)
        table = server.address.open("quixo", [PEOPLE[0], BOT])
        table.play(1, "a1a5")
        table.wait_until(lambda view: view["plies"] == 2)
        assert len(refused) == 1
