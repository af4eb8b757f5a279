"""A program that starts servers quickly: it has imported everything, and each server is a fork of it.

    python -c 'from tests.server.launcher import loop; loop()'

`start PORT` on its input starts `rowlock serve` in a new process, and its number is printed. `wait NUMBER` prints
the exit status of one that has ended, or has been killed.
"""

import os
import sys

import alembic.script  # noqa: F401
import asyncpg  # type: ignore[import-untyped]  # noqa: F401
import uvicorn.lifespan.on
import uvicorn.protocols.http.h11_impl
import uvicorn.protocols.websockets.websockets_sansio_impl  # noqa: F401

import rowlock.server.app
import rowlock.store.postgres  # noqa: F401
from rowlock.cli import main


def launch(port: str) -> int:
    process = os.fork()
    if process == 0:
        sys.stdin.close()
        os._exit(main(["serve", "--port", port]))
    return process


def loop() -> None:
    for line in sys.stdin:
        what, number = line.split()
        print(launch(number) if what == "start" else os.waitpid(int(number), 0)[1], flush=True)
