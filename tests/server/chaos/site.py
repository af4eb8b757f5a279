"""PostgreSQL, Redis and several servers, with a line of its own between each of them, all on this machine."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from signal import SIGKILL, SIGQUIT, Signals
from typing import TypeVar
from urllib.parse import parse_qs, urlsplit

import asyncpg  # type: ignore[import-untyped]
import httpx

from tests.postgres import Postgres
from tests.redis_server import RedisServer
from tests.server.chaos.link import Link
from tests.server.serving import PATIENCE, free_port, lavish

T = TypeVar("T")
WRONG_CLOCK = (
    "CREATE TABLE wrong_clock (ahead interval NOT NULL)",
    "INSERT INTO wrong_clock VALUES ('0')",
    """CREATE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
       AS 'SELECT pg_catalog.clock_timestamp() + ahead FROM public.wrong_clock'""",
)
"""A clock of the database that can be set wrongly. Whoever asks for the time finds this one first."""
ROOT = Path(__file__).parents[3]


async def aside(work: Callable[..., T], *arguments: object) -> T:
    """Something that would hold up the players."""
    return await asyncio.to_thread(work, *arguments)


class Server:
    """One `rowlock serve`, which may be killed and started again; always at the same port."""

    def __init__(self, name: str, folder: Path, database: str, sockets: Path, redis: RedisServer) -> None:
        self.name, self.port = name, free_port()
        self._database_name = database
        self.database, self.redis = (
            Link(f"{sockets}/.s.PGSQL.5432"),
            Link(redis.address.removeprefix("unix://")),
        )
        self._log, self._clock = folder / f"{name}.log", folder / f"{name}.clock"
        self._clock.write_bytes(bytes(8))
        self._launcher: subprocess.Popen[str] | None = None
        self.process = 0

    async def open(self) -> None:
        await self.database.start()
        await self.redis.start()
        settings = lavish(
            f"postgresql://postgres@127.0.0.1:{self.database.port}/{self._database_name}",
            redis=f"redis://127.0.0.1:{self.redis.port}",
            moves_per_second=1_000,
        )
        program = "from tests.server.chaos.launcher import begin; begin()"
        with self._log.open("ab") as log:
            self._launcher = subprocess.Popen(
                [sys.executable, "-c", program, str(self._clock)],
                env={**os.environ, **settings.environment()},
                cwd=ROOT,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                bufsize=1,
            )

    async def start(self) -> None:
        self.process = await aside(self._ask, f"start {self.port}")

    async def answers(self) -> None:
        """Waits until it does."""
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient(trust_env=False, timeout=2) as client:
            while True:
                try:
                    await client.get(f"http://127.0.0.1:{self.port}/api/health")
                except httpx.TransportError:
                    await asyncio.sleep(0.02)
                else:
                    return

    async def end(self, how: Signals) -> int:
        os.kill(self.process, how)
        return await aside(self._ask, f"wait {self.process}")

    def set_clock(self, ahead: int) -> None:
        """Its machine's clock is so many milliseconds ahead from now on."""
        with self._clock.open("r+b") as file:
            file.write(struct.pack("<q", ahead))

    def children(self) -> list[int]:
        """The processes in which it thinks; the one that tracks their resources is none of them."""
        commands = {child: _told_of(child, "cmdline") for child in _children(self.process)}
        return [child for child, command in commands.items() if command and "resource_tracker" not in command]

    @property
    def memory(self) -> float:
        """MB of memory."""
        pages = int(Path(f"/proc/{self.process}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20

    @property
    def log(self) -> str:
        return self._log.read_text()

    def _ask(self, text: str) -> int:
        assert self._launcher is not None
        assert self._launcher.stdin is not None
        assert self._launcher.stdout is not None
        self._launcher.stdin.write(text + "\n")
        return int(self._launcher.stdout.readline())

    async def close(self) -> None:
        if self.process:
            await self.end(SIGKILL)
        if self._launcher is not None:
            await aside(self._launcher.communicate)
        await self.database.close()
        await self.redis.close()


class Site:
    """Everything together."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._homes = [Path(tempfile.mkdtemp(prefix=f"rowlock-{what}-")) for what in ("postgres", "redis")]
        self.postgres = Postgres(
            self._homes[0], "-c", "fsync=off"
        )  # processes are killed here, no power is cut
        self.redis = RedisServer(self._homes[1])
        self.servers: list[Server] = []
        self.database = ""

    async def start(self, servers: int = 2) -> None:
        await aside(self.postgres.start)
        await aside(self.redis.start)
        self.database = await aside(self.postgres.new_database)
        parts = urlsplit(self.database)
        for statement in WRONG_CLOCK:
            await self.ask(statement)
        await self.ask(f"ALTER DATABASE {parts.path[1:]} SET search_path = public, pg_catalog")
        sockets = Path(parse_qs(parts.query)["host"][0])
        for number in range(servers):
            server = Server("ab"[number], self._folder, parts.path[1:], sockets, self.redis)
            self.servers.append(server)
            await server.open()
            await server.start()
        for server in self.servers:
            await server.answers()

    async def ask(self, question: str, *arguments: object) -> list[asyncpg.Record]:
        """Of the database itself, past all lines."""
        connection = await asyncpg.connect(self.database, timeout=30)
        try:
            return list(await connection.fetch(question, *arguments))
        finally:
            await connection.close()

    async def set_clock(self, ahead: int) -> None:
        """The database's clock is so many milliseconds ahead from now on."""
        await self.ask("UPDATE wrong_clock SET ahead = $1::int * interval '1 ms'", ahead)

    def database_processes(self) -> list[int]:
        """PostgreSQL's own processes, the first of them first."""
        return [self.postgres.process, *_children(self.postgres.process)]

    async def close(self) -> None:
        for server in self.servers:
            await server.close()
        await aside(self.postgres.stop, SIGQUIT)
        self.redis.stop()
        for home in self._homes:
            shutil.rmtree(home, ignore_errors=True)


def _told_of(process: int, what: str) -> str:
    """What the system tells of a process, or of a thread of it; nothing if that has just ended."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{process}/{what}").read_text()
    return ""


def _children(process: int) -> list[int]:
    """Those that any of its threads has begun."""
    threads = [thread.name for thread in Path(f"/proc/{process}/task").glob("*")]
    return [
        int(child) for thread in threads for child in _told_of(process, f"task/{thread}/children").split()
    ]
