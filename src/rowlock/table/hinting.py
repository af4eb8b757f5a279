"""Hints: only where no other person plays, and written down, so that the record of the game says so. The day's game is
one against all others who play it."""

from __future__ import annotations

from rowlock.rules import DICE, Refusal
from rowlock.table.draft import Draft
from rowlock.table.events import Hinted
from rowlock.table.options import Milliseconds
from rowlock.table.table import Table, in_turn


def why_no_hint(table: Table, seat: int) -> Refusal | None:
    """Why a seat gets no hint now; None if it may have one."""
    if table.options.day:
        return Refusal("no-hint", "in the day's game nobody gets help")
    if any(other.kind != "bot" for number, other in enumerate(table.seats, 1) if number != seat):
        return Refusal("no-hint", "in a game against people nobody gets help")
    if table.seats[seat - 1].by_bot or seat not in table.awaiting or table.state.awaiting == (DICE,):
        return Refusal("no-hint", "there is nothing for you to decide now")
    return None


def give_hint(table: Table, seat: int, turn: int, now: Milliseconds) -> Draft:
    """What is written down when a seat gets the hint that it asked for in a turn; nothing if it had it before. Raises
    `Refusal`."""
    draft = Draft(table, now)
    if refusal := why_no_hint(table, seat):
        raise refusal
    if not in_turn(table.turns, seat, turn):
        raise Refusal("stale-turn", f"this is turn {table.turn}, not {turn}", turn=table.turn)
    if (seat, turn) not in table.hinted:
        draft.add(Hinted(now, seat, turn))
    return draft
