"""One table, as its events made it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property, reduce
from typing import Any, Literal

from rowlock.rules import DICE, GAMES, Game, Move, Outcome, Ply, Record, State
from rowlock.table.clocks import Clocks
from rowlock.table.dice import Salt, commitment, first_entropy, salted
from rowlock.table.events import (
    BotFailed,
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    Filled,
    Left,
    Moved,
    Opened,
    Rematched,
    RematchWanted,
    Replaced,
    Resumed,
    Returned,
    Said,
    Salted,
    Sat,
    Started,
    TakebackAgreed,
    TakebackAsked,
    TakebackDeclined,
    TakenBack,
    Unrolled,
)
from rowlock.table.options import Level, Milliseconds, Options

ROLL = "roll"
"""What the active player plays when dice are to be rolled; the server answers with the faces."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table and who holds it."""

    kind: Literal["human", "bot", "open"]
    name: str = ""
    level: Level | None = None
    """How the bot in it plays, be it the bot's own seat or an absent player's."""
    token: str = ""
    """The hash of its holder's token."""
    left_at: Milliseconds | None = None
    failed: bool = False
    """Its bot could not decide, and a simpler one plays."""

    @property
    def by_bot(self) -> bool:
        """Does a bot decide here now?"""
        return self.level is not None


@dataclass(frozen=True)
class Table:
    """Everything that follows from a table's events. Never changes; `apply` returns the next one."""

    id: str
    game: str
    options: Options
    secret: str
    opened_at: Milliseconds
    changed_at: Milliseconds
    seats: tuple[Seat, ...]
    revision: int = 0
    status: Literal["waiting", "playing", "over"] = "waiting"
    first_rolls: tuple[int, ...] = ()
    states: tuple[State, ...] = ()
    """The state before the first ply and after each."""
    plies: tuple[Moved, ...] = ()
    """In the order in which they were made."""
    action: int = 0
    """How many plies were made before the action that is going on; what was made since may still be sealed."""
    action_revision: int = 0
    """The revision at which that action began."""
    turn: int = 0
    """Grows with every action, takeback and correction, so that a command can say what it was decided for."""
    rolls: int = 0
    salts: tuple[Salt, ...] = ()
    entropy: str = ""
    clocks: Clocks | None = None
    draw_wanted: frozenset[int] = frozenset()
    takeback: int | None = None
    """Who asks for a decision back."""
    takeback_agreed: frozenset[int] = frozenset()
    rematch_wanted: frozenset[int] = frozenset()
    result: Outcome | None = None
    previous: str = ""
    next: str = ""
    kept: str = ""
    """The record of a game that was played elsewhere."""
    commands: frozenset[str] = frozenset()
    """The commands that have been carried out, by seat and id."""

    def but(self, **changes: Any) -> Table:
        """The table with some fields changed: what `dataclasses.replace` does, in a fifth of the time, because
        every event of every table comes along here."""
        if not changes.keys() <= FIELDS:
            raise TypeError(f"a table has no {changes.keys() - FIELDS}")
        after = object.__new__(Table)
        values = after.__dict__
        values.update(self.__dict__)
        values.pop("asked", None)  # what was worked out from the old fields
        values.pop("outcome", None)
        values.update(changes)
        return after

    @property
    def rules(self) -> Game:
        """The game that is played here."""
        return GAMES[self.game]

    @property
    def state(self) -> State:
        """The state of the game; before the start, the state in which it will begin."""
        return self.states[-1] if self.states else self.start(1)

    def start(self, first: int) -> State:
        """How the game begins under this table's options."""
        chosen = {name: getattr(self.options, name) for name in self.rules.options}
        return self.rules.start(len(self.seats), first, **chosen)

    @cached_property
    def asked(self) -> tuple[int, ...]:
        """The seats that owe a decision; where dice are to be rolled, the one that rolls them."""
        if self.status != "playing":
            return ()
        if self.state.awaiting != (DICE,):
            return self.state.awaiting
        if self.options.dice == "real" and self.seats[self.state.active - 1].by_bot:
            return self.humans  # a bot has no hands: anyone may roll for it
        return (self.state.active,)

    def moves(self, seat: int) -> Sequence[Move]:
        """What a seat may play now. With real dice, any roll that the dice can show is not listed."""
        if seat not in self.asked:
            return ()
        if self.state.awaiting == (DICE,):
            return (ROLL,) if self.options.dice == "server" else ()
        return self.state.legal_moves(seat)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended."""
        return self.result or (self.state.outcome if self.states else None)

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats where people decide."""
        return tuple(n for n, seat in enumerate(self.seats, 1) if seat.kind == "human" and not seat.by_bot)

    @property
    def present(self) -> tuple[int, ...]:
        """The people who have not left."""
        return tuple(seat for seat in self.humans if self.seats[seat - 1].left_at is None)

    def held(self, tokens: Collection[str]) -> frozenset[int]:
        """The seats that these (hashed) tokens hold."""
        return frozenset(n for n, seat in enumerate(self.seats, 1) if seat.token and seat.token in tokens)

    def partners(self, seat: int) -> tuple[int, ...]:
        """The seats that see a seat's phrases to its team."""
        return self.rules.side(seat, len(self.seats))

    @property
    def deadline(self) -> Milliseconds | None:
        """When the next clock runs out."""
        if not self.clocks or self.status != "playing":
            return None
        return min(
            (due for seat in self.asked if (due := self.clocks.deadline(seat)) is not None), default=None
        )

    @property
    def last_action(self) -> tuple[Moved, ...]:
        """The decisions, or the roll, that led to the present state: no longer sealed."""
        if not self.action:
            return ()
        begin = self.action - 1
        while begin > 0 and same_action(self.states[begin - 1], self.states[begin]):
            begin -= 1
        return self.plies[begin : self.action]

    @property
    def commitment(self) -> str:
        """What is published of the secret of the dice."""
        return commitment(self.secret)

    def record(self) -> Record:
        """The game so far, without what is still sealed; the secret of the dice only when it is over."""
        if self.kept:
            return Record.parse(self.kept)
        names = [f"bot {seat.level}" if seat.kind == "bot" else seat.name or "-" for seat in self.seats]
        first = self.states[0].active if self.states else 1
        chosen = {name: getattr(self.options, name) for name in self.rules.options}
        record = Record.new(self.game, names, first, **chosen)
        if not isinstance(self.options.first, int):
            record = record.tagged("FirstBy", self.options.first)
        if self.rules.two_sides and not self.options.repetition:
            record = record.tagged("Repetition", "no")
        if self.options.dice == "real" and self.rules.dice:
            record = record.tagged("Dice", "real")
        else:
            record = record.tagged("DiceCommitment", self.commitment).tagged("DiceTable", self.id)
            if self.salts:
                record = record.tagged("DiceSalts", "; ".join(map(str, self.salts)))
            if self.status == "over":
                record = record.tagged("DiceSecret", self.secret)
        shown = self.plies if self.status == "over" else self.plies[: self.action]
        record = record.played(Ply(ply.seat, ply.move) for ply in shown)
        return record.ended(self.outcome) if self.outcome else record


FIELDS = frozenset(field.name for field in fields(Table))


def same_action(before: State, after: State) -> bool:
    """Is the ply between these states one of several decisions made at the same time, and not the last of them?"""
    deciding = len(before.awaiting)
    return deciding > 1 and after.phase == before.phase and len(after.awaiting) < deciding


def replay(events: Iterable[Event]) -> Table:
    """The table that these events made; the first of them opened it."""
    opened, *rest = events
    if not isinstance(opened, Opened):
        raise TypeError(f"a table begins with its opening, not with {opened}")
    return reduce(apply, rest, opening(opened))


def opening(event: Opened) -> Table:
    """A table that has just opened."""
    seats = tuple(
        Seat(plan.kind, plan.name, plan.level if plan.kind == "bot" else None, token)
        for plan, token in zip(event.seats, event.tokens, strict=True)
    )
    table = Table(
        id=event.table,
        game=event.game,
        options=event.options,
        secret=event.secret,
        opened_at=event.at,
        changed_at=event.at,
        seats=seats,
        revision=1,
        entropy=first_entropy(event.table),
        previous=event.previous,
    )
    return _kept(table, event.record) if event.record else table


def _kept(table: Table, text: str) -> Table:
    """A finished game from its record."""
    record = Record.parse(text)
    plies = tuple(Moved(table.opened_at, ply.seat, ply.move) for ply in record.plies)
    return table.but(
        status="over",
        kept=text,
        states=tuple(record.states()),
        plies=plies,
        action=len(plies),
        result=record.outcome,
    )


def apply(table: Table, event: Event) -> Table:
    """The table after one more event."""
    after = _applied(table, event)
    command: str = getattr(event, "command", "")
    commands = table.commands | {command} if command else table.commands
    return after.but(revision=table.revision + 1, changed_at=event.at, commands=commands)


def _applied(table: Table, event: Event) -> Table:
    match event:
        case Moved():
            return _moved(table, event)
        case Unrolled():
            rolled = max(i for i, ply in enumerate(table.plies) if ply.seat == DICE)
            return _back_to(table.but(rolls=table.rolls - 1), rolled, event.at)
        case TakenBack(alone=True):
            return _without(table, event.plies, event.at)
        case TakenBack():
            return _back_to(table, event.plies, event.at)
        case Started():
            return _started(table, event)
        case Sat():
            return _seat(table, event.seat, Seat("human", event.name, None, event.token))
        case Filled():
            return _seat(table, event.seat, Seat("bot", "", event.level))
        case Salted():
            salt = Salt(event.seat, table.rolls + 1 if table.states else 0, event.salt)
            entropy = salted(table.entropy, event.seat, event.salt)
            return table.but(salts=(*table.salts, salt), entropy=entropy)
        case DrawOffered():
            return table.but(draw_wanted=table.draw_wanted | {event.seat})
        case DrawDeclined():
            return table.but(draw_wanted=frozenset())
        case TakebackAsked():
            return table.but(takeback=event.seat, takeback_agreed=frozenset())
        case TakebackAgreed():
            return table.but(takeback_agreed=table.takeback_agreed | {event.seat})
        case TakebackDeclined():
            return table.but(takeback=None)
        case Ended():
            return _over(table.but(result=Outcome(event.reason, event.places)), event.at)
        case Left():
            return _seat(table, event.seat, replace(table.seats[event.seat - 1], left_at=event.at))
        case Replaced():
            return _seat(table, event.seat, replace(table.seats[event.seat - 1], level=event.level))
        case Returned():
            seat = replace(table.seats[event.seat - 1], level=None, left_at=None, failed=False)
            return _seat(table, event.seat, seat)
        case BotFailed():
            return _seat(table, event.seat, replace(table.seats[event.seat - 1], failed=True))
        case RematchWanted():
            return table.but(rematch_wanted=table.rematch_wanted | {event.seat})
        case Rematched():
            return table.but(next=event.table)
        case Resumed():
            return table.but(clocks=table.clocks.resumed(event.lost) if table.clocks else None)
        case Said() | Opened():
            return table


def _seat(table: Table, number: int, seat: Seat) -> Table:
    return table.but(seats=(*table.seats[: number - 1], seat, *table.seats[number:]))


def _started(table: Table, event: Started) -> Table:
    seats = (table.seats[-1], *table.seats[:-1]) if event.moved_on else table.seats
    clocks = Clocks.new(table.options.clock, len(seats)) if table.options.clock else None
    states = (table.start(event.first),)
    started = table.but(seats=seats, status="playing", states=states, first_rolls=event.rolls, clocks=clocks)
    return _asking(started, event.at)


def _moved(table: Table, event: Moved) -> Table:
    before = table.state
    state = before.play(event.seat, event.move)
    clocks = table.clocks
    if clocks:
        clocks = clocks.decided(before.active if event.seat == DICE else event.seat, event.at)
    after = table.but(
        states=(*table.states, state),
        plies=(*table.plies, event),
        rolls=table.rolls + (event.seat == DICE),
        clocks=clocks,
        # A move answers an offer of a draw and a wish for a takeback: the game goes on.
        draw_wanted=frozenset(),
        takeback=None,
    )
    if same_action(before, state):
        return after
    return _asking(after.but(action=len(after.plies)), event.at)


def _asking(table: Table, at: Milliseconds) -> Table:
    """Something new is to be decided, or the game is over."""
    if table.states[-1].outcome:
        return _over(table, at)
    clocks = table.clocks.asked(table.asked, at) if table.clocks else None
    return table.but(turn=table.turn + 1, clocks=clocks, action_revision=table.revision + 1)


def _over(table: Table, at: Milliseconds) -> Table:
    clocks = table.clocks.asked((), at) if table.clocks else None
    return table.but(
        status="over", turn=table.turn + 1, clocks=clocks, draw_wanted=frozenset(), takeback=None
    )


def _back_to(table: Table, plies: int, at: Milliseconds) -> Table:
    states = table.states[: plies + 1]
    action = plies
    while action > 0 and same_action(states[action - 1], states[action]):
        action -= 1
    back = table.but(states=states, plies=table.plies[:plies], action=action, takeback=None)
    return _asking(back, at)


def _without(table: Table, taken: int, at: Milliseconds) -> Table:
    """The sealed decisions of the others stay as they are."""
    kept = table.plies[taken + 1 :]
    clocks = table.clocks.undecided(table.plies[taken].seat, at) if table.clocks else None
    states = table.states[: taken + 1]
    for ply in kept:
        states = (*states, states[-1].play(ply.seat, ply.move))
    return table.but(states=states, plies=(*table.plies[:taken], *kept), clocks=clocks, takeback=None)
