"""How much one address, one seat or one line may ask for: a bucket that fills slowly and is emptied by each request."""

from __future__ import annotations

import ipaddress
import math
import time
from collections import OrderedDict
from dataclasses import dataclass

from rowlock.rules import Refusal
from rowlock.rules.reasons import ReasonCode

DAY = 86_400
PLIES_A_REQUEST = 100
"""Whoever asks for a whole game asks for this many plies, or events, as for one more request."""
MOST_BUCKETS = 100_000
"""Who has not been here for longest is forgotten first; a forgotten bucket is a full one."""


class TooMuch(Refusal):
    """Too many requests; `wait` says for how many seconds."""

    def __init__(self, code: ReasonCode, wait: float) -> None:
        seconds = max(1, math.ceil(wait))
        super().__init__(code, f"too many requests: wait {seconds} s", seconds=seconds)
        self.wait = seconds


def whose(address: str) -> str:
    """Who is behind an address. With IPv6 every household has 2⁶⁴ of them, which count as one.

    >>> whose("2001:db8::1:2:3:4"), whose("::ffff:192.0.2.1"), whose("192.0.2.1")
    ('2001:db8::', '192.0.2.1', '192.0.2.1')
    """
    if ":" not in address:
        return address
    try:
        number = ipaddress.IPv6Address(address)
    except ValueError:
        return address
    return str(number.ipv4_mapped or ipaddress.IPv6Address(int(number) >> 64 << 64))


@dataclass(slots=True)
class Bucket:
    content: float
    at: float


class RateLimit:
    """`rate` a second in the long run, `burst` at once."""

    def __init__(self, code: ReasonCode, rate: float, burst: float) -> None:
        self._code, self.rate, self.burst = code, rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self.taken: dict[str, float] | None = None
        """By whom, since other processes were told; None if there are no others."""

    def take(self, who: str, cost: float = 1) -> None:
        """Counts one request, or what costs as much as several, but never more than can be had at all. Raises
        `TooMuch`."""
        cost = min(cost, max(1, self.burst))
        now = time.monotonic()
        bucket = self._buckets.get(who)
        if bucket is None:
            bucket = self._buckets[who] = Bucket(self.burst, now)
            if len(self._buckets) > MOST_BUCKETS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(who)
        content = min(self.burst, bucket.content + (now - bucket.at) * self.rate)
        bucket.at = now
        if content < cost:
            bucket.content = content
            raise TooMuch(self._code, (cost - content) / self.rate if self.rate else DAY)
        bucket.content = content - cost
        if self.taken is not None:
            self.taken[who] = self.taken.get(who, 0.0) + cost

    def told(self, most: int) -> list[tuple[str, float]]:
        """Who has taken how much, to tell the others."""
        taken = self.taken or {}
        return [(who, taken.pop(who)) for who in list(taken)[:most]]

    def hear(self, who: str, content: float) -> None:
        """What all processes together have left in a bucket."""
        if bucket := self._buckets.get(who):
            bucket.content, bucket.at = content, time.monotonic()


class Allowance:
    """What may still come over one line: `rate` a second in the long run, and as much as in four seconds at once.
    Everything that comes in is counted here, so the clock is asked only when it is used up."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: float) -> None:
        self._rate, self._left = rate, 4 * rate
        self._at = time.monotonic()

    def covers(self, amount: int) -> bool:
        """Counts it, and says whether it may be."""
        self._left -= amount
        return self._left >= 0 or self._covers_now(amount)

    def _covers_now(self, amount: int) -> bool:
        now = time.monotonic()
        gained = (now - self._at) * self._rate
        self._left = min(4 * self._rate, self._left + amount + gained) - amount
        self._at = now
        return self._left >= 0
