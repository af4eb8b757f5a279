"""How many sockets one server process holds open, and what a table and a socket cost of its memory.

People come to tables, two to each, and then only look: each answers pings as a browser does. After each thousand
tables: the memory of the server's process, how long it takes to answer a call, and what it computes for all who only
sit there. First the tables are opened without sockets, so that both can be told apart.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import multiprocessing
import os
import resource
import tempfile
import time
from collections.abc import Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from bench.players import QUIXO, post, upgrade
from bench.serving import Server, services

COMING = 50
"""How many come at the same moment."""
SOURCES = 8
"""Addresses of this machine from which they come: each has no more than some ten thousand ports."""
PING, PONG = 0x89, 0x8A


class Looker(asyncio.Protocol):
    """One socket that only looks."""

    def __init__(self, table: str, token: str) -> None:
        self._table, self._token = table, token
        self._transport: Any = None
        self.welcomed = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._transport.write(upgrade(self._table))

    @staticmethod
    def _frame(kind: int, data: bytes) -> bytes:
        return bytes([kind, 128 | len(data)]) + b"\0\0\0\0" + data

    def data_received(self, data: bytes) -> None:
        if data.startswith(b"HTTP/1.1 101"):
            self._transport.write(
                self._frame(0x81, json.dumps({"type": "hello", "tokens": [self._token]}).encode())
            )
        elif data[0] == PING:  # after the welcome nothing else comes in the same moment
            self._transport.write(self._frame(PONG, data[2 : 2 + data[1]]))
        if b'"type":"welcome"' in data and not self.welcomed.done():
            self.welcomed.set_result(None)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.welcomed.done():
            self.welcomed.set_exception(error or ConnectionError("the server hung up"))


def lookers(port: int, tables: Sequence[tuple[str, list[str]]], report: Connection) -> None:
    """A process of people, who come, say that they are there, and stay until they are told to go."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    asyncio.run(_look(port, tables, report))


async def _look(port: int, tables: Sequence[tuple[str, list[str]]], report: Connection) -> None:
    loop, gate = asyncio.get_running_loop(), asyncio.Semaphore(COMING)
    staying: list[Looker] = []

    async def come(number: int, table: str, token: str) -> None:
        async with gate:
            source = f"127.0.0.{1 + number % SOURCES}", 0
            _, looker = await loop.create_connection(
                lambda: Looker(table, token), "127.0.0.1", port, local_addr=source
            )
            await looker.welcomed
            staying.append(looker)

    people = [(table, token) for table, tokens in tables for token in tokens]
    await asyncio.gather(*(come(number, *person) for number, person in enumerate(people)))
    report.send(len(staying))
    with contextlib.suppress(EOFError):
        await asyncio.to_thread(report.recv)


async def open_tables(port: int, count: int) -> list[tuple[str, list[str]]]:
    found: list[tuple[str, list[str]]] = []
    for _ in range(count):
        opened = await post(port, "/api/tables", QUIXO)
        found.append((opened["id"], [held["token"] for held in opened["seats"]]))
    return found


def memory(server: Server) -> float:
    """MB of the processes that serve."""
    pages = sum(int(Path(f"/proc/{process}/statm").read_text().split()[1]) for process in server.processes)
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def answer_time(server: Server, table: str, times: int = 20) -> float:
    """Milliseconds of a call, the longest of some."""

    async def ask() -> float:
        began = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(
            f"GET /api/tables/{table} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
        )
        await reader.read()
        writer.close()
        return (time.perf_counter() - began) * 1000

    async def all_of_them() -> float:
        return max([await ask() for _ in range(times)])

    return asyncio.run(all_of_them())


def idle_load(server: Server, seconds: float) -> float:
    """Which part of a core the server needs while nobody does anything."""
    before, began = server.cpu_seconds(), time.perf_counter()
    time.sleep(seconds)
    return (server.cpu_seconds() - before) / (time.perf_counter() - began)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=5_000, help="tables in all (5000)")
    parser.add_argument("--step", type=int, default=1_000, help="after how many it is measured (1000)")
    parser.add_argument("--seconds", type=float, default=10, help="how long nothing happens each time (10)")
    parser.add_argument("--workers", type=int, default=0, help="as in the bench server (one, on SQLite)")
    options = parser.parse_args(arguments)
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder, services(options.workers) as around:
        server = Server(Path(folder), around.environment)
        children: list[tuple[Any, Connection]] = []
        print(
            f"{'tables':>8}{'sockets':>9}{'MB':>8}{'kB/table':>10}{'kB/socket':>11}{'idle':>7}{'answer ms':>11}"
        )
        try:
            asyncio.run(open_tables(server.port, 20))  # what is loaded once
            there, sockets = 0, 0
            while there < options.tables:
                before = memory(server)
                tables = asyncio.run(open_tables(server.port, options.step))
                opened = memory(server)
                here, away = context.Pipe()
                child = context.Process(target=lookers, args=(server.port, tables, away))
                child.start()
                away.close()  # so that its end is noticed here
                children.append((child, here))
                there, sockets = there + len(tables), sockets + here.recv()
                full = memory(server)
                print(
                    f"{there:>8,}{sockets:>9,}{full:>8.0f}{(opened - before) * 1024 / options.step:>10.1f}"
                    f"{(full - opened) * 1024 / options.step / 2:>11.1f}{idle_load(server, options.seconds):>7.1%}"
                    f"{answer_time(server, tables[0][0]):>11.1f}",
                    flush=True,
                )
        finally:
            for child, here in children:
                here.close()
                child.join()
            server.stop()
    print(f"load {os.getloadavg()[0]:.1f}")
