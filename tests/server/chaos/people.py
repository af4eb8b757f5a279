"""People who play while everything breaks, and who notice whatever should not be.

They know nothing of the server but its wire. Each has a seat and a server that they come to first; when that one fails
they go to the other. A command whose fate they don't know is sent again with the same id.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.server.chaos.site import Site

Json = dict[str, Any]
BROKEN = (
    ConnectionClosed,
    InvalidHandshake,
    InvalidMessage,
    OSError,
    TimeoutError,
    EOFError,
    httpx.TransportError,
)
AGAIN_LATER = {"store-unavailable", "busy", "too-fast"}
SILENCE = 3.0
"""Seconds without an answer after which a player tries the other server."""
THINKING = 0.02
GRACE = 2
"""Seconds without a sign of somebody after which a bot may play for them: few, so that tries to take a seat would
succeed wherever the servers don't know of each other's people."""
TOLERANCE = 0.5
"""Seconds by which what a person heard may have been under way."""


@dataclass
class Seen:
    """What was noticed in all of a run."""

    wrong: list[str] = field(default_factory=list)
    acknowledged: int = 0
    tables: int = 0
    welcomes: int = 0
    refused_strangers: int = 0
    stood_in: int = 0
    """How often a bot played for somebody who had truly been away."""


@dataclass
class Game:
    """One table, what was sent there and what was acknowledged."""

    id: str
    tokens: dict[int, str]
    opened_at: float
    sent: set[str] = field(default_factory=set)
    acknowledged: dict[str, tuple[float, int]] = field(default_factory=dict)
    """Id of a command → when, and at which revision."""
    checked: bool = False


class Match:
    """People who play one game after the other at tables of one kind."""

    def __init__(self, site: Site, seen: Seen, game: str, seats: list[Json], seed: int) -> None:
        self._site, self._seen, self._kind, self._seats = site, seen, game, seats
        self.chance = Random(seed)
        self.games: list[Game] = []
        self.people: list[Person] = []
        self._next = asyncio.Event()

    @property
    def game(self) -> Game:
        return self.games[-1]

    async def play(self) -> None:
        """Until cancelled."""
        number = 0
        while True:
            opened = await self._open()
            self._seen.tables += 1
            self.games.append(opened)
            self.people = [
                Person(self._site, self._seen, opened, seat, token, number + seat, self.chance)
                for seat, token in opened.tokens.items()
            ]
            number += 1
            watcher = Person(self._site, self._seen, opened, 0, "", number, self.chance)
            self.people.append(watcher)
            async with asyncio.TaskGroup() as group:
                for person in self.people:
                    group.create_task(person.play())

    async def _open(self) -> Game:
        body = {
            "game": self._kind,
            "seats": self._seats,
            "options": {"first": 1, "clock": {"per_game": 3600}, "grace": GRACE},
        }
        while True:
            server = self.chance.choice(self._site.servers)
            with contextlib.suppress(*BROKEN):
                async with httpx.AsyncClient(trust_env=False, timeout=SILENCE) as client:
                    answer = await client.post(f"http://127.0.0.1:{server.port}/api/tables", json=body)
                if answer.status_code == 201:
                    told = answer.json()
                    tokens = {held["seat"]: held["token"] for held in told["seats"]}
                    return Game(told["id"], tokens, time.monotonic())
                if answer.status_code != 503:
                    self._seen.wrong.append(f"opening a table: {answer.status_code} {answer.text}")
            await asyncio.sleep(0.2)

    def healed(self, since: float) -> bool:
        """Everybody has seen a move that was acknowledged after that, and the one after it; or a new game."""
        if not self.games or not self.people:
            return False
        if self.game.opened_at > since:
            return all(person.revision for person in self.people)
        common = min(person.revision for person in self.people)
        later = [at for at, revision in self.game.acknowledged.values() if at > since and revision <= common]
        return len(later) >= 2


class Person:
    """Somebody at a table, or (seat 0) somebody who looks on."""

    def __init__(
        self, site: Site, seen: Seen, game: Game, seat: int, token: str, number: int, chance: Random
    ) -> None:
        self._site, self._seen, self._game, self.seat, self._token = site, seen, game, seat, token
        self._number, self._chance = number, chance
        self.revision = 0
        """The highest that they were ever shown."""
        self.heard_at = 0.0
        """When a server last said anything to them."""
        self._view: Json = {}
        self._unknown: Json | None = None
        self._wait_for = 0
        """The revision at which the last command was done; before it is seen, there is nothing to decide."""
        self._commands = 0

    async def play(self) -> None:
        """Until the game is over and they have seen it."""
        turn = self._number
        while self._view.get("status") != "over" or self._unknown:
            server = self._site.servers[turn % len(self._site.servers)]
            turn += 1
            address = f"ws://127.0.0.1:{server.port}/api/tables/{self._game.id}/live"
            with contextlib.suppress(*BROKEN):
                async with connect(
                    address,
                    open_timeout=SILENCE,
                    close_timeout=0.1,
                    proxy=None,
                    compression=None,
                    max_queue=None,
                ) as socket:
                    await self._converse(socket)
            await asyncio.sleep(0.05)

    async def _converse(self, socket: ClientConnection) -> None:
        tokens = [self._token] if self._token else []
        since = self.revision or None
        await socket.send(json.dumps({"type": "hello", "tokens": tokens, "since": since}))
        self._heed(await self._next(socket))
        self._seen.welcomes += 1
        asked_at = 0.0
        while self._view["status"] != "over" or self._unknown:
            if self._unknown is None and self.seat and (command := self._choose()):
                await asyncio.sleep(THINKING)
                self._unknown = command
                asked_at = 0.0
            if self._unknown is not None and not asked_at:
                self._game.sent.add(f"{self.seat}:{self._unknown['command']['id']}")
                asked_at = time.monotonic()
                await socket.send(json.dumps(self._unknown))
            message = await self._next(socket)
            if self._heed(message):
                asked_at = 0.0

    async def _next(self, socket: ClientConnection) -> Json:
        """The next message; after a silence the line is asked whether it lives."""
        try:
            async with asyncio.timeout(SILENCE):
                text = await socket.recv()
        except TimeoutError:
            if self._unknown is not None:
                raise
            await socket.send('{"type":"ping"}')
            async with asyncio.timeout(SILENCE):
                text = await socket.recv()
        self.heard_at = time.monotonic()
        message: Json = json.loads(text)
        return message

    def _choose(self) -> Json | None:
        if self.revision < self._wait_for:
            return None
        if self._view["seats"][self.seat - 1]["level"]:  # a bot played while they were away
            command = {"type": "return"}
        elif self._view["moves"]:
            move = self._chance.choice(self._view["moves"])
            command = {"type": "play", "move": move, "turn": self._view["turn"]}
        else:
            return None
        self._commands += 1
        return {"type": "do", "seat": self.seat, "command": {**command, "id": f"c{self._commands}"}}

    def _heed(self, message: Json) -> bool:
        """Takes in a message; whether what was asked is to be asked again."""
        kind = message["type"]
        if kind == "done":
            self._wait_for = message["revision"]
            self._game.acknowledged[f"{self.seat}:{message['id']}"] = time.monotonic(), message["revision"]
            self._seen.acknowledged += 1
            self._unknown = None
        elif kind == "refused":
            code = message["refused"]["code"]
            if code in AGAIN_LATER:
                return True
            # Another seat has ended the game, say; but nothing that was taken is refused when it comes again.
            if code not in ("game-over", "stale-turn", "already-decided", "bot-plays"):
                self._seen.wrong.append(f"table {self._game.id}: {self._unknown} was refused: {message}")
            self._unknown = None
        elif "table" in message:
            revision = message["table"]["revision"]
            if revision < self.revision:
                self._seen.wrong.append(
                    f"table {self._game.id}, seat {self.seat}: revision {revision} after {self.revision} ({kind})"
                )
            self.revision = max(self.revision, revision)
            self._view = message["table"]
        return False


class Stranger:
    """Tries everywhere to act in seats that are not theirs, and to put a bot into the seat of somebody who is there.
    That they are is what they have heard themselves, whatever any server believes."""

    def __init__(self, site: Site, seen: Seen, matches: list[Match]) -> None:
        self._site, self._seen, self._matches = site, seen, matches
        self._chance = Random(7)

    async def try_on(self) -> None:
        while True:
            await asyncio.sleep(0.2)
            match = self._chance.choice(self._matches)
            if not match.games:
                continue
            game, server = match.game, self._chance.choice(self._site.servers)
            url = f"http://127.0.0.1:{server.port}/api/tables/{game.id}"
            seat = self._chance.choice(list(game.tokens))
            other = next((token for held, token in game.tokens.items() if held != seat), "x")
            tries: list[tuple[str, Json, str]] = [
                ("moves", {"move": "a1a5", "turn": 1}, "not-a-token"),
                (f"seats/{seat}", {"name": "Mallory"}, ""),
                ("commands", {"command": {"type": "replace", "seat": seat}}, other),
            ]
            path, body, token = self._chance.choice(tries)
            holder = next((person for person in match.people if person.seat == seat), None)
            with contextlib.suppress(*BROKEN):
                heard_at = holder.heard_at if holder else 0.0
                async with httpx.AsyncClient(trust_env=False, timeout=SILENCE) as client:
                    headers = {"Authorization": f"Bearer {token}"} if token else {}
                    answer = await client.post(f"{url}/{path}", json=body, headers=headers)
                if answer.status_code >= 400:
                    self._seen.refused_strangers += 1
                elif path == "commands" and was_away(heard_at, time.monotonic()):
                    self._seen.stood_in += 1
                else:
                    self._seen.wrong.append(
                        f"table {game.id}: a stranger succeeded with {path} {body} at {server.name}; seat {seat} heard "
                        f"something {time.monotonic() - heard_at:.1f} s before"
                    )


def was_away(heard_at: float, now: float) -> bool:
    """May it be that no server has seen somebody for the time of grace, who heard something then?"""
    return now - heard_at > GRACE - TOLERANCE


async def check(site: Site, seen: Seen, games: list[Game]) -> None:
    """Holds what was acknowledged, until now, against what is in the database."""
    for game in games:
        acknowledged = set(game.acknowledged)
        rows = await site.ask('SELECT event FROM events WHERE "table" = $1 ORDER BY revision', game.id)
        events = [json.loads(row["event"]) for row in rows]
        moves = Counter(
            event["command"]
            for event in events
            if event["type"] in ("moved", "returned") and event.get("command")
        )
        if lost := acknowledged - set(moves):
            seen.wrong.append(f"table {game.id}: acknowledged and lost: {sorted(lost)}")
        if doubled := [name for name, count in moves.items() if count > 1]:
            seen.wrong.append(f"table {game.id}: played twice: {doubled}")
        if foreign := set(moves) - game.sent:
            seen.wrong.append(f"table {game.id}: nobody sent {sorted(foreign)}")
        for event in events:
            if event["type"] == "ended" and event["reason"] == "time":
                seen.wrong.append(f"table {game.id}: lost on time: {event}")
