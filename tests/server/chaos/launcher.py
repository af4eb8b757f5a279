"""A program that starts servers quickly, like `tests.server.launcher`, but with a clock that can be set wrongly.

    python -c 'from tests.server.chaos.launcher import begin; begin()' FILE

The first eight bytes of FILE say by how many milliseconds the clock of every server's machine is ahead, at any moment:
the clock that Python is told when it asks for the time of day. What counts the time that goes by is left alone, as it
is when somebody sets the clock of a real machine.
"""

import mmap
import struct
import sys
import time
from pathlib import Path

import redis.asyncio  # noqa: F401

from tests.server.launcher import loop


def begin() -> None:
    with Path(sys.argv[1]).open("rb") as file:
        ahead = mmap.mmap(file.fileno(), 8, access=mmap.ACCESS_READ)
    right, right_ns = time.time, time.time_ns

    def error() -> int:
        return int(struct.unpack("<q", ahead[:8])[0])

    time.time = lambda: right() + error() / 1_000
    time.time_ns = lambda: right_ns() + error() * 1_000_000
    loop()
