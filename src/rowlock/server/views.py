"""What of a table somebody may see: never a token, a secret before the end, or a sealed decision of another seat."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache

from rowlock.rules import DICE
from rowlock.rules.dice import Rolls
from rowlock.rules.game import SEALED
from rowlock.server.table_wire import (
    ClockView,
    Company,
    DiceView,
    Happened,
    OutcomeView,
    OwnSeats,
    PlyView,
    PublicView,
    SeatView,
    TableView,
)
from rowlock.table.asking import why_no_takeback, why_no_unroll
from rowlock.table.events import (
    BotFailed,
    DecidedAhead,
    DiceTold,
    Event,
    Hinted,
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
    parts = company(table, connected), public_view(table, now), own_seats(table, you)
    return TableView.of(**{name: value for part in parts for name, value in vars(part).items()})


def own_seats(table: Table, you: Collection[int]) -> OwnSeats:
    """What the holder of these seats sees beyond what everyone does."""
    choices = {seat: tuple(moves) for seat, moves in table.choices.items() if seat in you}
    sealed = [ply for ply in table.plies[table.action :] if ply.seat in you]
    may_take_back, may_unroll = _back(table, you)
    return OwnSeats.of(
        you=tuple(sorted(you)),
        turn=_turn(table, you),
        moves=next(iter(choices.values()), ()),
        choices=choices,
        sealed={ply.seat: ply.move for ply in sealed},
        passed_over=tuple(ply.seat for ply in sealed if ply.why == "only-move"),
        ahead={seat: tuple(moves) for seat, moves in table.ahead.items() if seat in you},
        may_take_back=may_take_back,
        may_unroll=may_unroll,
    )


def told_alone(table: Table, you: frozenset[int]) -> str:
    """The same as it is sent. Whoever has nothing to decide, and has decided nothing, is often told the same."""
    idle = table.action == len(table.plies) and you.isdisjoint(table.awaiting)
    if idle and you.isdisjoint(table.ahead):
        return _nothing_to_decide(you, _turn(table, you), *_back(table, you))
    return own_seats(table, you).model_dump_json()


@lru_cache(10_000)
def _nothing_to_decide(
    you: frozenset[int], turn: int, may_take_back: tuple[int, ...], may_unroll: tuple[int, ...]
) -> str:
    return OwnSeats(
        you=tuple(sorted(you)),
        turn=turn,
        moves=(),
        choices={},
        sealed={},
        passed_over=(),
        ahead={},
        may_take_back=may_take_back,
        may_unroll=may_unroll,
    ).model_dump_json()


def _back(table: Table, you: Collection[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Which of these seats may ask for their last decision back, and which may correct the dice."""
    may_take_back = tuple(seat for seat in sorted(you) if not why_no_takeback(table, seat))
    may_unroll = tuple(seat for seat in sorted(you) if not why_no_unroll(table, seat))
    return may_take_back, may_unroll


def _turn(table: Table, you: Collection[int]) -> int:
    """The last in which any of these seats was asked anew; for a spectator, the present one."""
    return max((table.turns[seat - 1] for seat in you), default=table.turn) if table.turns else 0


def company(table: Table, connected: Collection[int]) -> Company:
    """Who sits at which table."""
    return Company.of(
        id=table.id,
        game=table.game,
        seats=tuple(
            SeatView.of(
                seat=number,
                kind=seat.kind,
                name=seat.name,
                level=seat.level,
                connected=number in connected,
                left=seat.left_at is not None,
                failed=seat.failed,
                face=seat.face,
            )
            for number, seat in enumerate(table.seats, 1)
        ),
        options=table.options,
        first_rolls=table.first_rolls,
        previous=table.previous or None,
        next=table.next or None,
        series=table.series or None,
    )


def public_view(table: Table, now: int) -> PublicView:
    """How the game stands."""
    state, outcome = table.state, table.outcome
    return PublicView.of(
        revision=table.revision,
        status=table.status,
        position=str(state),
        phase=state.phase,
        active=state.active,
        awaiting=table.awaiting,
        finished=table.finished if table.rules.own_pace else (),
        last=tuple(PlyView.of(seat=ply.seat, move=ply.move, why=ply.why) for ply in table.last_action),
        scores=state.scores,
        plies=len(table.plies),
        clock=_clock(table, now),
        dice=_dice(table),
        draw_offered=tuple(sorted(table.draw_offered)),
        takeback=table.takeback,
        takeback_agreed=tuple(sorted(table.takeback_agreed)),
        rematch_wanted=tuple(sorted(table.rematch_wanted)),
        hints=table.hints,
        wins=table.wins,
        changed_at=table.changed_at,
        outcome=outcome
        and OutcomeView.of(
            reason=outcome.reason,
            places=outcome.places,
            scores=outcome.scores,
            lines=outcome.lines,
            seat=table.ended_by or None,
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
        secret=table.opened_secret,
        salts=() if table.shared_dice else tuple(map(str, table.salts)),
        shared=table.shared_dice or None,
        rolls=table.rolls,
        to_tap=rolls.in_play if real and isinstance(rolls, Rolls) else None,
    )


def all_see_the_same(table: Table, events: list[Event], revision: int) -> bool:
    """Is nothing among the events behind a revision that only some may see?"""
    return not any(
        (isinstance(event, Moved) and _sealed(table, number))
        or (isinstance(event, Said) and event.team)
        or isinstance(event, DecidedAhead)
        for number, event in enumerate(events, revision + 1)
    )


def _sealed(table: Table, revision: int) -> bool:
    return table.status != "over" and revision > table.action_revision


def happened(table: Table, events: list[Event], revision: int, you: Collection[int]) -> tuple[Happened, ...]:
    """The events behind a revision, as somebody may see them; `table` is the table after them."""
    shown = []
    for number, event in enumerate(events, revision + 1):
        seen = _seen(table, event, you, _sealed(table, number))
        if seen is not None:
            shown.append(Happened.of(revision=number, event=seen))
    return tuple(shown)


def _seen(table: Table, event: Event, you: Collection[int], sealed: bool) -> Event | None:
    match event:
        case Moved() if sealed and event.seat not in you:
            return Moved(event.at, event.seat, SEALED)  # not even why: whoever was late has passed
        case Moved():
            return Moved(event.at, event.seat, event.move, event.why)
        case DecidedAhead(seat=seat) if seat not in you:
            return None
        case Said(team=True) if not set(you) & set(table.partners(event.seat)):
            return None
        case Opened():
            return replace(event, secret="", tokens=(), identities=())
        case Sat():
            return replace(event, token="", identity="")
        case Started() | Rematched() | Resumed() | DiceTold() | BotFailed() | Hinted():
            return event
    return replace(event, command="")
