"""Friends in this house: a `rowlock` that only its own machine can reach listens on the home network, for as long as a
table is open to it, and lets in to that table alone."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import re
import shutil
import sys
from collections.abc import Iterator
from socket import socket
from typing import TYPE_CHECKING, Any

import uvicorn
from fastapi import APIRouter, Request
from starlette.types import Scope

from rowlock.rules import Refusal
from rowlock.server import clock
from rowlock.server.caller import AllTables, ATable, Bearer, held_seat
from rowlock.server.ledger import NoSuchTable
from rowlock.server.line import SOCKETS
from rowlock.server.listening import PortTaken, address_on_network, listen
from rowlock.server.settings import THIS_MACHINE, Settings
from rowlock.server.wire import HouseView, OpenHouse
from rowlock.store import StoreUnavailable

if TYPE_CHECKING:
    from rowlock.server.tables import Tables

LOOKING = 5.0
"""Seconds between one look at whether the tables are over and the next."""
LINGER = 10 * 60 * 1000
"""Milliseconds for which a game that is over can be looked at, and played again, from the house."""
PORTS = 10
"""How many ports are tried, from the machine's own on."""
TABLE = re.compile(r"/(?:api/tables|t)/([A-Za-z0-9_-]{1,32})(/(?!house$).*)?")
FOR_ALL = ("/api/health", "/api/games")
ASKS = ("ufw", "firewall-cmd")
"""Programs of Linux that let nobody in unless told so; Windows and macOS have their own."""


class _Second(uvicorn.Server):
    """A server beside the first: signals are for that one."""

    def __init__(self, config: uvicorn.Config, state: dict[str, Any]) -> None:
        super().__init__(config)
        self._state = state

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket] | None = None) -> None:
        self.lifespan.state.update(self._state)  # what the first server was told by the application
        await super().startup(sockets)


class House:
    """Which tables are open to the home network, and the server that is there for them."""

    def __init__(self, settings: Settings) -> None:
        self.possible = settings.hosts == THIS_MACHINE
        self._state = {"moves_per_second": settings.moves_per_second}
        self._tables: set[str] = set()
        self._all: Tables | None = None
        self._server: _Second | None = None
        self._running: list[asyncio.Task[None]] = []
        self.address = ""
        """Where the house finds us, such as 192.168.1.20:8421; empty while it doesn't."""

    def is_open(self, table: str) -> bool:
        """Can the house reach a table? A rematch is open as the game before it was."""
        if table not in self._tables and self._all:
            lives = [self._all.ledger.live.get(name) for name in self._tables]
            if any(live and live.table.next == table for live in lives):
                self._tables.add(table)
        return table in self._tables

    async def open(self, table: str, app: Any, tables: Tables, port: int) -> None:
        """Lets the house in to a table. Raises `Refusal`."""
        if not self.possible:
            raise Refusal("not-allowed", "this server listens where it was told to")
        if not self._server:
            await self._listen(app, port)
        self._all = tables
        self._tables.add(table)

    async def shut(self, table: str) -> None:
        """This table no more."""
        self._tables.discard(table)
        if not self._tables:
            await self.close()

    async def close(self) -> None:
        """Nobody any more."""
        self._tables.clear()
        self.address = ""
        if self._server:
            self._server.should_exit = True
            self._server = None
        running, self._running = self._running, []
        here = asyncio.current_task()
        if running:
            serving, looking = running
            if looking is not here:
                looking.cancel()
            await asyncio.wait([task for task in (serving, looking) if task is not here])

    def lets_in(self, scope: Scope) -> bool:
        """May somebody from the network ask for this?"""
        path: str = scope["path"]
        if match := TABLE.fullmatch(path):
            return self.is_open(match[1])
        return path in FOR_ALL or not path.startswith(("/api/", "/metrics"))

    async def _listen(self, app: Any, port: int) -> None:
        here = address_on_network()
        if here is None or ipaddress.ip_address(here).is_loopback:
            raise Refusal("no-network", "this machine is in no network")
        for attempt in range(port, port + PORTS):
            with contextlib.suppress(PortTaken):
                sockets = listen(here, attempt)
                break
        else:
            raise Refusal("no-network", "no port is free in the network")
        config = uvicorn.Config(
            app,
            lifespan="off",
            **SOCKETS,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=1,
        )
        self._server = _Second(config, self._state)
        self.address = f"{here}:{attempt}"
        self._running = [
            asyncio.create_task(self._server.serve(sockets)),
            asyncio.create_task(self._look()),
        ]

    async def _look(self) -> None:
        while self._server:
            await asyncio.sleep(LOOKING)
            for name in list(self._tables):
                if await self._is_over(name):
                    await self.shut(name)

    async def _is_over(self, name: str) -> bool:
        if not self._all:
            return True
        try:
            table = (await self._all.ledger.get(name)).table
        except NoSuchTable:
            return True
        except StoreUnavailable:
            return False
        if table.next:
            self._tables.add(table.next)
        return table.status == "over" and clock.now() - table.changed_at > LINGER


def comes_from_outside(scope: Scope) -> bool:
    """Did somebody reach us under another address than those of the machine for itself?"""
    server = scope.get("server")
    try:
        return server is not None and not ipaddress.ip_address(server[0]).is_loopback
    except ValueError:  # a name, or the file of a socket
        return False


def _firewall_is_likely() -> bool:
    return sys.platform in ("win32", "darwin") or any(shutil.which(program) for program in ASKS)


router = APIRouter()


def _view(house: House, table: str) -> HouseView:
    there = house.possible and bool(house.address) and house.is_open(table)
    address = f"http://{house.address}" if there else None
    return HouseView(possible=house.possible, address=address, firewall=_firewall_is_likely())


@router.get("/api/tables/{id}/house")
async def is_house_open(live: ATable, request: Request) -> HouseView:
    """Can this table be opened to the home network, and where is it found there?"""
    return _view(request.app.state.house, live.table.id)


@router.post("/api/tables/{id}/house")
async def open_house(
    live: ATable, what: OpenHouse, tables: AllTables, token: Bearer, request: Request
) -> HouseView:
    """Opens a table to the home network, until it is over; or shuts it again."""
    held_seat(tables, live, token)
    house: House = request.app.state.house
    if what.open:
        await house.open(live.table.id, request.app, tables, request.url.port or 80)
    else:
        await house.shut(live.table.id)
    return _view(house, live.table.id)
