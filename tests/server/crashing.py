"""A server that is killed again and again while people play at it, and what must hold afterwards.

Each player sits at a table of their own, on all its seats, and plays until told to stop. When the connection breaks
they come back and send the command whose fate they don't know once more, with the same id: it must then be done,
whether or not it was on disk already.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from rowlock.server.settings import Settings
from rowlock.store import open_store
from rowlock.table.apply import replay
from rowlock.table.events import Moved, from_texts
from rowlock.table.table import Table
from tests.server.serving import PATIENCE, Address, Launcher

HOUR = 3600
PERSON, BOT = {"kind": "human"}, {"kind": "bot", "level": "easy"}
BROKEN = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, httpx.TransportError, EOFError)


@dataclass
class Stage:
    """Where the server is now; nowhere while it is dead."""

    address: Address | None = None
    over: bool = False


@dataclass
class Sat:
    """A table that somebody played at, and the commands that were acknowledged there."""

    id: str
    tokens: dict[int, str]
    acknowledged: list[str] = field(default_factory=list)
    refused: list[dict[str, Any]] = field(default_factory=list)


class Player(threading.Thread):
    """Plays one game after the other."""

    def __init__(self, stage: Stage, game: str, seats: list[dict[str, str]], seed: int) -> None:
        super().__init__(daemon=True)
        self._stage, self._game, self._seats, self._chance = stage, game, seats, Random(seed)
        self.tables: list[Sat] = []
        self._commands = 0
        self._unknown: dict[str, Any] | None = None
        self.error: BaseException | None = None

    @property
    def acknowledged(self) -> int:
        return sum(len(table.acknowledged) for table in self.tables)

    def run(self) -> None:
        try:
            while not self._stage.over:
                address = self._stage.address
                if address is None:
                    time.sleep(0.01)
                    continue
                try:
                    with contextlib.suppress(*BROKEN):
                        self._play(address)
                except RuntimeError:  # httpx says so when the client of a server that is gone was closed
                    if self._stage.address is address:
                        raise
        except BaseException as error:  # noqa: BLE001 (the test that waits for this thread raises it)
            self.error = error

    def _play(self, address: Address) -> None:
        if not self.tables or (self._unknown is None and self._is_over(address)):
            options = {"first": 1, "clock": {"per_game": HOUR}}
            told = address.post("/tables", {"game": self._game, "seats": self._seats, "options": options})
            self.tables.append(Sat(told["id"], {held["seat"]: held["token"] for held in told["seats"]}))
        table = self.tables[-1]
        with address.socket(table.id, *table.tokens.values()) as socket:
            view = socket.receive()["table"]
            while not self._stage.over:
                if self._unknown is None and view["status"] == "over":
                    return
                if self._unknown is None:
                    mine = [seat for seat in view["awaiting"] if seat in table.tokens]
                    if not mine:  # a bot's turn
                        view = socket.next("changed")["table"]
                        continue
                    seat = self._chance.choice(mine)
                    move = self._chance.choice(view["choices"][str(seat)])
                    self._commands += 1
                    command = {"type": "play", "move": move, "turn": view["turn"], "id": f"c{self._commands}"}
                    self._unknown = {"type": "do", "seat": seat, "command": command}
                socket.send(self._unknown)
                answer = socket.next("done", "refused")
                if answer["type"] == "done":
                    table.acknowledged.append(f"{self._unknown['seat']}:{answer['id']}")
                else:
                    table.refused.append(answer)
                self._unknown = None
                view = next(m for m in reversed(socket.messages) if "table" in m)["table"]
                # The answer comes before the change that it is about.
                while answer["type"] == "done" and view["revision"] < answer["revision"]:
                    view = socket.next("changed")["table"]

    def _is_over(self, address: Address) -> bool:
        return bool(address.get(f"/tables/{self.tables[-1].id}")["status"] == "over")


@dataclass
class Report:
    """What was seen."""

    kills: int = 0
    acknowledged: int = 0
    tables: int = 0
    lives: list[tuple[float, float]] = field(default_factory=list)
    """From when to when there was a server process, its start included; in seconds since 1970."""

    def alive(self, begin: float, end: float) -> float:
        """For how many seconds of a time there was one."""
        return sum(max(0.0, min(end, killed) - max(begin, spawned)) for spawned, killed in self.lives)

    def __str__(self) -> str:
        return f"{self.kills} kills, {self.acknowledged} moves at {self.tables} tables, none lost or doubled"


def crash(settings: Settings, folder: Path, kills: int, seed: int) -> Report:
    """Kills a server so many times; raises AssertionError if anything is lost, doubled or stuck."""
    stage, report = Stage(), Report()
    players = [
        Player(stage, "quixo", [PERSON, PERSON], seed),
        Player(stage, "quixo", [PERSON, PERSON], seed + 1),
        Player(stage, "qwixx", [PERSON, BOT, PERSON], seed + 2),
    ]
    launcher = Launcher(settings, folder)
    for player in players:
        player.start()
    try:
        _live_and_die(launcher, stage, players, report, kills, Random(seed))
    finally:
        stage.over = True
        launcher.close()
    for player in players:
        if player.error:
            raise player.error
        assert not any(table.refused for table in player.tables), player.tables
    _check(settings.database, players, report)
    return report


def _live_and_die(
    launcher: Launcher, stage: Stage, players: list[Player], report: Report, kills: int, chance: Random
) -> None:
    for life in range(kills + 1):
        last = life == kills
        spawned = time.time()
        address = launcher.start()
        before = {player: player.acknowledged for player in players}
        stage.address = address
        try:
            # In its last life every table goes on; before, also those must not wait long that a bot plays at.
            _wait_for(players if last else players[:2], before)
            time.sleep(chance.uniform(0, 0.2))
        finally:
            stage.address = None
            stage.over = last
            if last:
                for player in players:
                    player.join(PATIENCE)
            launcher.end(address, signal.SIGTERM if last else signal.SIGKILL)
            report.lives.append((spawned, time.time()))
        report.kills += not last
        time.sleep(0.2)  # the clocks must not notice


def _wait_for(players: list[Player], before: dict[Player, int]) -> None:
    """Until they have had something acknowledged that they hadn't before."""
    give_up = time.monotonic() + PATIENCE
    while any(player.acknowledged <= before[player] for player in players):
        for player in players:
            assert player.is_alive(), player.error
        assert time.monotonic() < give_up, [player.acknowledged for player in players]
        time.sleep(0.005)


def _check(database: str, players: list[Player], report: Report) -> None:
    for player in players:
        for sat in player.tables:
            events = from_texts(asyncio.run(_events(database, sat.id)))
            commands = Counter(
                event.command for event in events if isinstance(event, Moved) and event.command
            )
            assert set(sat.acknowledged) <= set(commands), "an acknowledged move is lost"
            assert set(commands.values()) <= {1}, "a move was played twice"
            table = replay(events)
            report.tables += 1
            report.acknowledged += len(sat.acknowledged)
            if table.game == "quixo":
                _check_clocks(table, report)


def _check_clocks(table: Table, report: Report) -> None:
    """At Quixo exactly one clock runs at any time, so together they have used no more than the servers lived."""
    assert table.clocks is not None
    begin, end = table.opened_at, table.changed_at
    used = sum(HOUR - table.clocks.left_at(seat, end) / 1000 for seat in (1, 2))
    lived = report.alive(begin / 1000, end / 1000)
    assert used <= lived + 0.002, (
        f"{used} s used, but of {(end - begin) / 1000} s the servers lived only {lived} s"
    )


async def _events(database: str, table: str) -> list[str]:
    store = await open_store(database)
    try:
        return await store.events(table)
    finally:
        await store.close()
