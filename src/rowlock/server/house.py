"""Friends in this house: a `rowlock` that only its own machine can reach listens on the home network, for as long as a
table or a series is open to it, and lets in to that one alone; to a series with all its tables."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import re
import shutil
import sys
from collections.abc import Iterator
from socket import socket
from typing import Any

import uvicorn
from fastapi import APIRouter, Request
from starlette.types import Scope

from rowlock.rules import Refusal
from rowlock.server import clock
from rowlock.server.call_wire import HouseView, OpenHouse
from rowlock.server.caller import AllTables, ATable, Bearer, held_seat
from rowlock.server.ledger import NoSuchTable
from rowlock.server.line import SOCKETS
from rowlock.server.listening import PortTaken, address_on_network, listen
from rowlock.server.series_desk import Desk, NoSuchSeries, SeriesDesk, must_lead
from rowlock.server.series_wire import SeriesId
from rowlock.server.settings import THIS_MACHINE, Settings
from rowlock.server.tables import Tables
from rowlock.store import StoreUnavailable

LOOKING = 5.0
"""Seconds between one look at whether what is open is over and the next."""
LINGER = 10 * 60 * 1000
"""Milliseconds for which what is over can be looked at, and a game played again, from the house."""
PORTS = 10
"""How many ports are tried, from the machine's own on."""
TABLE = re.compile(r"/(?:api/tables|t)/([A-Za-z0-9_-]{1,32})(/(?!house$).*)?")
SERIES = re.compile(r"/(?:api/series|s)/([A-Za-z0-9_-]{1,32})(/(?!house$).*)?")
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
    """Which tables and series are open to the home network, and the server that is there for them."""

    def __init__(self, settings: Settings) -> None:
        self.possible = settings.hosts == THIS_MACHINE
        self._state = {"moves_per_second": settings.moves_per_second}
        self._tables: set[str] = set()
        self._series: set[str] = set()
        self._known: tuple[Tables, SeriesDesk] | None = None
        self._server: _Second | None = None
        self._running: list[asyncio.Task[None]] = []
        self.address = ""
        """Where the house finds us, such as 192.168.1.20:8421; empty while it doesn't."""

    def is_open(self, name: str) -> bool:
        """Can the house reach a table, or a series? A rematch is open as the game before it was, and a table as the
        series that it is part of."""
        if name in self._tables or name in self._series:
            return True
        if self._known:
            tables, desk = self._known
            before = (tables.ledger.live.get(one) for one in self._tables)
            if any(live and live.table.next == name for live in before):
                self._tables.add(name)
                return True
            return any(name in desk.tables_of(series) for series in self._series)
        return False

    async def open_table(self, name: str, request: Request) -> None:
        """Lets the house in to a table. Raises `Refusal`."""
        await self._open(request)
        self._tables.add(name)

    async def open_series(self, name: str, request: Request) -> None:
        """Lets the house in to a series, and to all its tables. Raises `Refusal`."""
        await self._open(request)
        self._series.add(name)

    async def _open(self, request: Request) -> None:
        if not self.possible:
            raise Refusal("not-allowed", "this server listens where it was told to")
        state = request.app.state
        self._known = state.tables, state.series
        if not self._server:
            await self._listen(request.app, request.url.port or 80)

    async def shut(self, name: str) -> None:
        """This table or series no more."""
        self._tables.discard(name)
        self._series.discard(name)
        if not self._tables and not self._series:
            await self.close()

    async def close(self) -> None:
        """Nobody any more."""
        self._tables.clear()
        self._series.clear()
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
        if match := TABLE.fullmatch(path) or SERIES.fullmatch(path):
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
        while self._server and self._known:
            await asyncio.sleep(LOOKING)
            tables, desk = self._known
            now = clock.now()
            with contextlib.suppress(StoreUnavailable):
                for name in list(self._tables):
                    if await self._table_is_over(tables, name, now):
                        await self.shut(name)
                for name in list(self._series):
                    if await _series_is_over(desk, name, now):
                        await self.shut(name)

    async def _table_is_over(self, tables: Tables, name: str, now: int) -> bool:
        try:
            table = (await tables.ledger.get(name)).table
        except NoSuchTable:
            return True
        if table.next:
            self._tables.add(table.next)
        return table.status == "over" and now - table.changed_at > LINGER


async def _series_is_over(desk: SeriesDesk, name: str, now: int) -> bool:
    try:
        series = await desk.get(name)
    except NoSuchSeries:
        return True
    return series.status == "over" and now - series.changed_at > LINGER


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


def _view(house: House, name: str) -> HouseView:
    there = house.possible and bool(house.address) and house.is_open(name)
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
    await (house.open_table(live.table.id, request) if what.open else house.shut(live.table.id))
    return _view(house, live.table.id)


@router.get("/api/series/{id}/house")
async def is_house_open_to_series(id: SeriesId, desk: Desk, request: Request) -> HouseView:  # noqa: A002
    """Can this series be opened to the home network, and where is it found there?"""
    return _view(request.app.state.house, (await desk.get(id)).id)


@router.post("/api/series/{id}/house")
async def open_house_to_series(
    id: SeriesId,  # noqa: A002
    what: OpenHouse,
    desk: Desk,
    token: Bearer,
    request: Request,
) -> HouseView:
    """Opens a series and all its tables to the home network, until it is over; or shuts it again."""
    must_lead(await desk.get(id), token)
    house: House = request.app.state.house
    await (house.open_series(id, request) if what.open else house.shut(id))
    return _view(house, id)
