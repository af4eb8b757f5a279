"""Qwixx as people keep score of it around a table with dice of their own, which they tell nobody: everybody crosses on
their own sheet, at their own pace, and takes back what they like.

A row that somebody locks closes for all, and the second closed row or a fourth penalty ends the game; but the dice that
did it may give others a cross, too, and not everybody taps at once. So a closed row takes one more cross from each of
the others, and so does a game that ends: their next step, whatever it is, closes it for them, too. When all have put
the pencil down, it is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from rowlock.rules.game import IllegalMove, Move, Outcome, places
from rowlock.rules.reasons import EndCode, ReasonCode
from rowlock.rules.sheet import CLASSIC, MOST_PENALTIES, Cell, Layout, Sheet

PENALTY, CLOSED, DONE, COUNT = "penalty", "closed", "done", "count"
"""A penalty; a closed row takes no cross of one's own any more; the pencil is down; nobody else is waited for."""
UNDO, ERASE = "undo-", "-"
"""Before the step that is taken back; before the cell of a cross that is rubbed out."""
ROWS_TO_END = 2


@dataclass(frozen=True, slots=True)
class ByHand:
    """The sheets in seat order, and all that was done on them and not taken back."""

    sheets: tuple[Sheet, ...]
    steps: tuple[tuple[int, Move], ...] = ()
    """Each with its seat, in the order in which they were made."""
    strict: bool = True
    """Are the rules of a sheet kept? Otherwise any number may be crossed, and rubbed out."""
    counted: bool = False
    layout: Layout = field(default=CLASSIC, repr=False)
    locked_at: dict[int, int] = field(default_factory=dict, compare=False, repr=False)
    """Which step locked a row first."""
    ended_at: int | None = field(default=None, compare=False, repr=False)
    """Which step ended the game, if one has."""

    @staticmethod
    def start(seats: int = 2, first: int = 1, strict: int = 1, layout: Layout = CLASSIC) -> ByHand:
        """Empty sheets; whoever rolls `first` is for the people at the table to know."""
        if not (1 <= seats <= 5 and 1 <= first <= seats):
            raise ValueError(f"Qwixx is for up to 5 seats, not for {seats} beginning with {first}")
        return ByHand((Sheet((0,) * len(layout.rows)),) * seats, strict=bool(strict), layout=layout)

    def _with(self, steps: tuple[tuple[int, Move], ...]) -> ByHand:
        """The state after these steps."""
        sheets = [Sheet((0,) * len(self.layout.rows))] * self.seats
        locked: dict[int, int] = {}
        fourth: dict[int, int] = {}
        for number, (seat, step) in enumerate(steps):
            before = sheets[seat - 1]
            sheets[seat - 1] = sheet = self._made(before, step)
            if sheet.penalties == MOST_PENALTIES > before.penalties:
                fourth[seat] = number
            for row in range(len(self.layout.rows)):
                if any(one.locked(row, self.layout) for one in sheets):
                    locked.setdefault(row, number)
                else:
                    locked.pop(row, None)
        ends = sorted(locked.values())[ROWS_TO_END - 1 : ROWS_TO_END] + list(fourth.values())
        return ByHand(tuple(sheets), steps, self.strict, False, self.layout, locked, min(ends, default=None))

    def _made(self, sheet: Sheet, step: Move) -> Sheet:
        """The sheet after a step on it."""
        if step == PENALTY:
            return sheet.penalise()
        cell = self.layout.named.get(step.removeprefix(ERASE))
        if cell is None:
            return sheet
        if not step.startswith(ERASE):
            return sheet.cross(cell)
        rows = list(sheet.rows)
        rows[cell.row] &= ~cell.bit
        return Sheet(tuple(rows), sheet.penalties)

    @property
    def seats(self) -> int:
        return len(self.sheets)

    @property
    def active(self) -> int:
        """Nobody tells whose turn it is."""
        return 1

    @property
    def awaiting(self) -> tuple[int, ...]:
        return () if self.phase == "over" else tuple(range(1, self.seats + 1))

    @property
    def phase(self) -> str:
        """`cross`; `last`, when the game ends; `over`, when all have put the pencil down."""
        if self.counted or all(self.done(seat) for seat in range(1, self.seats + 1)):
            return "over"
        return "cross" if self.ended_at is None else "last"

    @property
    def key(self) -> Self:
        return self

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(sheet.score(self.layout) for sheet in self.sheets)

    @property
    def outcome(self) -> Outcome | None:
        """The highest total wins; equal totals share the place."""
        if self.phase != "over":
            return None
        reason: EndCode = "counted"
        if len(self.locked_at) >= ROWS_TO_END:
            reason = "rows-closed"
        elif self.ended_at is not None:
            reason = "penalties"
        return Outcome(reason, places(self.scores), self.scores)

    def done(self, seat: int) -> bool:
        """Has a player put the pencil down?"""
        return self._last(seat) == DONE

    def _own(self, seat: int) -> Iterator[tuple[int, Move]]:
        return ((number, step) for number, (who, step) in enumerate(self.steps) if who == seat)

    def _last(self, seat: int) -> Move | None:
        return next((step for who, step in reversed(self.steps) if who == seat), None)

    def _since(self, seat: int, number: int) -> bool:
        """Has a seat done anything since that step, or just that?"""
        return any(own >= number for own, _ in self._own(seat))

    def _open_rows(self, seat: int) -> tuple[int, ...]:
        """Closed rows that take one more cross of this seat."""
        return tuple(row for row, number in self.locked_at.items() if not self._since(seat, number))

    # What may be done

    def legal_moves(self, seat: int) -> Sequence[Move]:
        """Crosses, a penalty, one's own last step back, and putting the pencil down."""
        if seat not in self.awaiting:
            return ()
        last = self._last(seat)
        back = (UNDO + last,) if last else ()
        if last == DONE:
            return (*back, COUNT) if self.phase == "last" else back
        cells = [name for name, cell in self.layout.named.items() if not self._why_no_cross(seat, cell)]
        sheet = self.sheets[seat - 1]
        if not self.strict:
            cells += [
                ERASE + name for name, cell in self.layout.named.items() if sheet.rows[cell.row] & cell.bit
            ]
        penalty = (PENALTY,) if sheet.penalties < MOST_PENALTIES and not self._too_late(seat) else ()
        open_still = self.strict and self.phase == "cross" and self._open_rows(seat)
        return (*cells, *penalty, *((CLOSED,) if open_still else ()), *back, DONE)

    def _too_late(self, seat: int) -> bool:
        return self.strict and self.ended_at is not None and self._since(seat, self.ended_at)

    def _why_no_cross(self, seat: int, cell: Cell) -> ReasonCode | None:
        sheet = self.sheets[seat - 1]
        if not self.strict:
            return "already-crossed" if sheet.rows[cell.row] & cell.bit else None
        if sheet.rows[cell.row] & cell.bit:
            return "already-crossed"
        if cell.row in self.locked_at and cell.row not in self._open_rows(seat):
            return "row-closed"
        return "game-over" if self._too_late(seat) else sheet.why_not(cell)

    def play(self, seat: int, move: Move) -> ByHand:
        """One step, or the last one back."""
        if move not in self.legal_moves(seat):
            raise self.why_not(seat, move) or IllegalMove(self, move, "not-a-move")
        if move == COUNT:
            return replace(self, counted=True)
        if not move.startswith(UNDO):
            return self._with((*self.steps, (seat, move)))
        last = max(number for number, _ in self._own(seat))
        return self._with((*self.steps[:last], *self.steps[last + 1 :]))

    def why_not(self, seat: int, begun: Move) -> IllegalMove | None:
        if self.phase == "over":
            return IllegalMove(self, begun, "game-over")
        if seat not in self.awaiting:
            return IllegalMove(self, begun, "no-such-seat", seat=seat)
        if any(move.startswith(begun) for move in self.legal_moves(seat)):
            return None
        cell = self.layout.named.get(begun)
        if self.done(seat):
            return IllegalMove(self, begun, "pencil-down")
        if cell is None:
            late = begun == PENALTY and self._too_late(seat)
            return IllegalMove(self, begun, "game-over" if late else "not-a-move")
        crosses = self.sheets[seat - 1].rows[cell.row].bit_count()
        return IllegalMove(
            self, begun, self._why_no_cross(seat, cell) or "not-a-move", cell=cell.name, crosses=crosses
        )

    # Who sees what, and who is too late

    def seen_by(self, seat: int | None) -> ByHand:  # noqa: ARG002 (everybody sees everything)
        """Sheets lie on the table."""
        return self

    def without_time(self, seat: int) -> Move:  # noqa: ARG002 (whoever it is)
        """Nobody is ever too late here; who were would put the pencil down."""
        return DONE

    # As a picture and as text

    def _repr_svg_(self) -> str:
        """All sheets, as a notebook shows them."""
        from rowlock.rules.pictures.sheet import SeatShown, draw_game

        at = self.outcome.places if self.outcome else (None,) * self.seats
        players = [
            SeatShown(sheet, False, None, (), place) for sheet, place in zip(self.sheets, at, strict=True)
        ]
        return draw_game(str(self), players, self.layout, tuple(self.locked_at), (), False)

    def __str__(self) -> str:
        """The sheets, as before a roll. What was done in which order is no part of it."""
        phase = "roll" if self.ended_at is None else "over"
        sheets = " ".join(sheet.text(self.layout) for sheet in self.sheets)
        game = "qwixx" if self.layout == CLASSIC else f"qwixx {self.layout.name}"
        return f"{game} {sheets} {self.active} {phase} -"
