"""What one socket has still to be sent."""

from __future__ import annotations

import asyncio

LONGEST_QUEUE = 256
"""Messages that wait for a slow client before it is cut off; it can come back and ask for what it missed."""


class Outbox:
    """Messages in order, for one writer."""

    def __init__(self) -> None:
        self._waiting: list[str] = []
        self._writer: asyncio.Future[None] | None = None
        self.lost = False

    def send(self, text: str) -> None:
        """Queues a message; a client that doesn't keep up is cut off."""
        if len(self._waiting) >= LONGEST_QUEUE:
            self.lost = True
        else:
            self._waiting.append(text)
        if self._writer and not self._writer.done():
            self._writer.set_result(None)

    @property
    def unsent(self) -> int:
        """How many messages wait."""
        return len(self._waiting)

    async def to_send(self) -> list[str]:
        """What is to be sent next, as soon as there is something. For one writer."""
        if not self._waiting:
            self._writer = asyncio.get_running_loop().create_future()
            await self._writer
        texts, self._waiting = self._waiting, []
        return texts
