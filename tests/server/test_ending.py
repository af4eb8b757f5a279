"""The life of server processes: they wait for a database that is away, and end when they shall, whatever holds them."""

import asyncio
import contextlib
import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from rowlock.server.tasks import Tasks
from tests.postgres import Postgres
from tests.redis_server import RedisServer
from tests.server.serving import PATIENCE, Process, lavish
from tests.server.test_restart import wait

LONGEST_END = 15.0


def workers(server: Process) -> set[int]:
    """The processes that a server has started, with those that they have started."""
    found, todo = set[int](), [server.process.pid]
    while todo:
        begun = children(todo.pop())
        todo += begun
        found |= set(begun)
    return found


def children(process: int) -> list[int]:
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    return []


def serving(server: Process) -> list[int]:
    """The workers among them, without the processes in which bots think."""
    return [one for one in children(server.process.pid) if b"multiprocessing.spawn" in command(one)]


def ready(server: Process) -> list[int]:
    """The two workers, as soon as both have begun: then bots get ready in processes of theirs."""
    found: list[int] = wait(
        lambda: both if len(both := serving(server)) == 2 and all(map(children, both)) else None
    )
    return found


def command(process: int) -> bytes:
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


@contextlib.contextmanager
def several(database: str, redis: RedisServer, folder: Path) -> Iterator[Process]:
    server = Process(lavish(database, redis=redis.address, workers=2), folder / "log")
    try:
        yield server.wait()
    finally:
        left = workers(server)
        server.end(signal.SIGKILL)
        for process in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)


def test_a_worker_that_starts_while_the_database_is_away_waits_for_it(
    postgres: Postgres, redis_server: RedisServer, tmp_path: Path
) -> None:
    with several(postgres.new_database(), redis_server, tmp_path) as server:
        one = ready(server)[0]
        postgres.stop()
        try:
            os.kill(one, signal.SIGKILL)
            wait(lambda: "so this process waits for it" in server.log)
        finally:
            postgres.start()
        wait(lambda: "the database is back" in server.log)
        assert server.process.poll() is None
        server.address.open()


def test_a_server_that_never_could_start_says_so(
    postgres: Postgres, redis_server: RedisServer, tmp_path: Path
) -> None:
    with several(postgres.new_database(), redis_server, tmp_path) as server:
        one = ready(server)[0]
        postgres.stop()
        try:
            os.kill(one, signal.SIGKILL)
            wait(lambda: "so this process waits for it" in server.log)
            begun = time.monotonic()
            assert server.end() == 1
            assert time.monotonic() - begun < LONGEST_END
        finally:
            postgres.start()


def test_workers_end_with_a_supervisor_that_is_killed(redis_server: RedisServer, tmp_path: Path) -> None:
    with several(str(tmp_path / "db"), redis_server, tmp_path) as server:
        left = ready(server)
        server.process.kill()
        server.process.wait(PATIENCE)
        begun = time.monotonic()
        wait(lambda: not any(map(command, left)))
        assert time.monotonic() - begun < LONGEST_END
    with socket.create_server(("127.0.0.1", server.address.port)):
        pass  # nobody holds it any more


@pytest.mark.parametrize("away", ["nothing", "redis", "a worker"])
def test_the_end_comes_in_time(redis_server: RedisServer, tmp_path: Path, away: str) -> None:
    """With bots that play, a request that is sent half, and something else that says nothing any more."""
    with several(str(tmp_path / "db"), redis_server, tmp_path) as server:
        for _ in range(4):
            server.address.open("quixo", [{"kind": "bot", "level": "easy"}] * 2)
        with socket.create_connection(("127.0.0.1", server.address.port)) as half:
            half.sendall(b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n{")
            time.sleep(0.5)
            if away == "redis":
                redis_server.pause()
            elif away == "a worker":
                os.kill(ready(server)[0], signal.SIGSTOP)
            begun = time.monotonic()
            status = server.end()
            assert time.monotonic() - begun < LONGEST_END
            assert status == (1 if away == "a worker" else 0)
        assert not serving(server)


def test_a_task_that_does_not_listen_at_first_ends(caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        async def stubborn() -> None:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(3600)
            await asyncio.sleep(3600)

        tasks = Tasks()
        tasks.spawn(stubborn())
        await asyncio.sleep(0)
        await tasks.close()
        assert not tasks._tasks

    asyncio.run(asyncio.wait_for(play(), 30))
    assert not caplog.records
