"""What of a table somebody may see: never a token, a secret before the end, or a sealed decision of another seat."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from rowlock.rules import DICE
from rowlock.rules.qwixx import SEALED, Rolls
from rowlock.server.wire import (
    ClockView,
    DiceView,
    Happened,
    OutcomeView,
    OwnSeats,
    PlyView,
    PublicTable,
    SeatView,
    TableView,
)
from rowlock.table.events import (
    BotFailed,
    Event,
    Moved,
    Opened,
    Rematched,
    Resumed,
    Said,
    Sat,
    Started,
)
from rowlock.table.table import Table


def table_view(table: Table, you: Collection[int], connected: Collection[int], now: int) -> TableView:
    """The table for whoever holds the seats `you`; for a spectator, none."""
    public, own = public_table(table, connected, now), own_seats(table, you)
    return TableView.of(**vars(public), **vars(own))


def own_seats(table: Table, you: Collection[int]) -> OwnSeats:
    """What the holder of these seats sees beyond what everyone does."""
    choices = {seat: tuple(table.moves(seat)) for seat in sorted(you) if seat in table.asked}
    return OwnSeats.of(
        you=tuple(sorted(you)),
        moves=next(iter(choices.values()), ()),
        choices=choices,
        sealed={ply.seat: ply.move for ply in table.plies[table.action :] if ply.seat in you},
    )


def public_table(table: Table, connected: Collection[int], now: int) -> PublicTable:
    """What everyone sees."""
    state, outcome = table.state, table.outcome
    return PublicTable.of(
        id=table.id,
        game=table.game,
        revision=table.revision,
        turn=table.turn,
        status=table.status,
        position=str(state),
        phase=state.phase,
        active=state.active,
        seats=tuple(
            SeatView.of(
                seat=number,
                kind=seat.kind,
                name=seat.name,
                level=seat.level,
                connected=number in connected,
                left=seat.left_at is not None,
                failed=seat.failed,
            )
            for number, seat in enumerate(table.seats, 1)
        ),
        awaiting=table.asked,
        last=tuple(PlyView.of(seat=ply.seat, move=ply.move, why=ply.why) for ply in table.last_action),
        scores=state.scores,
        options=table.options,
        first_rolls=table.first_rolls,
        plies=len(table.plies),
        clock=_clock(table, now),
        dice=_dice(table),
        draw_offered=tuple(sorted(table.draw_wanted)),
        takeback=table.takeback,
        takeback_agreed=tuple(sorted(table.takeback_agreed)),
        rematch_wanted=tuple(sorted(table.rematch_wanted)),
        previous=table.previous or None,
        next=table.next or None,
        outcome=outcome
        and OutcomeView.of(
            reason=outcome.reason, places=outcome.places, scores=outcome.scores, lines=outcome.lines
        ),
        now=now,
    )


def _clock(table: Table, now: int) -> ClockView | None:
    clocks = table.clocks
    if not clocks:
        return None
    seats = range(1, len(table.seats) + 1)
    return ClockView(
        left=tuple(clocks.left_at(seat, now) for seat in seats),
        running=tuple(seat for seat in seats if clocks.deadline(seat) is not None),
    )


def _dice(table: Table) -> DiceView | None:
    if not table.rules.dice or table.kept:  # a record that is kept has its own tags about its dice
        return None
    rolls = table.state.legal_moves(DICE) if table.status == "playing" else ()
    real = table.options.dice == "real"
    return DiceView.of(
        commitment=table.commitment,
        secret=table.secret if table.status == "over" else None,
        salts=tuple(map(str, table.salts)),
        rolls=table.rolls,
        to_tap=rolls.in_play if real and isinstance(rolls, Rolls) else None,
    )


def happened(table: Table, events: list[Event], revision: int, you: Collection[int]) -> tuple[Happened, ...]:
    """The events behind a revision, as somebody may see them; `table` is the table after them."""
    shown = []
    for number, event in enumerate(events, revision + 1):
        sealed = table.status != "over" and number > table.action_revision
        seen = _seen(table, event, you, sealed)
        if seen is not None:
            shown.append(Happened.of(revision=number, event=seen))
    return tuple(shown)


def _seen(table: Table, event: Event, you: Collection[int], sealed: bool) -> Event | None:
    match event:
        case Moved() if sealed and event.seat not in you:
            return Moved(event.at, event.seat, SEALED)  # not even why: whoever was late has passed
        case Moved():
            return replace(event, command="")
        case Said(team=True) if not set(you) & set(table.partners(event.seat)):
            return None
        case Opened():
            return replace(event, secret="", tokens=())
        case Sat():
            return replace(event, token="")
        case Started() | Rematched() | Resumed() | BotFailed():
            return event
    return replace(event, command="")
