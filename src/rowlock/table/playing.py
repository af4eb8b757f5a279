"""Moves, rolls, and what follows from them by themselves or by the clock."""

from __future__ import annotations

from dataclasses import replace

from rowlock.rules import DICE, REPETITIONS, IllegalMove, Refusal, places
from rowlock.table import dice
from rowlock.table.asking import out_of_time, why_no_roll
from rowlock.table.commands import AddSalt, Play, Unroll
from rowlock.table.draft import Draft, must_be_in_turn
from rowlock.table.events import Ended, Event, Moved, Resumed, Salted, Unrolled
from rowlock.table.options import Milliseconds
from rowlock.table.table import ROLL, Table

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
        draft.add(Moved(now, DICE, rolled(table, command.move), command=command_id))
    else:
        draft.add(
            Moved(now, seat, command.move, command=command_id)
        )  # which raises `IllegalMove` if it is one
    play_on(draft)


def rolled(table: Table, move: str) -> str:
    """The faces of the server's dice, or the ones that were tapped in."""
    if table.options.dice == "real":
        return move
    if move != ROLL:
        raise IllegalMove(table.state, move, "roll-first")
    possible = table.state.legal_moves(DICE)
    label = f"roll {table.rolls + 1}"
    return possible[dice.draw(table.secret, table.entropy, label, len(possible))]


def play_on(draft: Draft) -> None:
    """What follows from a move by itself: the house rule about repetition, and seats with nothing to decide."""
    while draft.table.status == "playing":
        table = draft.table
        if table.rules.two_sides and table.options.repetition and _repeated(table):
            draft.add(Ended(draft.now, "repetition", (1,) * len(table.seats)))
        elif table.rules.two_sides and len(table.plies) >= LONGEST_GAME:
            draft.add(Ended(draft.now, "too-long", (1,) * len(table.seats)))
        elif table.options.auto_pass and (only := _only_move(table)):
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
    table = draft.table
    must_be_in_turn(table, seat, command.turn)
    if table.options.dice != "real":
        raise Refusal("no-takeback", "only dice that people rolled can be corrected")
    rolls = [index for index, ply in enumerate(table.plies) if ply.seat == DICE]
    if not rolls or any(ply.why == "chosen" for ply in table.plies[rolls[-1] + 1 :]):
        raise Refusal("no-takeback", "somebody has decided about this roll already")
    roller = table.states[rolls[-1]].active
    if seat != roller and not table.seats[roller - 1].by_bot:
        raise Refusal("not-your-turn", f"seat {roller} rolled these dice", seat=seat, to_move=roller)
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
            draft.add(Moved(now, DICE, rolled(draft.table, ROLL), why="late"))
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
