"""`rowlock serve` as a process of its own, with what it needs besides, and what they compute."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

UNLIMITED = {
    "ROWLOCK_TABLES_PER_ADDRESS": "100000000",
    "ROWLOCK_REQUESTS_PER_SECOND": "1000000",
    "ROWLOCK_MOVES_PER_SECOND": "1000000",
}


@dataclass(frozen=True, slots=True)
class Backing:
    """What a server needs besides."""

    environment: dict[str, str] = field(default_factory=dict)
    processes: tuple[int, ...] = ()
    """The first process of each."""

    def cpu_seconds(self) -> float:
        """What they have computed so far."""
        return sum(
            cpu_seconds(process) for first in self.processes for process in (first, *children_of(first))
        )


def cpu_seconds(process: int) -> float:
    """What one process has computed so far; nothing if it has just ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    except FileNotFoundError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children_of(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


@contextmanager
def services(workers: int) -> Iterator[Backing]:
    """PostgreSQL and Redis, which several server processes need; with one, PostgreSQL alone; with none, neither."""
    from tests.postgres import Postgres
    from tests.redis_server import RedisServer

    if not workers:
        yield Backing()
        return
    with ExitStack() as stack:
        home = Path(tempfile.mkdtemp(prefix="rowlock-postgres-"))
        stack.callback(shutil.rmtree, home)
        postgres = Postgres(home)
        postgres.start()
        stack.callback(postgres.stop, signal.SIGQUIT)
        environment = {"ROWLOCK_DATABASE": postgres.new_database(), "ROWLOCK_WORKERS": str(workers)}
        if workers > 1:
            redis = RedisServer(Path(stack.enter_context(tempfile.TemporaryDirectory())))
            redis.start()
            stack.callback(redis.stop)
            environment["ROWLOCK_REDIS"] = redis.address
        yield Backing(environment, (postgres.process,))


class Server:
    """`rowlock serve`, on a fresh SQLite database if no other is named."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self._workers = int(environment.get("ROWLOCK_WORKERS", "1"))
        program = "import sys; from rowlock.cli import main; sys.exit(main())"
        command = [sys.executable, "-c", program, "serve", "--port", str(self.port)]
        command += ["--database", environment.get("ROWLOCK_DATABASE") or str(folder / "bench.db")]
        self.log = folder / "log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(command, stderr=log, env=os.environ | UNLIMITED | environment)
        for _ in range(200):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/api/health", timeout=5).close()
            except OSError:
                time.sleep(0.1)
            else:
                return
        raise RuntimeError(f"the server doesn't start: {self.log.read_text()}")

    @property
    def processes(self) -> list[int]:
        """The server and its workers, without the processes in which bots think: those may just be loading."""
        first = self.process.pid
        return [first] if self._workers < 2 else [first, *children_of(first)]

    def cpu_seconds(self) -> float:
        """What they have computed so far."""
        return sum(map(cpu_seconds, self.processes))

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)
