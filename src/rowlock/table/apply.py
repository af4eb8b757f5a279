"""From events to the table that they make: the one place where a table changes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from typing import Any

from rowlock.rules import DICE, GAMES, Outcome, Record, State
from rowlock.table import days
from rowlock.table.clocks import Clocks
from rowlock.table.dice import Salt, first_entropy, salted
from rowlock.table.events import (
    BotFailed,
    DecidedAhead,
    DiceTold,
    DrawDeclined,
    DrawOffered,
    Ended,
    Event,
    FaceChosen,
    Filled,
    Hinted,
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
    Swapped,
    TakebackAgreed,
    TakebackAsked,
    TakebackDeclined,
    TakenBack,
    Unrolled,
)
from rowlock.table.options import Milliseconds
from rowlock.table.table import Seat, Table, same_action
from rowlock.table.trail import Deed, Tally, Trail


def replay(events: Iterable[Event]) -> Table:
    """The table that these events made; the first of them opened it."""
    opened, *rest = events
    if not isinstance(opened, Opened):
        raise TypeError(f"a table begins with its opening, not with {opened}")
    return reduce(apply, rest, opening(opened))


def opening(event: Opened) -> Table:
    """A table that has just opened."""
    if event.game not in GAMES:  # whoever brought it along has taken it away again
        raise ValueError(f"there is no game {event.game!r}")
    day = event.options.day
    identities = event.identities or ("",) * len(event.seats)
    seats = tuple(
        Seat(
            plan.kind,
            plan.name,
            plan.level if plan.kind == "bot" else None,
            token,
            identity,
            face=plan.face,
        )
        for plan, token, identity in zip(event.seats, event.tokens, identities, strict=True)
    )
    table = Table(
        id=event.table,
        game=event.game,
        options=event.options.of(event.game),  # old events name options of other games, too
        secret=days.link(days.read(day)) if day else event.secret,
        opened_at=event.at,
        changed_at=event.at,
        seats=seats,
        revision=1,
        entropy=first_entropy(day or event.shared_dice or event.table),
        series=event.series,
        shared_dice=event.shared_dice,
        previous=event.previous,
        wins_before=event.wins,
    )
    return _kept(table, event.record) if event.record else table


def _kept(table: Table, text: str) -> Table:
    """A game from its record: over, or as far as it has come."""
    record = Record.parse(text)
    plies = Trail(Moved(table.opened_at, ply.seat, ply.move) for ply in record.plies)
    rolls = sum(ply.seat == DICE for ply in plies)
    begun = table.but(status="playing", kept=text, **_past(record.states()), plies=plies, rolls=rolls)
    if record.outcome is None:
        return _back_to(begun, len(plies), table.opened_at)
    return begun.but(status="over", action=len(plies), result=record.outcome)


def apply(table: Table, event: Event) -> Table:
    """The table after one more event."""
    after = _applied(table, event)
    command: str = getattr(event, "command", "")
    deeds = after.deeds.plus(Deed(command, event, table.turns, table.takeback)) if command else after.deeds
    return after.but(revision=table.revision + 1, changed_at=event.at, deeds=deeds)


def _applied(table: Table, event: Event) -> Table:
    match event:
        case Moved():
            return _moved(table, event)
        case DecidedAhead():
            return table.but(ahead=_ahead(table, event.seat, event.moves))
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
            seat = Seat("human", event.name, None, event.token, event.identity, face=event.face)
            return _seat(table, event.seat, seat)
        case Filled():
            return _seat(table, event.seat, Seat("bot", "", event.level))
        case Swapped(one=one, other=other):
            seats = list(table.seats)
            seats[one - 1], seats[other - 1] = seats[other - 1], seats[one - 1]
            return table.but(seats=tuple(seats), deeds=table.deeds.moved(event.to))
        case FaceChosen(seat=number, face=face):
            return _seat(table, number, replace(table.seats[number - 1], face=face))
        case Salted():
            salt = Salt(event.seat, table.rolls + 1 if table.states else 0, event.salt)
            # Nobody has a hand in dice that others have, too.
            alike = table.options.day or table.shared_dice
            entropy = table.entropy if alike else salted(table.entropy, event.seat, event.salt)
            return table.but(salts=(*table.salts, salt), entropy=entropy)
        case DrawOffered():
            return table.but(draw_offered=table.draw_offered | {event.seat})
        case DrawDeclined():
            return table.but(draw_offered=frozenset())
        case TakebackAsked():
            return table.but(takeback=event.seat, takeback_agreed=frozenset())
        case TakebackAgreed():
            return table.but(takeback_agreed=table.takeback_agreed | {event.seat})
        case TakebackDeclined():
            return table.but(takeback=None)
        case Ended():
            return _over(table.but(result=Outcome(event.reason, event.places), ended_by=event.seat), event.at)
        case Hinted():
            return table.but(hinted=table.hinted | {(event.seat, event.turn)})
        case Left():
            return _seat(table, event.seat, replace(table.seats[event.seat - 1], left_at=event.at))
        case Replaced():
            seat = replace(table.seats[event.seat - 1], level=event.level)
            return _seat(table, event.seat, seat).but(ahead=_ahead(table, event.seat, ()))
        case Returned():
            seat = replace(table.seats[event.seat - 1], level=None, left_at=None, failed=False)
            return _seat(table, event.seat, seat)
        case BotFailed():
            return _seat(table, event.seat, replace(table.seats[event.seat - 1], failed=True))
        case RematchWanted():
            return table.but(rematch_wanted=table.rematch_wanted | {event.seat})
        case Rematched():
            return table.but(next=event.table)
        case DiceTold():
            return table.but(dice_told=True)
        case Resumed():
            return table.but(clocks=table.clocks.resumed(event.lost) if table.clocks else None)
        case Said() | Opened():
            return table


def _ahead(table: Table, seat: int, moves: tuple[str, ...]) -> dict[int, tuple[str, ...]]:
    others = {number: theirs for number, theirs in table.ahead.items() if number != seat}
    return others | {seat: moves} if moves else others


def _seat(table: Table, number: int, seat: Seat) -> Table:
    return table.but(seats=(*table.seats[: number - 1], seat, *table.seats[number:]))


def _started(table: Table, event: Started) -> Table:
    seats, wins = table.seats, table.wins_before
    if table.rules.own_pace and any(seat.kind == "open" for seat in seats):
        return _started(_without_open_seats(table), event)
    if event.moved_on:
        seats, wins = (seats[-1], *seats[:-1]), (*wins[-1:], *wins[:-1])
    clocks = Clocks.new(table.options.clock, len(seats)) if table.options.clock else None
    past = _past([table.start(event.first)])
    deeds = table.deeds.moved(lambda seat: seat % len(seats) + 1) if event.moved_on else table.deeds
    started = table.but(
        seats=seats,
        wins_before=wins,
        status="playing",
        first_rolls=event.rolls,
        clocks=clocks,
        deeds=deeds,
        **past,
    )
    return _asking(started, event.at)


def _without_open_seats(table: Table) -> Table:
    """Those who are there begin without those who might have come."""
    taken = [number for number, seat in enumerate(table.seats, 1) if seat.kind != "open"]
    deeds = table.deeds.moved(lambda seat: taken.index(seat) + 1)
    return table.but(seats=tuple(table.seats[number - 1] for number in taken), deeds=deeds)


def _past(states: Iterable[State]) -> dict[str, Trail[Any]]:
    """What a table remembers of these states."""
    trail = Trail(states)
    return {"states": trail, "positions": Tally(state.key for state in trail)}


def _moved(table: Table, event: Moved) -> Table:
    before = table.state
    state = before.play(event.seat, event.move)
    clocks = table.clocks
    if clocks:
        clocks = clocks.decided(before.active if event.seat == DICE else event.seat, event.at)
    still_deciding = same_action(before, state)
    after = table.but(
        states=table.states.plus(state),
        positions=table.positions.plus(state.key),
        plies=table.plies.plus(event),
        action=table.action if still_deciding else len(table.plies) + 1,
        rolls=table.rolls + (event.seat == DICE),
        ahead={} if event.seat == DICE else table.ahead,  # it was for this roll
        clocks=clocks,
        # A move answers an offer of a draw and a wish for a takeback: the game goes on.
        draw_offered=frozenset(),
        takeback=None,
    )
    return after if still_deciding else _asking(after, event.at)


def _asking(table: Table, at: Milliseconds) -> Table:
    """Something new is to be decided, or the game is over."""
    if table.state.outcome:
        return _over(table, at)
    clocks = table.clocks.asked(table.awaiting, at) if table.clocks else None
    # What somebody does at their own pace makes nobody else's decision come too late, nor their own next one.
    turns = table.turns if table.rules.own_pace and table.turns else _next_turn(table)
    return table.but(turns=turns, clocks=clocks, action_revision=table.revision + 1)


def _over(table: Table, at: Milliseconds) -> Table:
    clocks = table.clocks.asked((), at) if table.clocks else None
    return table.but(
        status="over",
        turns=_next_turn(table),
        ahead={},
        clocks=clocks,
        draw_offered=frozenset(),
        takeback=None,
    )


def _next_turn(table: Table) -> tuple[int, ...]:
    return (table.turn + 1,) * len(table.seats)


def _back_to(table: Table, plies: int, at: Milliseconds) -> Table:
    states = table.states[: plies + 1]
    action = plies
    while action > 0 and same_action(states[action - 1], states[action]):
        action -= 1
    # What was decided ahead was decided in another position.
    back = table.but(
        **_past(states), plies=Trail(table.plies[:plies]), action=action, ahead={}, takeback=None
    )
    return _asking(back, at)


def _without(table: Table, taken: int, at: Milliseconds) -> Table:
    """The sealed decisions of the others stay as they are, and so does what they are asked; only whoever takes theirs
    back is asked anew, so that nothing that they did before can count as their next decision."""
    seat, kept = table.plies[taken].seat, table.plies[taken + 1 :]
    clocks = table.clocks.undecided(seat, at) if table.clocks else None
    turns = (*table.turns[: seat - 1], table.turn + 1, *table.turns[seat:])
    states = table.states[: taken + 1]
    for ply in kept:
        states = (*states, states[-1].play(ply.seat, ply.move))
    plies = Trail((*table.plies[:taken], *kept))
    return table.but(**_past(states), plies=plies, turns=turns, clocks=clocks, takeback=None)
