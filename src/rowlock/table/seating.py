"""Opening a table, sitting down at it, beginning the game, and playing again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from rowlock.rules import GAMES, Record, Refusal
from rowlock.rules.record import tag_of
from rowlock.table import days, dice
from rowlock.table.apply import opening
from rowlock.table.commands import ChooseFace, Fill, Swap
from rowlock.table.draft import Draft, Fresh
from rowlock.table.events import DiceTold, Event, FaceChosen, Filled, Opened, Rematched, Sat, Started, Swapped
from rowlock.table.options import Milliseconds, Options, SeatPlan, check_plan, clean_name, persons_name
from rowlock.table.playing import LONGEST_GAME, play_on
from rowlock.table.table import Table


def open_table(
    table: str,
    game: str,
    seats: tuple[SeatPlan, ...],
    tokens: tuple[str, ...],
    options: Options,
    secret: str,
    now: Milliseconds,
    previous: str = "",
    wins: tuple[int, ...] = (),
    series: str = "",
    shared_dice: str = "",
    identities: tuple[str, ...] = (),
) -> list[Event]:
    """The events of a new table; `tokens` are the hashes of the tokens for its people. Raises `Refusal`."""
    check_plan(game, seats, options)
    if options.day:
        days.begun(options.day, now)
    named = tuple(
        replace(plan, name=persons_name(plan.name, number))
        if plan.kind == "human"
        else replace(plan, name="", face="")
        for number, plan in enumerate(seats, 1)
    )
    opened = Opened(
        now,
        table,
        game,
        named,
        tokens,
        options.of(game),
        secret,
        previous,
        wins=wins,
        identities=identities,
        series=series,
        shared_dice=shared_dice,
    )
    draft = Draft(opening(opened), now, [opened])
    _begin_if_full(draft)
    return draft.events


def sit(
    table: Table, seat: int, name: str, token: str, now: Milliseconds, identity: str = "", face: str = ""
) -> list[Event]:
    """Somebody sits down in an open seat."""
    if not 1 <= seat <= len(table.seats):
        raise Refusal("no-such-seat", f"there is no seat {seat}", seat=seat)
    if table.seats[seat - 1].kind != "open":
        raise Refusal("seat-taken", f"seat {seat} is taken", seat=seat)
    draft = Draft(table, now)
    draft.add(Sat(now, seat, persons_name(name, seat), token, identity, face))
    _begin_if_full(draft)
    return draft.events


def fill(draft: Draft, command: Fill, command_id: str) -> None:
    """Bots for the open seats; where none can play, those who are there begin."""
    open_seats = [number for number, seat in enumerate(draft.table.seats, 1) if seat.kind == "open"]
    if not open_seats:
        raise Refusal("seat-taken", "no seat is open any more")
    if draft.table.rules.own_pace:
        _begin_without(draft, len(draft.table.seats) - len(open_seats))
        return
    for number in open_seats:
        draft.add(Filled(draft.now, number, command.level, command_id))
    _begin_if_full(draft)


def _begin_without(draft: Draft, people: int) -> None:
    low, *_, high = draft.table.rules.seat_counts
    if people < low:
        raise Refusal("seat-count", f"not with {people} alone", low=low, high=high, players=f"{low}–{high}")
    draft.add(Started(draft.now, 1))


def swap(draft: Draft, seat: int, command: Swap) -> None:
    """Two seats change who is in them; what somebody does under an id stays known as theirs."""
    table = draft.table
    if table.status != "waiting":
        raise Refusal("seats-fixed", "the game has begun: everybody stays where they sit")
    for number in (command.one, command.other):
        if number > len(table.seats):
            raise Refusal("no-such-seat", f"there is no seat {number}", seat=number)
    event = Swapped(draft.now, command.one, command.other)
    draft.add(replace(event, command=f"{event.to(seat)}:{command.id}" if command.id else ""))


def choose_face(draft: Draft, seat: int, command: ChooseFace, command_id: str) -> None:
    """Somebody who waits wants to be drawn otherwise."""
    if draft.table.status != "waiting":
        raise Refusal("seats-fixed", "the game has begun: everybody stays as they are")
    draft.add(FaceChosen(draft.now, seat, command.face, command_id))


def _begin_if_full(draft: Draft) -> None:
    """The game begins when the last seat is taken."""
    table = draft.table
    if any(seat.kind == "open" for seat in table.seats):
        return
    options, secret, entropy, rolls = table.options, table.secret, table.entropy, tuple[int, ...]()
    dealt = options.symbols == "random" and table.rules.two_sides
    moved_on = dealt and dice.draw(secret, entropy, "symbols", 2) == 1
    match options.first:
        case "random":
            first = dice.first_player(secret, entropy, len(table.seats))
        case "first-six":
            rolls = dice.first_six(secret, entropy)
            first = (len(rolls) - 1) % len(table.seats) + 1
        case int(chosen):  # whoever sat down there
            first = chosen % len(table.seats) + 1 if moved_on else chosen
    draft.add(Started(draft.now, first, rolls, moved_on))
    play_on(draft)


def tell_dice(table: Table, now: Milliseconds) -> list[Event]:
    """All who had the same dice are done with them; nothing if that is known."""
    return [DiceTold(now)] if table.dice_secret else []


def keep_record(table: str, text: str, now: Milliseconds) -> list[Event]:
    """The events of a table that only keeps a finished game. Raises `Refusal`."""
    record = Record.parse(text)
    if record.outcome is None:
        raise Refusal("not-over", "only finished games can be kept")
    if len(record.plies) > LONGEST_GAME:
        raise Refusal("too-large", f"games of up to {LONGEST_GAME} moves can be kept")
    seats = tuple(SeatPlan("human", clean_name(name, number)) for number, name in enumerate(record.seats, 1))
    words = {name: word for name in GAMES[record.game].words if (word := record.tag(tag_of(name)))}
    return [
        Opened(now, table, record.game, seats, ("",) * len(seats), Options(chosen=words), "", record=text)
    ]


MOMENT = 10_000
"""Milliseconds without a connection after which nobody is asked any more whether to play again."""


def play_again(
    draft: Draft, fresh: Callable[[], Fresh] | None, away: Mapping[int, Milliseconds] | None
) -> None:
    """If all people who are there want to play again, the next table opens with the last event of this one. Who is away
    for a moment keeps the seat."""
    table, now = draft.table, draft.now
    there = {
        seat
        for seat in table.present
        if seat in table.rematch_wanted or now - (away or {}).get(seat, now) < MOMENT
    }
    if fresh is None or table.next or not there or not there <= table.rematch_wanted:
        return
    new = fresh()
    seats = tuple(
        SeatPlan(seat.kind, seat.name, seat.level)
        if seat.kind == "bot" and seat.level
        else SeatPlan("human", seat.name, face=seat.face)
        for seat in table.seats
    )
    tokens = tuple(seat.token for seat in table.seats)
    draft.opened = open_table(
        new.table,
        table.game,
        seats,
        tokens,
        table.options,
        new.secret,
        now,
        table.id,
        table.wins,
        identities=tuple(seat.identity for seat in table.seats),
    )
    draft.add(Rematched(now, new.table))
