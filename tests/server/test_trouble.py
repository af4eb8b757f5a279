"""The store fails while people play: they are told so, nothing acknowledged is lost, and it goes on by itself."""

import resource
import signal
import time
from pathlib import Path

import pytest

from rowlock.server.clock import now
from tests.postgres import Postgres
from tests.server.serving import PEOPLE, Background, Opened, Socket, lavish, process
from tests.server.test_restart import wait
from tests.store.steps import refuse_to_write

GONE = (503, "store-unavailable")


def fails(table: Opened, socket: Socket) -> None:
    """Over HTTP and over the socket, with the same command that will be done later."""
    body = {"move": "a1a5", "turn": 1, "id": "again"}
    assert table.address.refused(f"{table.path}/moves", body, table.tokens[1]) == GONE
    refused = socket.do(1, "play", **body)
    assert (refused["type"], refused["refused"]["code"]) == ("refused", "store-unavailable")
    assert table.address.refused("/tables", {"game": "quixo", "seats": PEOPLE}) == GONE
    assert table.address.ask("GET", "/health").status_code == 200


def returns(table: Opened, socket: Socket) -> None:
    """The same command is done, once."""
    wait(lambda: socket.do(1, "play", move="a1a5", turn=1, id="again")["type"] == "done")
    assert table.view()["plies"] == 1
    assert table.play(2, "b1b5")["plies"] == 2


def test_a_read_only_disk(tmp_path: Path) -> None:
    with Background(lavish(tmp_path / "db")) as server:
        table = server.address.open()
        with table.socket(1) as socket:
            socket.next("presence")
            refuse_to_write(server.tables.store._database, True)
            fails(table, socket)
            assert table.view(1)["moves"]  # reading goes on
            refuse_to_write(server.tables.store._database, False)
            returns(table, socket)


def test_a_file_that_is_gone_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("rowlock.server.tables.BEAT", 0.02)
    path, aside = tmp_path / "db", tmp_path / "aside"
    with Background(lavish(path)) as server:
        table = server.address.open()
        with table.socket(1) as socket:
            socket.next("presence")
            path.rename(aside)
            fails(table, socket)
            said = wait(lambda: [line for line in caplog.messages if "database" in line])
            time.sleep(0.2)  # ten times it is tried, and said once
            assert [line for line in caplog.messages if "database" in line] == said
            aside.rename(path)
            returns(table, socket)
            wait(lambda: "the database is back" in caplog.messages)
    assert [line.split(":")[0] for line in caplog.messages if "the database is" in line] == [
        "the database is away",
        "the database is back",
    ]


def test_a_full_disk(tmp_path: Path) -> None:
    """The process may make no file larger than the database is by now."""
    with process(lavish(tmp_path / "db"), tmp_path) as server:
        table = server.address.open()
        with table.socket(1) as socket:
            socket.next("presence")
            limits = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, limits[1]))
            fails(table, socket)
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limits)
            returns(table, socket)


def test_postgresql_gone_for_a_while(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """For an hour, as far as the server knows: whose clock ran then must not lose it."""
    ahead = 0
    monkeypatch.setattr("rowlock.server.clock.now", lambda: now() + ahead)
    with Background(lavish(postgres.new_database())) as server:
        table = server.address.open(clock={"per_move": 600})
        with table.socket(1) as socket:
            socket.next("presence")
            postgres.stop(signal.SIGKILL)
            try:
                fails(table, socket)
                ahead = 3_600_000
            finally:
                postgres.start()
            wait(lambda: server.tables.ledger.live[table.id].table.revision > 2)  # resumed
            returns(table, socket)
            assert table.view()["status"] == "playing"


def test_a_bot_waits_until_the_store_is_back(tmp_path: Path) -> None:
    path, aside = tmp_path / "db", tmp_path / "aside"
    with Background(lavish(path, bot_pause=1.0)) as server:
        table = server.address.open("quixo", [PEOPLE[0], {"kind": "bot", "level": "easy"}])
        table.play(1, "a1a5")
        path.rename(aside)
        assert (
            table.address.refused(f"{table.path}/commands", {"command": {"type": "resign"}}, table.tokens[1])
            == GONE
        )
        aside.rename(path)
        table.wait_until(lambda view: view["plies"] == 2)
