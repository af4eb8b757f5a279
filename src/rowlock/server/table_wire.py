"""A table as somebody may see it, and what happened there."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from rowlock.rules.levels import Level
from rowlock.server.wire import Message
from rowlock.table.events import Event
from rowlock.table.options import Options


class SeatView(Message):
    """A seat as everyone sees it."""

    seat: int
    kind: Literal["human", "bot", "open"]
    name: str
    level: Level | None
    """Where a bot decides: in its own seat, or for somebody who is away."""
    connected: bool
    left: bool
    failed: bool
    face: str
    """A figure and the number of its colour, like `cat-3`; empty where nobody has chosen any."""


class PlyView(Message):
    """One decision or, in seat 0, one roll; `?` where it is still sealed."""

    seat: int
    move: str
    why: Literal["chosen", "only-move", "late", "ahead"]


class ClockView(Message):
    """Milliseconds left in seat order as of `now`, and whose clocks run."""

    left: tuple[int, ...]
    running: tuple[int, ...]


class DiceView(Message):
    """The commitment to the dice and, when the game is over, its opening."""

    commitment: str
    secret: str | None
    salts: tuple[str, ...]
    shared: str | None
    """The name of the dice where other tables have the same ones; then salts don't count, and all must be over before
    the secret is opened."""
    rolls: int
    to_tap: tuple[bool, ...] | None
    """With real dice: which dice are to be tapped in now."""


class OutcomeView(Message):
    """How it ended."""

    reason: str
    places: tuple[int, ...]
    scores: tuple[int, ...]
    lines: tuple[tuple[str, ...], ...]
    seat: int | None
    """Who gave up, or ran out of time."""


class Company(Message):
    """Which table it is, and who sits there: what everyone sees and what seldom changes."""

    id: str
    game: str
    seats: tuple[SeatView, ...]
    options: Options
    first_rolls: tuple[int, ...]
    previous: str | None
    next: str | None
    series: str | None
    """The series that it is part of."""


class PublicView(Message):
    """How the game stands, as everyone sees it."""

    revision: int
    status: Literal["waiting", "playing", "over"]
    position: str
    phase: str
    active: int
    awaiting: tuple[int, ...]
    finished: tuple[int, ...]
    """Who has put the pencil down, where everybody keeps their own sheet (`dice` is `none`)."""
    last: tuple[PlyView, ...]
    scores: tuple[int, ...]
    plies: int
    clock: ClockView | None
    dice: DiceView | None
    draw_offered: tuple[int, ...]
    takeback: int | None
    takeback_agreed: tuple[int, ...]
    rematch_wanted: tuple[int, ...]
    hints: tuple[int, ...]
    """How many each seat was given."""
    wins: tuple[int, ...]
    """The running score of a row of rematches, this game included when it is over."""
    changed_at: int
    outcome: OutcomeView | None
    now: int


class OwnSeats(Message):
    """What only the holder of some seats sees."""

    you: tuple[int, ...]
    turn: int
    """What a command of yours must name. It grows when something new is to be decided; where you take a sealed decision
    back, for you alone."""
    moves: tuple[str, ...]
    """What the first of your seats that is asked may play."""
    choices: dict[int, tuple[str, ...]]
    """The same for each of your seats."""
    sealed: dict[int, str]
    """What your seats have decided, as long as the others may not know."""
    passed_over: tuple[int, ...]
    """Of those the ones that had nothing to decide."""
    ahead: dict[int, tuple[str, ...]]
    """What your seats have decided for the next roll: the first of these moves that it allows is played at once."""
    may_take_back: tuple[int, ...]
    """Which of your seats may ask for their last decision back."""
    may_unroll: tuple[int, ...]
    """Which of them may tap the last roll of real dice in once more."""


class TableView(OwnSeats, PublicView, Company):
    """A table as somebody may see it."""


class Happened(Message):
    """An event and the revision it made."""

    revision: int
    event: Annotated[Event, Field(discriminator="type")]
