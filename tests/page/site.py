"""`rowlock serve` as a process on a port that it keeps, so that it may be killed and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx

from tests.server.serving import PATIENCE, Address, free_port, lavish

PROGRAM = (sys.executable, "-c", "import sys; from rowlock.cli import main; sys.exit(main())")
IN_A_HURRY = "from rowlock.server import desk; desk.KINDNESS = 0; "
"""Whoever studies stands back behind all others: behind the other tests, that would be for minutes."""
OTHER_PAGE = "import sys; from pathlib import Path; from rowlock.server import page; page.PAGE = Path({!r}); "


class Site:
    """A server with its own SQLite file, whose bots answer at once; the page may come from another folder."""

    def __init__(self, folder: Path, page: Path | None = None) -> None:
        self._folder = folder
        python, said, program = PROGRAM
        other_page = OTHER_PAGE.format(str(page)) if page else ""
        self._program = [python, said, other_page + IN_A_HURRY + program]
        self.address = Address(free_port())
        self.start()

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        environment = {**os.environ, **lavish(self._folder / "tables.db").environment()}
        command = [*self._program, "serve", "--port", str(self.address.port)]
        log = self._folder / "log"
        with log.open("ab") as stderr:
            self._process = subprocess.Popen(command, env=environment, stderr=stderr)
        give_up = time.monotonic() + 2 * PATIENCE
        while not self._answers():
            assert self._process.poll() is None, log.read_text()
            assert time.monotonic() < give_up, log.read_text()
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            self.address.http.get("/api/health")
        except httpx.TransportError:
            return False
        return True

    def kill(self) -> None:
        """Ends it without a warning."""
        self._process.send_signal(signal.SIGKILL)
        self._process.wait(PATIENCE)

    def close(self) -> None:
        """Ends it for good."""
        self._process.terminate()
        try:
            self._process.wait(PATIENCE)
        finally:
            self._process.kill()
            self.address.close()
