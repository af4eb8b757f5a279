"""Servers to test against: one in a thread of this process, one as a process of its own; and small clients."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from rowlock.server.app import create_app
from rowlock.server.line import SOCKETS
from rowlock.server.settings import Settings
from rowlock.server.tables import Tables

Json = dict[str, Any]
PATIENCE = 120.0
"""Seconds that a test waits for anything at most."""
PEOPLE = ({"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Boris"})


class Address:
    """How to reach a server, and what clients do there. Every byte that it answers is kept in `heard`."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, trust_env=False)
        self.heard: list[str] = []

    def close(self) -> None:
        self.http.close()

    def ask(self, method: str, path: str, body: object = None, token: str | None = None) -> httpx.Response:
        """One call of the API."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self.http.request(method, f"/api{path}", json=body, headers=headers)
        self.heard.append(answer.text)
        return answer

    def get(self, path: str, token: str | None = None) -> Any:
        """What a call that must succeed answers."""
        answer = self.ask("GET", path, token=token)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: object, token: str | None = None) -> Any:
        """The same for a change."""
        answer = self.ask("POST", path, body, token)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def refused(
        self, path: str, body: object, token: str | None = None, method: str = "POST"
    ) -> tuple[int, str]:
        """The status and reason code of a call that is refused."""
        answer = self.ask(method, path, body, token)
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()["code"]

    def open(self, game: str = "quixo", seats: Any = PEOPLE, **options: Any) -> Opened:
        """A new table where seat 1 begins, unless the options say otherwise."""
        told = self.post("/tables", {"game": game, "seats": list(seats), "options": {"first": 1} | options})
        return Opened(self, told["id"], {held["seat"]: held["token"] for held in told["seats"]})

    def socket(self, table: str, *tokens: str, since: int | None = None, origin: str | None = None) -> Socket:
        """A socket that has said hello."""
        opened = Socket(self, f"/tables/{table}", origin)
        opened.send({"type": "hello", "tokens": tokens, "since": since})
        return opened


@dataclass
class Opened:
    """A table, and the tokens of its seats."""

    address: Address
    id: str
    tokens: dict[int, str]

    @property
    def path(self) -> str:
        return f"/tables/{self.id}"

    def at(self, server: Background) -> Opened:
        """The same table, reached through another server."""
        return Opened(server.address, self.id, self.tokens)

    def view(self, seat: int | None = None) -> Any:
        return self.address.get(self.path, self.tokens[seat] if seat else None)

    def do(self, seat: int, type: str, /, **command: Any) -> Any:  # noqa: A002
        body = {"command": {"type": type, **command}}
        return self.address.post(f"{self.path}/commands", body, self.tokens[seat])

    def play(self, seat: int, move: str) -> Any:
        body = {"move": move, "turn": self.view()["turn"]}
        return self.address.post(f"{self.path}/moves", body, self.tokens[seat])

    def refused(self, seat: int, type: str, /, **command: Any) -> tuple[int, str]:  # noqa: A002
        body = {"command": {"type": type, **command}}
        return self.address.refused(f"{self.path}/commands", body, self.tokens[seat])

    def record(self) -> str:
        return self.address.ask("GET", f"{self.path}/record").text

    def socket(self, *seats: int, since: int | None = None) -> Socket:
        return self.address.socket(self.id, *(self.tokens[seat] for seat in seats), since=since)

    def wait_until(self, condition: Any, seat: int | None = None) -> Any:
        """The table as soon as something holds for it."""
        give_up = time.monotonic() + PATIENCE
        while not condition(view := self.view(seat)):
            assert time.monotonic() < give_up, view
            time.sleep(0.02)
        return view


class Socket:
    """A client's socket; it keeps every message."""

    def __init__(self, address: Address, path: str, origin: str | None = None) -> None:
        self._address = address
        self._stack = contextlib.ExitStack()
        opening = connect(
            f"ws://127.0.0.1:{address.port}/api{path}/live",
            origin=origin,  # type: ignore[arg-type]
            open_timeout=PATIENCE,
            close_timeout=PATIENCE,
            proxy=None,
            max_size=None,
            max_queue=None,  # what a test does not read must not hold up the end of the socket
        )
        self._socket = self._stack.enter_context(opening)
        self.extensions = self._socket.protocol.extensions
        self.messages: list[Json] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def send(self, message: object) -> None:
        self.send_text(message if isinstance(message, str) else json.dumps(message))

    def send_text(self, text: str | bytes) -> None:
        self._socket.send(text)

    def receive(self) -> Json:
        """The next message."""
        text = self._socket.recv(PATIENCE)
        self._address.heard.append(str(text))
        message: Json = json.loads(text)
        self.messages.append(message)
        return message

    def next(self, *types: str) -> Json:
        """The next message of these types."""
        while (message := self.receive())["type"] not in types:
            pass
        return message

    def do(self, seat: int, type: str, /, **command: Any) -> Json:  # noqa: A002
        """A command, and its answer: done or refused."""
        self.send({"type": "do", "seat": seat, "command": {"type": type, **command}})
        return self.next("done", "refused")

    def code(self) -> int:
        """The code with which the server closes the socket."""
        try:
            while True:
                self.receive()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 0


# In a thread


@dataclass
class Background:
    """A server in a thread of this process, to look inside and to change its limits."""

    settings: Settings
    _started: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Background:
        self.app = create_app(self.settings)
        config = uvicorn.Config(self.app, "127.0.0.1", 0, **SOCKETS, log_config=None)
        self.server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        give_up = time.monotonic() + PATIENCE
        while not self.server.started:
            assert self._thread.is_alive(), "the server has ended"
            assert time.monotonic() < give_up
            time.sleep(0.01)
        self.address = Address(self.server.servers[0].sockets[0].getsockname()[1])
        return self

    def _run(self) -> None:
        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            await self.server.serve()

        with asyncio.Runner(loop_factory=self.server.config.get_loop_factory()) as runner:
            runner.run(serve())

    @property
    def tables(self) -> Tables:
        tables: Tables = self.app.state.tables
        return tables

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.address.close()
        self.server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


def lavish(database: Path | str, **settings: Any) -> Settings:
    """Settings that never say that somebody asks too often."""
    return Settings(
        **{
            "database": str(database),
            "bot_pause": 0.0,
            "tables_per_address": 1_000_000,
            "requests_per_second": 1e6,
            "moves_per_second": 1e6,
            **settings,
        }
    )


# As a process


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Process:
    """`rowlock serve` as a process that may be killed."""

    PROGRAM = (sys.executable, "-c", "import sys; from rowlock.cli import main; sys.exit(main())")

    def __init__(self, settings: Settings, log: Path) -> None:
        self.address = Address(free_port())
        self._log = log
        environment = {**os.environ, **settings.environment()}
        with log.open("ab") as stderr:
            self.process = subprocess.Popen(
                [*self.PROGRAM, "serve", "--port", str(self.address.port)], env=environment, stderr=stderr
            )

    def wait(self) -> Self:
        """Until it answers."""
        wait_until_it_answers(self.address, self._log)
        return self

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Ends it, or kills it; its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(PATIENCE)
        self.address.close()
        return code

    @property
    def log(self) -> str:
        return self._log.read_text()


def wait_until_it_answers(address: Address, log: Path) -> None:
    give_up = time.monotonic() + PATIENCE
    while True:
        try:
            address.http.get("/api/health")
        except httpx.TransportError:
            assert time.monotonic() < give_up, log.read_text()
            time.sleep(0.01)
        else:
            return


@contextlib.contextmanager
def process(settings: Settings, folder: Path) -> Iterator[Process]:
    """A server process that answers, until the end of the block."""
    server = Process(settings, folder / "log")
    try:
        yield server.wait()
    finally:
        server.end(signal.SIGKILL)


class Launcher:
    """Starts servers one after the other, as forks of a process that has imported everything."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self._log = folder / "log"
        # Not as a module: the processes of the bots would import it, too, and all that it imports.
        command = [sys.executable, "-c", "from tests.server.launcher import loop; loop()"]
        with self._log.open("ab") as stderr:
            self._launcher = subprocess.Popen(
                command,
                env={**os.environ, **settings.environment()},
                cwd=Path(__file__).parents[2],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
                bufsize=1,
            )
        self._process = 0

    def start(self) -> Address:
        """A new server that answers."""
        address = Address(free_port())
        self._process = self._ask(f"start {address.port}")
        wait_until_it_answers(address, self._log)
        return address

    def end(self, address: Address, how: signal.Signals) -> int:
        """Ends the server, or kills it; its exit status."""
        os.kill(self._process, how)
        status = self._ask(f"wait {self._process}")
        address.close()
        return status

    def _ask(self, text: str) -> int:
        assert self._launcher.stdin is not None
        assert self._launcher.stdout is not None
        self._launcher.stdin.write(text + "\n")
        return int(self._launcher.stdout.readline())

    def close(self) -> None:
        self._launcher.communicate()
