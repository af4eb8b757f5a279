"""Moves, rolls, and what follows from them by themselves or by the clock."""

from __future__ import annotations

from dataclasses import replace

from rowlock.rules import DICE, REPETITIONS, IllegalMove, Refusal, places
from rowlock.rules.game import ROLL
from rowlock.table import dice
from rowlock.table.asking import out_of_time, why_no_roll, why_no_unroll
from rowlock.table.commands import AddSalt, DecideAhead, Play, Unroll
from rowlock.table.draft import Draft, must_be_in_turn, must_be_playing
from rowlock.table.events import DecidedAhead, Ended, Event, Moved, Resumed, Salted, Unrolled
from rowlock.table.options import Milliseconds
from rowlock.table.table import Table

MOST_SALTS = 50
LONGEST_GAME = 2_000
"""Plies after which a game without end is a draw: two bots never tire, but disks fill."""


def play(draft: Draft, seat: int, command: Play, command_id: str) -> None:
    """A move, or a roll. `command_id` is what a command with an id is remembered by."""
    table, now = draft.table, draft.now
    must_be_in_turn(table, seat, command.turn)
    if refusal := out_of_time(table, seat, now):
        raise refusal
    if table.state.awaiting == (DICE,):
        if refusal := why_no_roll(table, seat, command.move):
            raise refusal
        roll(draft, Moved(now, DICE, rolled(table, command.move), command=command_id))
    else:
        draft.add(
            Moved(now, seat, command.move, command=command_id)
        )  # which raises `IllegalMove` if it is one
    play_on(draft)


def decide_ahead(draft: Draft, seat: int, command: DecideAhead, command_id: str) -> None:
    """A decision for the next roll, which nobody else hears of."""
    must_be_playing(draft.table)
    possible = draft.table.may_ahead(seat)
    for move in command.moves:
        if move not in possible:
            raise IllegalMove(draft.table.state, move, "not-ahead")
    draft.add(DecidedAhead(draft.now, seat, command.moves, command_id))


def roll(draft: Draft, event: Moved) -> None:
    """A roll, and at once what was decided for it."""
    ahead = draft.table.ahead
    draft.add(event)
    for seat, moves in sorted(ahead.items()):
        fits = next((move for move in moves if move in draft.table.choices.get(seat, ())), None)
        if fits is not None:
            draft.add(Moved(draft.now, seat, fits, why="ahead"))


def rolled(table: Table, move: str) -> str:
    """The faces of the server's dice, or the ones that were tapped in."""
    if table.options.dice == "real":
        return move
    if move != ROLL:
        raise IllegalMove(table.state, move, "roll-first")
    possible, number = table.state.legal_moves(DICE), table.rolls + 1
    if table.options.day or table.shared_dice:
        return dice.roll_for_all(table.secret, table.entropy, number, possible)
    return dice.roll(table.secret, table.entropy, number, possible)


def play_on(draft: Draft) -> None:
    """What follows from a move by itself: the house rule about repetition, and seats with nothing to decide."""
    while draft.table.status == "playing":
        table = draft.table
        if table.rules.two_sides and table.options.repetition and _repeated(table):
            draft.add(Ended(draft.now, "repetition", (1,) * len(table.seats)))
        elif table.rules.two_sides and len(table.plies) >= LONGEST_GAME:
            draft.add(Ended(draft.now, "too-long", (1,) * len(table.seats)))
        elif table.options.auto_pass and not table.rules.own_pace and (only := _only_move(table)):
            draft.add(Moved(draft.now, only[0], only[1], why="only-move"))
        else:
            break


def _repeated(table: Table) -> bool:
    return table.positions.count(table.state.key) >= REPETITIONS


def _only_move(table: Table) -> tuple[int, str] | None:
    if table.state.awaiting != (DICE,):
        for seat, moves in table.choices.items():
            if len(moves) == 1:
                return seat, moves[0]
    return None


def unroll(draft: Draft, seat: int, command: Unroll, command_id: str) -> None:
    """Real dice are to be tapped in once more."""
    must_be_in_turn(draft.table, seat, command.turn)
    if refusal := why_no_unroll(draft.table, seat):
        raise refusal
    draft.add(Unrolled(draft.now, command_id))


def salt(draft: Draft, seat: int, command: AddSalt, command_id: str) -> None:
    """A seat adds to the dice."""
    if draft.table.status == "over":
        raise Refusal("game-over", "this game is over")
    if len(draft.table.salts) >= MOST_SALTS:
        raise Refusal("too-many", f"{MOST_SALTS} salts are enough for these dice")
    draft.add(Salted(draft.now, seat, command.salt, command_id))


def lose(draft: Draft, seat: int, event: Ended) -> None:
    """The game is lost for a seat's side."""
    side = draft.table.rules.side(seat, len(draft.table.seats))
    lost = places([number not in side for number in range(1, len(draft.table.seats) + 1)])
    draft.add(replace(event, places=lost, seat=seat))


def tick(table: Table, now: Milliseconds) -> list[Event]:
    """What happens because time is up."""
    draft = Draft(table, now)
    while (deadline := draft.table.deadline) is not None and deadline <= now:
        clocks, state = draft.table.clocks, draft.table.state
        late = [seat for seat in draft.table.awaiting if clocks and clocks.deadline(seat) == deadline]
        if state.awaiting == (DICE,):
            roll(draft, Moved(now, DICE, rolled(draft.table, ROLL), why="late"))
        elif (move := state.without_time(late[0])) is None:
            lose(draft, late[0], Ended(now, "time", ()))
        else:
            draft.add(Moved(now, late[0], move, why="late"))
        play_on(draft)
    return draft.events


def resume(table: Table, alive_until: Milliseconds, now: Milliseconds) -> list[Event]:
    """After a time without a server: the clocks that ran get back what they lost."""
    lost = now - max(alive_until, table.changed_at)
    if table.deadline is None or lost <= 0:
        return []
    return [Resumed(now, lost)]
