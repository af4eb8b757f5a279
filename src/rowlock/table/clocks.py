"""The time that each seat has left. Time is handed in, in milliseconds; nothing here looks at a clock."""

from __future__ import annotations

from dataclasses import dataclass, replace

from rowlock.table.options import Clock, Milliseconds


@dataclass(frozen=True, slots=True)
class Clocks:
    """What each seat has left, and since when its clock runs (None where it stands still)."""

    limits: Clock
    left: tuple[Milliseconds, ...]
    since: tuple[Milliseconds | None, ...]

    @staticmethod
    def new(limits: Clock, seats: int) -> Clocks:
        """Full clocks that stand still."""
        seconds = limits.per_game or limits.per_move or 0
        return Clocks(limits, (seconds * 1000,) * seats, (None,) * seats)

    def decided(self, seat: int, at: Milliseconds) -> Clocks:
        """A seat has decided: its clock stops, and gets its increment."""
        return self._stop(seat, at, self.limits.increment * 1000)

    def undecided(self, seat: int, at: Milliseconds) -> Clocks:
        """A seat has its decision back: its clock goes on where it stopped, without the increment."""
        left = self.left[seat - 1] - self.limits.increment * 1000
        return replace(
            self,
            left=(*self.left[: seat - 1], left, *self.left[seat:]),
            since=(*self.since[: seat - 1], at, *self.since[seat:]),
        )

    def asked(self, seats: tuple[int, ...], at: Milliseconds) -> Clocks:
        """Something new is to be decided by these seats, and by no others; time already used stays used."""
        clocks = self
        for seat, since in enumerate(self.since, 1):
            if since is not None:
                clocks = clocks._stop(seat, at, 0)
        since_now = tuple(at if seat in seats else None for seat in range(1, len(self.left) + 1))
        left = clocks.left
        if self.limits.per_move:
            full = self.limits.per_move * 1000
            left = tuple(time if since is None else full for since, time in zip(since_now, left, strict=True))
        return replace(clocks, left=left, since=since_now)

    def resumed(self, lost: Milliseconds) -> Clocks:
        """Time in which no server was there is nobody's."""
        return replace(self, since=tuple(None if since is None else since + lost for since in self.since))

    def left_at(self, seat: int, at: Milliseconds) -> Milliseconds:
        """What a seat has left at a moment."""
        since = self.since[seat - 1]
        used = 0 if since is None else max(0, at - since)
        return max(0, self.left[seat - 1] - used)

    def deadline(self, seat: int) -> Milliseconds | None:
        """When a seat's time is up, if its clock runs."""
        since = self.since[seat - 1]
        return None if since is None else since + self.left[seat - 1]

    def _stop(self, seat: int, at: Milliseconds, bonus: Milliseconds) -> Clocks:
        left = (*self.left[: seat - 1], self.left_at(seat, at) + bonus, *self.left[seat:])
        return replace(self, left=left, since=(*self.since[: seat - 1], None, *self.since[seat:]))
