"""Why a seat may not play something now. To ask changes nothing; and what is played is judged here, too."""

from __future__ import annotations

from rowlock.rules import DICE, IllegalMove, Refusal
from rowlock.table.options import Milliseconds
from rowlock.table.table import ROLL, Table


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
