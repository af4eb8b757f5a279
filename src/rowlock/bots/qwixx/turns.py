"""What a whole turn of Qwixx is worth to every seat; the kernels behind it are in `turn_kernel`.

All seats decide as the bot `master` does. Importing this module imports numba, so import it where it is used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rowlock.bots.qwixx import turn_kernel
from rowlock.bots.qwixx.decide import chances
from rowlock.bots.qwixx.likeness import net_on
from rowlock.bots.qwixx.net import ChanceNet
from rowlock.bots.qwixx.net_kernel import Papers, Workroom, room_for
from rowlock.bots.qwixx.turn_kernel import CHOICES, NO_CELL, PLACES, Printed, Turn
from rowlock.rules.game import Move
from rowlock.rules.qwixx import PASS, Qwixx
from rowlock.rules.sheet import CLASSIC, Layout
from rowlock.solve.qwixx.layout import places_of
from rowlock.solve.qwixx.rows import sheet_codes

Hopes = tuple[float, ...]
"""What each seat may hope for, in seat order: the chance to win, or what it has won, ties split."""


class Turns:
    """Values turns of games with so many seats, on a sheet."""

    def __init__(self, seats: int, layout: Layout = CLASSIC) -> None:
        self.net: ChanceNet = net_on(layout, seats)
        self._room: Workroom = room_for(self.net.flat, self.net.hidden, self.net.width)
        passive = CHOICES ** (seats - 1)
        self._known = np.empty((passive, CHOICES + 1, NO_CELL + 1, seats))
        self._judged = np.empty((passive, CHOICES + 1), np.int64)
        self._cells = np.empty((passive, CHOICES + 1), np.int64)
        self._answers = np.empty(CHOICES * (NO_CELL + 1), np.int64)
        self._offers, self._orders = np.empty((2, 5, 6)), np.empty((2, 5, 6), np.int64)
        self._printed, self._dice = printed(layout), np.empty(6, np.int64)

    def before(self, state: Qwixx) -> Hopes:
        """As the network says, before a roll; or after the end."""
        return tuple(chances([state], self.net)[0].tolist())

    def mean(self, state: Qwixx) -> Hopes:
        """Before a roll, the mean over all rolls of what comes of them."""
        papers, mean = _papers(state), np.empty(state.seats)
        turn_kernel.mean_hopes(self._turn(papers, state, 0), self._room, mean)
        return tuple(mean.tolist())

    def rolled(self, state: Qwixx) -> Rolled:
        """A turn whose dice are known and nothing decided yet. Good until the next one is asked for."""
        papers = _papers(state)
        turn = self._turn(papers, state, state.white_sum)
        turn_kernel.begin(turn)
        # A die that has left shows 0, and no number stands at 1 + 0; none of its cells counts, whatever it shows.
        self._dice[:] = [face or 1 for face in state.dice]
        guess = turn_kernel.guesses(turn, self._room)
        plan = turn_kernel.plan(turn, self._room, 0, self._dice)
        passive, choice, _ = turn_kernel.as_master(turn, self._room, guess, self._dice)
        whites = {}
        for seat in range(1, state.seats + 1):
            if seat != state.active:
                passive, digit = divmod(passive, CHOICES)
                whites[seat] = _white(digit, state)
        whites[state.active] = _white(choice, state)
        return Rolled(state, turn, self._room, dict(sorted(whites.items())), guess, plan)

    def _turn(self, papers: Papers, state: Qwixx, number: int) -> Turn:
        after = Papers(papers.rows.copy(), papers.scores.copy(), papers.penalties.copy())
        return Turn(
            self._printed,
            papers,
            state.active - 1,
            number,
            self._known,
            self._judged,
            self._cells,
            self._answers,
            self._offers,
            self._orders,
            after,
            self._dice,
        )


@dataclass(frozen=True, slots=True)
class Rolled:
    """A turn after its roll: what comes of which decisions."""

    state: Qwixx
    turn: Turn
    room: Workroom
    whites: dict[int, Move]
    """What each seat decides about the white sum, if all decide as `master` does."""
    guess: int
    """What each passive seat would do if nobody else did anything, as one number."""
    plan: tuple[int, int]
    """What the active seat would do then: its white choice and the cell of its coloured decision."""

    def white(self, seat: int, move: Move) -> float:
        """What a seat may hope for with this white decision as far as it can know: all others deciding as would be
        best for them if nobody else did anything. That is how `master` judges it."""
        mine = _choice(move, self.state.layout)
        if seat == self.state.active:
            cell = turn_kernel.best_cell(self.turn, self.room, self.guess, mine, self.turn.dice)
            return turn_kernel.hope_of(self.turn, self.room, seat - 1, self.guess, mine, cell)
        digit = CHOICES ** (seat - 1 - (seat > self.state.active))
        passive = self.guess + (mine - self.guess // digit % CHOICES) * digit
        return turn_kernel.hope_if_planned(self.turn, self.room, seat - 1, passive, *self.plan)

    def colour(self, whites: Mapping[int, Move]) -> Move:
        """The coloured decision that is best for the active seat after these white ones."""
        passive, choice = self._numbers(whites)
        cell = turn_kernel.best_cell(self.turn, self.room, passive, choice, self.turn.dice)
        return _move(cell, self.state.layout)

    def hopes(self, whites: Mapping[int, Move], colour: Move | None = None) -> Hopes:
        """What comes of these white decisions and of a coloured one; the best one, if none is told."""
        passive, choice = self._numbers(whites)
        cell = _cell(self.colour(whites) if colour is None else colour, self.state.layout)
        turn_kernel.judge(self.turn, self.room, passive, choice, cell)
        return tuple(self.turn.known[passive, choice, cell].tolist())

    def _numbers(self, whites: Mapping[int, Move]) -> tuple[int, int]:
        passive, digit, active = 0, 1, self.state.active
        for seat in range(1, self.state.seats + 1):
            if seat != active:
                passive += digit * _choice(whites[seat], self.state.layout)
                digit *= CHOICES
        return passive, _choice(whites[active], self.state.layout)


def _papers(state: Qwixx) -> Papers:
    closed = state.closed_rows
    return Papers(
        np.array([sheet_codes(sheet, closed) for sheet in state.sheets], np.int64),
        np.array(state.scores, np.int64),
        np.array([sheet.penalties for sheet in state.sheets], np.int64),
    )


def printed(layout: Layout) -> Printed:
    """A layout as the kernels read it."""
    place, row_of, lock = places_of(layout)
    cell = row_of * PLACES + np.take_along_axis(place, row_of, axis=0)
    return Printed(place, cell, (1 << cell).sum(axis=1), np.argsort(lock))


def _choice(move: Move, layout: Layout) -> int:
    return 0 if move == PASS else 1 + layout.named[move].row


def _white(choice: int, state: Qwixx) -> Move:
    cells = state.layout.with_number[state.white_sum]
    return next((cell.name for cell in cells if cell.row == choice - 1), PASS)


def _cell(move: Move, layout: Layout) -> int:
    if move == PASS:
        return NO_CELL
    cell = layout.named[move]
    return cell.row * PLACES + cell.bit.bit_length() - 1


def _move(cell: int, layout: Layout) -> Move:
    if cell == NO_CELL:
        return PASS
    row, place = divmod(cell, PLACES)
    return layout.rows[row][place].name
