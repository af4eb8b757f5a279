"""One table, as its events made it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Literal

from rowlock.rules import DICE, Game, Move, Outcome, Ply, Record, State
from rowlock.rules.game import FINISHED_NOT, ROLL
from rowlock.rules.levels import BOT, Level
from rowlock.rules.record import join_names
from rowlock.table.clocks import Clocks
from rowlock.table.dice import Salt, commitment
from rowlock.table.events import Moved
from rowlock.table.options import Milliseconds, Options, rules_of
from rowlock.table.trail import Deeds, Tally, Trail

HINTS = "Hints"
"""The tag of a record that says who took how many hints."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A place at the table and who holds it."""

    kind: Literal["human", "bot", "open"]
    name: str = ""
    level: Level | None = None
    """How the bot in it plays, be it the bot's own seat or an absent player's."""
    token: str = ""
    """The hash of its holder's token."""
    identity: str = ""
    """The hash of the key by which its holder is known from table to table."""
    left_at: Milliseconds | None = None
    failed: bool = False
    """Its bot could not decide, and a simpler one plays."""
    face: str = ""
    """How a person wants to be drawn, if at all."""

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
    states: Trail[State] = field(default_factory=Trail)
    """The state before the first ply and after each."""
    positions: Tally = field(default_factory=Tally)
    """Their keys."""
    plies: Trail[Moved] = field(default_factory=Trail)
    """In the order in which they were made."""
    action: int = 0
    """How many plies were made before the action that is going on; what was made since may still be sealed."""
    action_revision: int = 0
    """The revision at which that action began."""
    turns: tuple[int, ...] = ()
    """In which turn each seat was last asked anew. The turn grows with every action, takeback and correction, so that a
    command can say what it was decided for; whoever takes a sealed decision back is asked anew alone."""
    rolls: int = 0
    salts: tuple[Salt, ...] = ()
    entropy: str = ""
    ahead: Mapping[int, tuple[Move, ...]] = field(default_factory=dict)
    """What seats have decided for the next roll, in case that it allows it."""
    clocks: Clocks | None = None
    draw_offered: frozenset[int] = frozenset()
    takeback: int | None = None
    """Who asks for a decision back."""
    takeback_agreed: frozenset[int] = frozenset()
    rematch_wanted: frozenset[int] = frozenset()
    hinted: frozenset[tuple[int, int]] = frozenset()
    """Which seat was given a hint in which turn."""
    result: Outcome | None = None
    ended_by: int = 0
    """Who gave up, or ran out of time."""
    previous: str = ""
    wins_before: tuple[int, ...] = ()
    """How many of the games that led to this rematch each seat has won."""
    next: str = ""
    series: str = ""
    """The series that this table is part of."""
    shared_dice: str = ""
    """The name of the dice, where other tables have the same ones."""
    dice_told: bool = False
    """Are these no secret any more?"""
    kept: str = ""
    """The record of a game that was begun, or played, elsewhere."""
    deeds: Deeds = field(default_factory=Deeds)
    """The commands that have been carried out under an id."""

    def but(self, **changes: Any) -> Table:
        """The table with some fields changed: what `dataclasses.replace` does, in a fifth of the time, because
        every event of every table comes along here."""
        if not changes.keys() <= FIELDS:
            raise TypeError(f"a table has no {changes.keys() - FIELDS}")
        after = object.__new__(Table)
        values = after.__dict__
        values.update(self.__dict__)
        for worked_out in WORKED_OUT:  # from the old fields
            values.pop(worked_out, None)
        values.update(changes)
        return after

    @property
    def rules(self) -> Game:
        """The game that is played here."""
        return rules_of(self.game, self.options)

    @property
    def state(self) -> State:
        """The state of the game; before the start, the state in which it will begin."""
        return self.states.last or self.start(1)

    def start(self, first: int) -> State:
        """How the game begins under this table's options."""
        return self.rules.start(len(self.seats), first, **self.options.chosen)

    @property
    def turn(self) -> int:
        """The turn that it is now."""
        return max(self.turns, default=0)

    @cached_property
    def awaiting(self) -> tuple[int, ...]:
        """The seats that owe a decision; where dice are to be rolled, the one that rolls them."""
        if self.status != "playing":
            return ()
        if self.state.awaiting != (DICE,):
            return self.state.awaiting
        if self.options.dice == "real" and self.seats[self.state.active - 1].by_bot:
            return self.humans  # a bot has no hands: anyone may roll for it
        return (self.state.active,)

    @cached_property
    def choices(self) -> Mapping[int, Sequence[Move]]:
        """What each seat that is asked may play. With real dice, any roll that the dice can show is not listed."""
        if self.state.awaiting == (DICE,):
            rolls = (ROLL,) if self.options.dice == "server" else ()
            return dict.fromkeys(self.awaiting, rolls)
        return {seat: self.state.legal_moves(seat) for seat in self.awaiting}

    def may_ahead(self, seat: int) -> Sequence[Move]:
        """What a seat may decide for the next roll."""
        ahead = self.rules.ahead
        return ahead(self.state, seat) if ahead and self.status == "playing" else ()

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended."""
        return self.result or (self.state.outcome if self.states else None)

    @property
    def finished(self) -> tuple[int, ...]:
        """Who has finished, where everybody plays at their own pace."""
        return tuple(seat for seat, moves in self.choices.items() if FINISHED_NOT in moves)

    @property
    def wins(self) -> tuple[int, ...]:
        """The running score of a row of rematches, this game included when it is over; a draw counts for nobody."""
        places = self.outcome.places if self.outcome else ()
        won = [place == 1 for place in places] if len(set(places)) > 1 else [False] * len(self.seats)
        before = self.wins_before or (0,) * len(self.seats)
        return tuple(map(sum, zip(before, won, strict=True)))

    @property
    def counts(self) -> bool:
        """Is it rated? Then each seat is that of a person who is known, and of another one than all the others."""
        known = {seat.identity for seat in self.seats if seat.kind == "human" and seat.identity}
        return self.options.rated and len(known) == len(self.seats) > 1 and not self.kept

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
    def hints(self) -> tuple[int, ...]:
        """How many hints each seat was given."""
        return tuple(
            sum(seat == number for seat, _ in self.hinted) for number in range(1, len(self.seats) + 1)
        )

    @property
    def deadline(self) -> Milliseconds | None:
        """When the next clock runs out."""
        if not self.clocks or self.status != "playing":
            return None
        return min(
            (due for seat in self.awaiting if (due := self.clocks.deadline(seat)) is not None), default=None
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
    def dice_secret(self) -> bool:
        """May nobody know yet what is rolled here, because others still play with the same dice?"""
        return bool(self.shared_dice) and not self.dice_told

    @property
    def opened_secret(self) -> str | None:
        """The secret of the dice as soon as it may be told."""
        return self.secret if self.status == "over" and not self.dice_secret else None

    @property
    def commitment(self) -> str:
        """What is published of the secret of the dice."""
        return commitment(self.secret)

    def record(self) -> Record:
        """The game so far, without what is still sealed; the secret of the dice only when it is over."""
        if self.rules.own_pace:
            return self._sheets()
        if not self.kept:
            return self._made(self._agreed())
        record = Record.parse(self.kept)
        return record if record.outcome else self._made(record)

    def _made(self, record: Record) -> Record:
        """A record with what has happened at this table."""
        shown = self.plies if self.status == "over" else self.plies[: self.action]
        record = record.with_plies(Ply(ply.seat, ply.move) for ply in shown)
        if self.hinted:
            earlier = [record.tag(HINTS) or ""]
            here = [f"{seat}:{count}" for seat, count in enumerate(self.hints, 1) if count]
            record = record.tagged(HINTS, "; ".join(filter(None, earlier + here)))
        return record.ended(self.outcome) if self.outcome else record

    def _sheets(self) -> Record:
        """Where nobody tells the dice: how everything stands, without what led there."""
        names = [seat.name or "-" for seat in self.seats]
        tags = (
            ("Game", self.game),
            ("Seats", join_names(names)),
            ("Start", str(self.state)),
            ("Dice", "none"),
        )
        record = Record(tags)
        return record.ended(self.outcome) if self.outcome else record

    def _agreed(self) -> Record:
        """The record before the first ply, with what was agreed about the game."""
        names = [f"{BOT}{seat.level}" if seat.kind == "bot" else seat.name or "-" for seat in self.seats]
        first = self.states[0].active if self.states else 1
        record = Record.new(self.game, names, first, **self.options.chosen)
        if not isinstance(self.options.first, int) and len(self.seats) > 1:
            record = record.tagged("FirstBy", self.options.first)
        if self.rules.two_sides and not self.options.repetition:
            record = record.tagged("Repetition", "no")
        if self.rules.dice and self.options.dice == "real":
            record = record.tagged("Dice", "real")
        elif self.options.day:
            record = record.tagged("DiceDay", self.options.day)
        elif self.rules.dice:
            record = record.tagged("DiceCommitment", self.commitment)
            if self.shared_dice:
                record = record.tagged("DiceShared", self.shared_dice)
            else:
                record = record.tagged("DiceTable", self.id)
            if self.salts and not self.shared_dice:
                record = record.tagged("DiceSalts", "; ".join(map(str, self.salts)))
            if self.opened_secret:
                record = record.tagged("DiceSecret", self.opened_secret)
        return record


FIELDS = frozenset(known.name for known in fields(Table))
WORKED_OUT = tuple(name for name, value in vars(Table).items() if isinstance(value, cached_property))


def in_turn(turns: tuple[int, ...], seat: int, turn: int) -> bool:
    """Does a turn that a seat names lie between the one in which it was last asked anew, and the present one?"""
    return turns[seat - 1] <= turn <= max(turns)


def same_action(before: State, after: State) -> bool:
    """Is the ply between these states one of several decisions made at the same time, and not the last of them?"""
    deciding = len(before.awaiting)
    return deciding > 1 and after.phase == before.phase and len(after.awaiting) < deciding
