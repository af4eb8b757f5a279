"""Bots decide in their own seats and for people who are away."""

from __future__ import annotations

from collections.abc import Mapping

from rowlock.rules import Refusal
from rowlock.table.asking import bot_plays
from rowlock.table.commands import Command, Leave, Play, Replace, Return, Say, WantRematch
from rowlock.table.draft import Draft, must_be_playing
from rowlock.table.events import BotFailed, Event, Replaced, Returned
from rowlock.table.options import Milliseconds
from rowlock.table.playing import play
from rowlock.table.table import Table


def come_back(draft: Draft, seat: int, command: Command) -> None:
    """Whoever does something is there again; but where a bot has taken over, they must take the seat back first."""
    holder = draft.table.seats[seat - 1]
    if isinstance(command, Return | Leave | Say | WantRematch) or holder.kind != "human":
        return
    if refusal := bot_plays(draft.table, seat):
        raise refusal
    if holder.left_at is not None:
        draft.add(Returned(draft.now, seat))


def replace(draft: Draft, command: Replace, command_id: str, away: Mapping[int, Milliseconds]) -> None:
    """A bot for somebody who has left, at once; or who has been away too long."""
    table, now = draft.table, draft.now
    must_be_playing(table)
    if table.rules.own_pace:
        raise Refusal("people-only", "only people see the dice here: no bots")
    if command.seat not in table.humans:
        raise Refusal("no-such-seat", f"nobody is missing in seat {command.seat}", seat=command.seat)
    if table.seats[command.seat - 1].left_at is None:
        since = away.get(command.seat)
        wait = 1 if since is None else since + table.options.grace * 1000 - now
        if wait > 0:
            seconds = table.options.grace if since is None else -(-wait // 1000)
            raise Refusal("still-there", f"wait {seconds} more seconds for them", seconds=seconds)
    draft.add(Replaced(now, command.seat, command.level, command_id))


def bot_decides(table: Table, seat: int, move: str, turn: int, now: Milliseconds) -> list[Event]:
    """The events that a bot's decision causes. Raises `Refusal`, also if the seat's owner is back meanwhile."""
    if not table.seats[seat - 1].by_bot:
        raise Refusal("not-away", f"no bot plays in seat {seat} any more", seat=seat)
    draft = Draft(table, now)
    play(draft, seat, Play(move, turn), "")
    return draft.events


def bot_failed(table: Table, seat: int, now: Milliseconds) -> list[Event]:
    """A bot could not decide even when asked twice."""
    holder = table.seats[seat - 1]
    return [BotFailed(now, seat)] if holder.by_bot and not holder.failed else []
