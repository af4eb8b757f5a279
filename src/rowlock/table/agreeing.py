"""What people settle among themselves: giving up, draws, takebacks."""

from __future__ import annotations

from rowlock.rules import Refusal
from rowlock.table.asking import last_chosen, why_no_takeback
from rowlock.table.commands import AnswerTakeback
from rowlock.table.draft import Draft, must_be_playing
from rowlock.table.events import (
    DrawDeclined,
    DrawOffered,
    Ended,
    TakebackAgreed,
    TakebackAsked,
    TakebackDeclined,
    TakenBack,
)
from rowlock.table.playing import lose


def resign(draft: Draft, seat: int, command_id: str) -> None:
    """A side gives up."""
    table = draft.table
    must_be_playing(table)
    if len(table.rules.side(seat, len(table.seats))) * 2 != len(table.seats):
        raise Refusal(
            "cannot-resign", "with so many players nobody can give the game up alone; you can leave"
        )
    lose(draft, seat, Ended(draft.now, "resigned", (), command=command_id))


def offer_draw(draft: Draft, seat: int, command_id: str) -> None:
    """A side offers a draw, or accepts one."""
    table, now = draft.table, draft.now
    must_be_playing(table)
    if not table.rules.two_sides:
        raise Refusal("no-draw", "this game knows no draw")
    if seat in table.draw_offered:
        raise Refusal("already-decided", "you have offered a draw already")
    draft.add(DrawOffered(now, seat, command_id))
    # A team speaks with one voice: one player of each side is enough, and a side of bots alone plays on.
    sides = [table.rules.side(number, len(table.seats)) for number in (1, 2)]
    if all(draft.table.draw_offered & set(side) for side in sides):
        draft.add(Ended(now, "agreed", (1,) * len(table.seats)))
    elif not any(set(side) & set(table.present) for side in sides if seat not in side):
        draft.add(DrawDeclined(now, next(other for side in sides if seat not in side for other in side)))


def ask_takeback(draft: Draft, seat: int, command_id: str) -> None:
    """A seat wants its last decision back."""
    table, now = draft.table, draft.now
    if refusal := why_no_takeback(table, seat):
        raise refusal
    own = last_chosen(table, seat)
    if own >= table.action:
        draft.add(TakenBack(now, seat, own, alone=True, command=command_id))
    elif set(table.present) <= {seat}:
        draft.add(TakenBack(now, seat, own, command=command_id))
    elif table.takeback is not None:
        raise Refusal("already-decided", "a takeback is asked for already")
    else:
        draft.add(TakebackAsked(now, seat, command_id))


def answer_takeback(draft: Draft, seat: int, command: AnswerTakeback, command_id: str) -> None:
    """Another one agrees, or doesn't."""
    table, now, asking = draft.table, draft.now, draft.table.takeback
    must_be_playing(table)
    if asking is None or seat in table.takeback_agreed:
        raise Refusal("no-offer", "nobody asks you for a takeback")
    if not command.agree or asking == seat:
        draft.add(TakebackDeclined(now, seat, command_id))
        return
    draft.add(TakebackAgreed(now, seat, command_id))
    if set(table.present) - {asking} <= draft.table.takeback_agreed:
        draft.add(TakenBack(now, asking, last_chosen(table, asking)))
