"""The server's clock. It was set once, and then only counts the time that goes by: whoever moves the clock of the
machine moves no clock of a game. `timekeeper` holds it against the clock of the database."""

import sys
import time
from typing import Final

# The counter that goes on while a laptop sleeps, where there are two.
COUNTER: Final = (
    getattr(time, "CLOCK_BOOTTIME", None)
    if sys.platform != "darwin"
    else getattr(time, "CLOCK_MONOTONIC", None)
)


def machine() -> int:
    """What the clock of the machine says, in milliseconds since 1970. It may be wrong, and it may jump."""
    return time.time_ns() // 1_000_000


def ticks() -> int:
    """Milliseconds since some moment, whatever anybody does to the clock of the machine."""
    return (time.monotonic_ns() if COUNTER is None else time.clock_gettime_ns(COUNTER)) // 1_000_000


class Hand:
    """What is added to the ticks."""

    offset = machine() - ticks()


def now() -> int:
    """Milliseconds since 1970."""
    return ticks() + Hand.offset
