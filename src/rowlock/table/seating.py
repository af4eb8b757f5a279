"""Opening a table, sitting down at it, beginning the game, and playing again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rowlock.rules import Record, Refusal
from rowlock.table import dice
from rowlock.table.apply import opening
from rowlock.table.commands import Fill
from rowlock.table.draft import Draft, Fresh
from rowlock.table.events import Event, Filled, Opened, Rematched, Sat, Started
from rowlock.table.options import Milliseconds, Options, SeatPlan, check_plan, clean_name
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
) -> list[Event]:
    """The events of a new table; `tokens` are the hashes of the tokens for its people. Raises `Refusal`."""
    check_plan(game, seats, options)
    named = tuple(
        replace(plan, name=clean_name(plan.name, number) if plan.kind == "human" else "")
        for number, plan in enumerate(seats, 1)
    )
    opened = Opened(now, table, game, named, tokens, options.of(game), secret, previous)
    draft = Draft(opening(opened), now, [opened])
    _begin_if_full(draft)
    return draft.events


def sit(table: Table, seat: int, name: str, token: str, now: Milliseconds) -> list[Event]:
    """Somebody sits down in an open seat."""
    if not 1 <= seat <= len(table.seats):
        raise Refusal("no-such-seat", f"there is no seat {seat}", seat=seat)
    if table.seats[seat - 1].kind != "open":
        raise Refusal("seat-taken", f"seat {seat} is taken", seat=seat)
    draft = Draft(table, now)
    draft.add(Sat(now, seat, clean_name(name, seat), token))
    _begin_if_full(draft)
    return draft.events


def fill(draft: Draft, command: Fill, command_id: str) -> None:
    """Bots for the open seats."""
    open_seats = [number for number, seat in enumerate(draft.table.seats, 1) if seat.kind == "open"]
    if not open_seats:
        raise Refusal("seat-taken", "no seat is open any more")
    for number in open_seats:
        draft.add(Filled(draft.now, number, command.level, command_id))
    _begin_if_full(draft)


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


def keep_record(table: str, text: str, now: Milliseconds) -> list[Event]:
    """The events of a table that only keeps a finished game. Raises `Refusal`."""
    record = Record.parse(text)
    if record.outcome is None:
        raise Refusal("not-over", "only finished games can be kept")
    if len(record.plies) > LONGEST_GAME:
        raise Refusal("too-large", f"games of up to {LONGEST_GAME} moves can be kept")
    seats = tuple(SeatPlan("human", clean_name(name, number)) for number, name in enumerate(record.seats, 1))
    return [Opened(now, table, record.game, seats, ("",) * len(seats), Options(), "", record=text)]


def play_again(draft: Draft, fresh: Callable[[], Fresh] | None) -> None:
    """If all people who are there want to play again, the next table opens with the last event of this one."""
    table, now, there = draft.table, draft.now, set(draft.table.present)
    if fresh is None or table.next or not there or not there <= table.rematch_wanted:
        return
    new = fresh()
    seats = tuple(
        SeatPlan(seat.kind, seat.name, seat.level)
        if seat.kind == "bot" and seat.level
        else SeatPlan("human", seat.name)
        for seat in table.seats
    )
    tokens = tuple(seat.token for seat in table.seats)
    draft.opened = open_table(
        new.table, table.game, seats, tokens, table.options, new.secret, now, previous=table.id
    )
    draft.add(Rematched(now, new.table))
