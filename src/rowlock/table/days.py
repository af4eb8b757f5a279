"""A day's dice: the same for everybody everywhere, chosen by nobody.

Each day has a link of a chain. The chain begins with the SHA-256 of a text that stands here, and the link of a day is
the SHA-256 of the link before it (in hex) and the date, joined by `|`. So nobody can choose a day's dice, no server has
to be trusted with them, and everybody can work them out again; also beforehand, as with every puzzle of the day.

With the link as the secret and the SHA-256 of the date as the entropy, a roll is drawn as `rowlock.table.dice` tells.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache

from rowlock.rules import Refusal

BEGINNING = "Rowlock: one game a day, the same for everybody everywhere"
FIRST = date(2026, 11, 1)
LAST = date(2099, 12, 31)
"""A chain that never ends would keep a server busy for whoever asks for a day in eight thousand years."""


@lru_cache(1_000)
def link(day: date) -> str:
    """The link of a day, in hex."""
    found = hashlib.sha256(BEGINNING.encode()).hexdigest()
    for number in range(place(day) + 1):
        found = hashlib.sha256(f"{found}|{FIRST + timedelta(number)}".encode()).hexdigest()
    return found


def place(day: date) -> int:
    """How many days there were before this one."""
    return (day - FIRST).days


def read(text: str) -> date:
    """A day from its text, such as 2026-11-18. Raises `Refusal`."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = date.min
    if str(day) != text or not FIRST <= day <= LAST:
        problem = f"a day is a date from {FIRST} to {LAST}, such as 2026-11-18"
        raise Refusal("malformed", problem, place="day")
    return day


def today(now: int) -> date:
    """The day that it is, everywhere at the same time: the date in UTC; `now` is in milliseconds."""
    return datetime.fromtimestamp(now / 1000, UTC).date()


def starts(day: date) -> int:
    """When a day begins, in milliseconds."""
    return round(datetime.combine(day, time(), UTC).timestamp() * 1000)


def begun(text: str, now: int) -> date:
    """The same as `read` for a day that has begun. Raises `Refusal`."""
    day = read(text)
    if day > today(now):
        raise Refusal("not-yet", f"{day} has not begun yet: days begin at midnight UTC")
    return day
