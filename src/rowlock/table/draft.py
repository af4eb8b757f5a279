"""A table with what is about to happen to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from rowlock.rules import Refusal
from rowlock.table.apply import apply
from rowlock.table.asking import no_game
from rowlock.table.events import Event
from rowlock.table.options import Milliseconds
from rowlock.table.table import Table, in_turn


@dataclass(frozen=True, slots=True)
class Fresh:
    """A table that may open: a name that nobody has, and a secret that nobody knows."""

    table: str
    secret: str


@dataclass(slots=True)
class Draft:
    """A table with the events that are about to be added to it."""

    table: Table
    now: Milliseconds
    events: list[Event] = field(default_factory=list)
    opened: list[Event] = field(default_factory=list)
    """The events of another table, which opens together with these, or not at all."""

    @staticmethod
    def of(table: Table, now: Milliseconds, events: list[Event]) -> Draft:
        """A table with these events."""
        draft = Draft(table, now)
        for event in events:
            draft.add(event)
        return draft

    def add(self, event: Event) -> None:
        """One more event."""
        self.table = apply(self.table, event)
        self.events.append(event)


def must_be_playing(table: Table) -> None:
    """Raises `Refusal` if no game is going on."""
    if refusal := no_game(table):
        raise refusal


def must_be_in_turn(table: Table, seat: int, turn: int) -> None:
    """Raises `Refusal` if no game is going on, or a seat has decided for another turn of it."""
    must_be_playing(table)
    if not in_turn(table.turns, seat, turn):
        raise Refusal("stale-turn", f"this is turn {table.turn}, not {turn}", turn=table.turn)
