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
    """A bot for somebody who has been away too long."""
    table, now = draft.table, draft.now
    must_be_playing(table)
    if command.seat not in table.humans:
        raise Refusal("no-such-seat", f"nobody is missing in seat {command.seat}", seat=command.seat)
    left_at = table.seats[command.seat - 1].left_at
    gone = [since for since in (left_at, away.get(command.seat)) if since is not None]
    wait = min(gone) + table.options.grace * 1000 - now if gone else 1
    if wait > 0:
        seconds = -(-wait // 1000) if gone else table.options.grace
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
