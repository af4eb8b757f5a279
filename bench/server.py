"""How many moves a second the server acknowledges, and how long a player waits for the acknowledgement.

The server is a process of its own, with SQLite and full sync, as `rowlock serve` starts it. The players are in other
processes: at each table two of them, each with a socket of its own, who play games of random legal moves one after
the other, every move as soon as they have seen the one before, or, with --rate, so many a second in all. A latency is
the time from sending a move to reading that it is on disk. Without --rate, all tables wait for the server all the
time, so the latency is what the throughput leaves: tables divided by moves a second.

What a disk does is not ours: its own time to write 64 kB and sync, measured before and after, stands below the table.

The players speak the protocol of the socket with as little code as possible, because they share the machine with
the server: the moves are chosen before the clock starts, and no answer is parsed further than its type.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import multiprocessing
import os
import platform
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
import zlib
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from rowlock.rules import GAMES

UNLIMITED = {
    "ROWLOCK_TABLES_PER_ADDRESS": "100000000",
    "ROWLOCK_REQUESTS_PER_SECOND": "1000000",
    "ROWLOCK_MOVES_PER_SECOND": "1000000",
}
BOARDGAME_IO = {1: 767, 100: 544}
"""Moves a second of boardgame.io, in memory and without durability, on such a machine."""


LENGTHS = range(60, 141)
"""Plies of a game. Random games end after about twenty, and opening tables is not what is measured here; nor should all
games end at the same moment."""


def random_game(chance: Random) -> list[str]:
    """The moves of a long game of Quixo, in which no position comes twice."""
    state, moves = GAMES["quixo"].start(), list[str]()
    seen, length = {state.key}, chance.choice(LENGTHS)
    while len(moves) < length:
        move = chance.choice(state.legal_moves(state.active))
        after = state.play(state.active, move)
        if not after.outcome and after.key not in seen:
            state = after
            seen.add(state.key)
            moves.append(move)
    return moves


# The players


@dataclass(slots=True)
class Score:
    """What the players of one process have measured."""

    latencies: list[float] = field(default_factory=list)
    games: int = 0
    measuring: bool = False


class Player(asyncio.Protocol):
    """One socket of one player. Frames are masked with zeros, so nothing has to be computed."""

    def __init__(self, match: BusyTable, seat: int) -> None:
        self._match, self.seat = match, seat
        self._data = b""
        self._open = False
        self.transport: Any = None
        self.sent_at = 0.0
        self.seen = 0
        """Moves, one's own included: those may be seen after the acknowledgement, or even after the answer to them."""
        self.welcomed = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        self.transport.write(
            f"GET /api/tables/{self._match.table}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def send(self, text: str) -> None:
        data = text.encode()
        size = bytes([128 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        self.transport.write(b"\x81" + size + b"\0\0\0\0" + data)

    def data_received(self, data: bytes) -> None:
        data = self._data + data
        if not self._open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._data = data
                return
            self._open = True
            data = data[end + 4 :]
            self.send(json.dumps({"type": "hello", "tokens": [self._match.tokens[self.seat]]}))
        begin = 0
        while len(data) - begin >= 4:
            size, head = data[begin + 1], 2
            if size == 126:
                size, head = int.from_bytes(data[begin + 2 : begin + 4], "big"), 4
            if len(data) - begin < head + size:
                break
            self._message(data[begin + 9 + head : begin + 13 + head])
            begin += head + size
        self._data = data[begin:]

    def _message(self, kind: bytes) -> None:
        if kind == b"chan":
            self._match.seen(self)
        elif kind == b"done":
            self._match.acknowledged(time.perf_counter() - self.sent_at)
        elif kind == b"welc" and not self.welcomed.done():
            self.welcomed.set_result(None)
        elif kind == b"refu":
            raise RuntimeError("a move was refused")

    def connection_lost(self, error: Exception | None) -> None:
        if not self.welcomed.done():
            self.welcomed.set_exception(error or ConnectionError("the server hung up"))


class BusyTable:
    """Two players who play one game after the other."""

    def __init__(self, ports: Sequence[int], games: list[list[str]], score: Score, pause: float) -> None:
        self._ports, self._games, self._score, self._pause = ports, games, score, pause
        self._due = 0.0
        self.table, self.tokens = "", dict[int, str]()
        self._moves: list[str] = []
        self._played = 0
        self._waiting_for = 0
        self._players: dict[int, Player] = {}
        self._over = asyncio.Event()
        self.seated = asyncio.Event()

    async def play_on(self, chance: Random, start: asyncio.Event) -> None:
        while True:
            self._moves = chance.choice(self._games)
            self._played = 0
            self._over = asyncio.Event()
            opened = await post(chance.choice(self._ports), "/api/tables", QUIXO)
            self.table = opened["id"]
            port = self._ports[zlib.crc32(self.table.encode()) % len(self._ports)]
            self.tokens = {held["seat"]: held["token"] for held in opened["seats"]}
            loop = asyncio.get_running_loop()
            for seat in (1, 2):
                _, player = await loop.create_connection(partial(Player, self, seat), "127.0.0.1", port)
                self._players[seat] = player
                await player.welcomed
            self.seated.set()
            await start.wait()
            if self._pause:  # not all tables at the same moment
                await asyncio.sleep(chance.uniform(0, self._pause))
                self._due = loop.time()
            self._move(self._players[1])
            await self._over.wait()
            self._score.games += 1
            for player in self._players.values():
                player.transport.close()

    def _move(self, player: Player) -> None:
        move, turn = self._moves[self._played], self._played + 1
        self._played += 1
        self._waiting_for = 2  # the acknowledgement, and the other player's sight of it
        player.sent_at = time.perf_counter()
        player.send(
            f'{{"type":"do","seat":{player.seat},"command":'
            f'{{"type":"play","move":"{move}","turn":{turn},"id":"m{turn}"}}}}'
        )

    def seen(self, by: Player) -> None:
        """A player sees a move; if it was the other's, it is time to answer."""
        by.seen += 1
        if by.seen == self._played and by.seat != (self._played - 1) % 2 + 1:
            self._both()

    def acknowledged(self, latency: float) -> None:
        if self._score.measuring:
            self._score.latencies.append(latency)
        self._both()

    def _both(self) -> None:
        self._waiting_for -= 1
        if self._waiting_for == 0:
            if self._played == len(self._moves):
                self._over.set()
            elif self._pause:
                loop = asyncio.get_running_loop()
                self._due = max(self._due + self._pause, loop.time())
                loop.call_at(self._due, self._move, self._players[self._played % 2 + 1])
            else:
                self._move(self._players[self._played % 2 + 1])


QUIXO = {
    "game": "quixo",
    "seats": [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Boris"}],
    "options": {"first": 1},
}


async def post(port: int, path: str, body: object) -> Any:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    data = json.dumps(body).encode()
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(data)}\r\nConnection: close\r\n\r\n".encode()
        + data
    )
    head, _, answer = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    await writer.wait_closed()
    if b" 201 " not in head.split(b"\r\n")[0]:
        raise RuntimeError(answer.decode())
    return json.loads(answer)


def players(
    ports: Sequence[int], tables: int, seconds: float, pause: float, seed: int, report: Connection
) -> None:
    """A process of players: starts, says that it plays, measures for some seconds, and reports."""
    asyncio.run(_players(ports, tables, seconds, pause, seed, report))


async def _players(
    ports: Sequence[int], tables: int, seconds: float, pause: float, seed: int, report: Connection
) -> None:
    chance, score = Random(seed), Score()
    games = [random_game(chance) for _ in range(50)]
    matches = [BusyTable(ports, games, score, pause) for _ in range(tables)]
    tasks, start = [], asyncio.Event()
    for number, match in enumerate(matches):  # one after the other: nobody waits at a door
        tasks.append(asyncio.create_task(match.play_on(Random(f"{seed} {number}"), start)))
        await match.seated.wait()
    start.set()
    await asyncio.sleep(1)
    report.send("playing")
    await asyncio.to_thread(report.recv)
    score.measuring, begin, busy = True, time.perf_counter(), time.process_time()
    score.games = 0
    await asyncio.sleep(seconds)
    score.measuring, elapsed = False, time.perf_counter() - begin
    busy = (time.process_time() - busy) / elapsed
    for task in tasks:
        if task.done():
            task.result()
        task.cancel()
    report.send((score.latencies, score.games, elapsed, busy))


# The measurement


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


def measure(
    servers: Sequence[Server], around: Backing, tables: int, seconds: float, processes: int, moves: float = 0
) -> str:
    def computed() -> float:
        return sum(server.cpu_seconds() for server in servers)

    ports = [server.port for server in servers]
    context = multiprocessing.get_context("spawn")
    processes = min(processes, tables)
    pause = tables / moves if moves else 0.0
    pipes, children = [], []
    for number in range(processes):
        here, there = context.Pipe()
        share = tables // processes + (number < tables % processes)
        child = context.Process(target=players, args=(ports, share, seconds, pause, number, there))
        child.start()
        pipes.append(here)
        children.append(child)
    for pipe in pipes:
        pipe.recv()
    begin, before, stored = time.perf_counter(), computed(), around.cpu_seconds()
    for pipe in pipes:
        pipe.send("go")
    results = [pipe.recv() for pipe in pipes]
    elapsed = time.perf_counter() - begin
    busy, stored = (computed() - before) / elapsed, (around.cpu_seconds() - stored) / elapsed
    for child in children:
        child.join()
    latencies = sorted(latency for result in results for latency in result[0])
    rate = sum(len(result[0]) / result[2] for result in results)
    p50, p99 = (statistics.quantiles(latencies, n=100)[n] * 1000 for n in (49, 98))
    theirs = BOARDGAME_IO.get(tables)
    ratio = f"{rate / theirs:8.2f}×" if theirs else f"{'–':>9}"
    players_busy = sum(result[3] for result in results)
    return (
        f"{tables:>7,}{rate:>10,.0f}{p50:>9.1f}{p99:>9.1f}{ratio}{busy:>9.0%}{rate / busy:>10,.0f}"
        f"{stored / rate * 1000:>9.2f}{players_busy:>9.0%}{os.getloadavg()[0]:>7.1f}"
    )


def sync_times(folder: Path, seconds: float = 2.0) -> list[float]:
    """How long the disk takes to keep 64 kB, about what a group of moves writes; in milliseconds."""
    taken = []
    with (folder / "sync").open("wb") as file:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            file.seek(0)
            file.write(bytes(65_536))
            file.flush()
            begin = time.perf_counter()
            os.fdatasync(file.fileno())
            taken.append((time.perf_counter() - begin) * 1000)
            time.sleep(0.01)
    return taken


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", default="1,100,1000", help="how many tables play at once (1,100,1000)")
    parser.add_argument("--seconds", type=float, default=10, help="how long each is measured (10)")
    parser.add_argument("--processes", type=int, default=1, help="processes of players (1)")
    parser.add_argument(
        "--rate", type=float, default=0, help="moves a second in all (as many as there can be)"
    )
    parser.add_argument(
        "--workers", type=int, default=0, help="on PostgreSQL, with so many server processes (one, on SQLite)"
    )
    parser.add_argument(
        "--by-table", action="store_true", help="these at an address each, and all who play at a table at one"
    )
    options = parser.parse_args(arguments)
    print(f"{platform.python_implementation()} {platform.python_version()}, {os.cpu_count()} cores")
    columns = {
        "tables": 7,
        "moves/s": 10,
        "p50 ms": 9,
        "p99 ms": 9,
        "vs bg.io": 9,
        "server": 9,
        "per CPU s": 10,
        "db ms": 9,
    }
    columns |= {"players": 9, "load": 7}
    print("".join(f"{name:>{width}}" for name, width in columns.items()))
    with (
        tempfile.TemporaryDirectory() as folder,
        services(options.workers) as around,
    ):
        syncs = sync_times(Path(folder))
        apart = max(1, options.workers) if options.by_table else 1
        environment = around.environment | ({"ROWLOCK_WORKERS": "1"} if options.by_table else {})
        servers = [Server(Path(folder), environment) for _ in range(apart)]
        try:
            for tables in options.tables.split(","):
                print(
                    measure(servers, around, int(tables), options.seconds, options.processes, options.rate),
                    flush=True,
                )
        finally:
            for server in servers:
                server.stop()
        syncs += sync_times(Path(folder))
    p50, p99 = (statistics.quantiles(syncs, n=100)[n] for n in (49, 98))
    print(f"the disk alone: p50 {p50:.1f} ms, p99 {p99:.1f} ms, longest {max(syncs):.0f} ms")
