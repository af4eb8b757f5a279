"""A line between a server and its database or Redis, at which anything can go wrong."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Literal

Mode = Literal["open", "cut", "stall", "slow", "mute", "mute-commit"]
DELAY = 0.03
"""Seconds that a slow line takes for each piece, in each direction."""


class Link:
    """Listens on a port of this machine and passes everything on to a socket file, and back."""

    def __init__(self, target: str) -> None:
        self._target = target
        self._mode: Mode = "open"
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._ends: dict[asyncio.StreamWriter, bool] = {}
        """Each connection's way to the server, and whether anything meant for it was swallowed."""
        self._listening: asyncio.Server | None = None
        self.port = 0

    async def start(self) -> None:
        self._listening = await asyncio.start_server(self._connected, "127.0.0.1", self.port)
        self.port = self._listening.sockets[0].getsockname()[1]

    async def set(self, mode: Mode) -> None:
        """From now on. When a line is open again, connections that have lost anything are broken: nothing is ever lost
        in the middle of one."""
        self._mode = mode
        if mode == "stall":
            self._flowing.clear()
        else:
            self._flowing.set()
        for writer, has_lost in list(self._ends.items()):
            if mode == "cut" or (mode == "open" and has_lost):
                writer.transport.abort()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._mode == "cut":
            writer.transport.abort()
            return
        try:
            there_reader, there_writer = await asyncio.open_unix_connection(self._target)
        except OSError:
            writer.transport.abort()
            return
        self._ends[writer] = False
        ways = [
            asyncio.create_task(self._pass_on(reader, there_writer, writer, asked=True)),
            asyncio.create_task(self._pass_on(there_reader, writer, writer, asked=False)),
        ]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            self._ends.pop(writer, None)
            writer.transport.abort()
            there_writer.transport.abort()

    async def _pass_on(
        self,
        source: asyncio.StreamReader,
        sink: asyncio.StreamWriter,
        end: asyncio.StreamWriter,
        *,
        asked: bool,
    ) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(65_536):
                await self._flowing.wait()
                if self._mode == "slow":
                    await asyncio.sleep(DELAY)
                if asked and self._mode == "mute-commit" and b"COMMIT" in data:
                    self._ends[end] = True
                elif not asked and (self._mode == "mute" or self._ends.get(end)):
                    self._ends[end] = True
                    continue
                sink.write(data)
                await sink.drain()

    async def close(self) -> None:
        if self._listening:
            self._listening.close()
        self._flowing.set()
        for writer in list(self._ends):
            writer.transport.abort()
