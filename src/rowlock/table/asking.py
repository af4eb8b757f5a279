"""Why a seat may not play something now. To ask changes nothing; and what is played is judged here, too."""

from __future__ import annotations

from collections.abc import Callable

from rowlock.rules import DICE, IllegalMove, Refusal
from rowlock.rules.game import ROLL
from rowlock.table.events import Moved
from rowlock.table.options import Milliseconds
from rowlock.table.table import Table

DECIDED = ("chosen", "ahead")
"""Why a ply was made that somebody wanted so."""


def why_not(table: Table, seat: int, begun: str, now: Milliseconds) -> Refusal | None:
    """Why the holder of a seat may not play a move now, nor any that begins so; None if they may."""
    if refusal := bot_plays(table, seat) or no_game(table) or out_of_time(table, seat, now):
        return refusal
    if table.state.awaiting == (DICE,):
        return why_no_roll(table, seat, begun)
    return table.state.why_not(seat, begun)


def bot_plays(table: Table, seat: int) -> Refusal | None:
    """Where a bot has taken over, the holder must take the seat back before anything else."""
    holder = table.seats[seat - 1]
    if holder.kind == "human" and holder.by_bot:
        return Refusal("bot-plays", "a bot plays for you: take your seat back first")
    return None


def no_game(table: Table) -> Refusal | None:
    """Why nothing can be played at all."""
    if table.status == "waiting":
        return Refusal("not-started", "this game has not begun yet")
    if table.status == "over":
        return Refusal("game-over", "this game is over")
    return None


def out_of_time(table: Table, seat: int, now: Milliseconds) -> Refusal | None:
    """Has a seat decided too late?"""
    deadline = table.clocks.deadline(seat) if table.clocks else None
    return Refusal("out-of-time", "your time is up") if deadline is not None and now >= deadline else None


def why_no_roll(table: Table, seat: int, begun: str) -> Refusal | None:
    """Why a seat may not roll, or tap in a roll that begins so, when dice are to be rolled."""
    state = table.state
    if seat not in table.awaiting:
        return IllegalMove(state, begun, "not-your-turn", seat=seat, to_move=state.active)
    if table.options.dice == "real":
        return state.why_not(DICE, begun)
    return None if ROLL.startswith(begun) else IllegalMove(state, begun, "roll-first")


def why_no_takeback(table: Table, seat: int) -> Refusal | None:
    """Why a seat may not have its last decision back, or ask for it."""
    if refusal := no_game(table):
        return refusal
    if table.rules.own_pace:
        return Refusal("no-takeback", "here everybody takes back what they like by themselves")
    own = last_chosen(table, seat)
    if own < 0:
        return Refusal("no-takeback", "you have decided nothing yet")
    if last_roll(table) > own:
        return Refusal("no-takeback", "dice have been rolled since, and what is seen is seen")
    return None


def why_no_unroll(table: Table, seat: int) -> Refusal | None:
    """Why a seat may not tap the last roll in once more."""
    if refusal := no_game(table):
        return refusal
    if table.options.dice != "real":
        return Refusal("no-takeback", "only dice that people rolled can be corrected")
    rolled = last_roll(table)
    if rolled < 0 or any(ply.why in DECIDED for ply in table.plies[rolled + 1 :]):
        return Refusal("no-takeback", "somebody has decided about this roll already")
    roller = table.states[rolled].active
    if seat != roller and not table.seats[roller - 1].by_bot:
        return Refusal("not-your-turn", f"seat {roller} rolled these dice", seat=seat, to_move=roller)
    return None


def last_chosen(table: Table, seat: int) -> int:
    """Which ply was the last decision of a seat's own; -1 if there was none."""
    return _last(table, lambda ply: ply.seat == seat and ply.why in DECIDED)


def last_roll(table: Table) -> int:
    """Which ply was the last roll; -1 if there was none."""
    return _last(table, lambda ply: ply.seat == DICE) if table.rules.dice else -1


def _last(table: Table, is_it: Callable[[Moved], bool]) -> int:
    plies = table.plies
    return next((number for number in reversed(range(len(plies))) if is_it(plies[number])), -1)
