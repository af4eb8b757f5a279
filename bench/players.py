"""People who play at a server as fast as they may, or so many moves a second: two at each table, each with a socket.

They speak the protocol of the socket with as little code as possible, because they share the machine with
the server: the moves are chosen before the clock starts, and no answer is parsed further than its type.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from random import Random
from typing import Any

from rowlock.rules import GAMES

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


@dataclass(slots=True)
class Score:
    """What the players of one process have measured."""

    latencies: list[float] = field(default_factory=list)
    games: int = 0
    measuring: bool = False


def upgrade(table: str) -> bytes:
    """What opens the socket of a table."""
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )


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
        self.transport.write(upgrade(self._match.table))

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
