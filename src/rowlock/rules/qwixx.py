"""Qwixx for two to five players, and for one as solitaire."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from rowlock.rules.by_hand import ByHand
from rowlock.rules.dice import Rolls
from rowlock.rules.game import (
    DICE,
    SEALED,
    Game,
    IllegalMove,
    Move,
    NotationError,
    Outcome,
    fields,
    places,
    problem_of,
    shown,
)
from rowlock.rules.layouts import layout_of
from rowlock.rules.reasons import EndCode, ReasonCode
from rowlock.rules.sheet import CLASSIC, COLOURS, MOST_PENALTIES, Cell, Layout, Sheet

PASS = "pass"
PHASES = ("roll", "white", "colour", "colour+", "over")

Dice = tuple[int, ...]
"""The faces of white, white, red, yellow, green, blue; 0 for a die that has left the game."""


@dataclass(frozen=True, slots=True)
class Qwixx:
    """The sheets in seat order, who is active, what is to be decided, and the dice once they are rolled."""

    sheets: tuple[Sheet, ...]
    active: int
    phase: str = "roll"
    """`roll`; `white`; `colour`, when the active player has crossed nothing yet this turn; `colour+`; `over`."""
    dice: Dice = ()
    decided: tuple[Move | None, ...] = ()
    """In phase `white`: each seat's decision, sealed until the last one is made."""
    layout: Layout = field(default=CLASSIC, repr=False)

    @staticmethod
    def start(seats: int = 2, first: int = 1, layout: Layout = CLASSIC) -> Qwixx:
        """Empty sheets, and seat `first` is about to roll."""
        if not (1 <= seats <= 5 and 1 <= first <= seats):
            raise ValueError(f"Qwixx is for up to 5 seats, not for {seats} beginning with {first}")
        return Qwixx((Sheet((0,) * len(layout.rows)),) * seats, first, layout=layout)

    @staticmethod
    def before_roll(sheets: tuple[Sheet, ...], active: int, layout: Layout = CLASSIC) -> Qwixx:
        """A seat is about to roll; or the game is over, if these sheets end it."""
        state = Qwixx(sheets, active, layout=layout)
        return state._over() if state._ended else state

    @property
    def seats(self) -> int:
        return len(self.sheets)

    @property
    def awaiting(self) -> tuple[int, ...]:
        match self.phase:
            case "roll":
                return (DICE,)
            case "white":
                return tuple(seat for seat, move in enumerate(self.decided, 1) if move is None)
            case "colour" | "colour+":
                return (self.active,)
        return ()

    @property
    def key(self) -> Self:
        return self

    @property
    def closed_rows(self) -> tuple[int, ...]:
        """A row that anyone has locked is closed for everyone."""
        locks = list(enumerate(self.layout.locks))
        return tuple(sorted({row for sheet in self.sheets for row, lock in locks if sheet.rows[row] & lock}))

    @property
    def dice_in_play(self) -> tuple[bool, ...]:
        """White, white, red, yellow, green, blue: the die of a closed row's lock has left the game."""
        gone = [self.layout.lock_colour(row) for row in self.closed_rows]
        return (True, True, *(colour not in gone for colour in COLOURS))

    @property
    def white_sum(self) -> int:
        """The sum of the two white dice."""
        return self.dice[0] + self.dice[1]

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(sheet.score(self.layout) for sheet in self.sheets)

    @property
    def outcome(self) -> Outcome | None:
        """The highest total wins; equal totals share the place."""
        if self.phase != "over":
            return None
        reason: EndCode = "rows-closed" if len(self.closed_rows) >= 2 else "penalties"
        return Outcome(reason, places(self.scores), self.scores)

    # What may be played

    def legal_moves(self, seat: int) -> Sequence[Move]:
        """A roll for the dice; for a player the crosses that the dice allow, and pass."""
        if seat not in self.awaiting:
            return ()
        if seat == DICE:
            return Rolls(self.dice_in_play)
        sheet, closed = self.sheets[seat - 1], self.closed_rows
        crosses = [
            cell.name for cell in self._offered() if cell.row not in closed and not sheet.why_not(cell)
        ]
        return (*crosses, PASS)

    def _offered(self) -> Sequence[Cell]:
        """The cells whose number the dice show: the white sum in any colour; or one white die with one coloured
        die, in that colour."""
        if self.phase == "white":
            return self.layout.with_number[self.white_sum]
        white, other, *coloured = self.dice
        return [
            self.layout.named[f"{colour}{die + face}"]
            for colour, face in zip(COLOURS, coloured, strict=True)
            if face
            for die in ((white,) if white == other else (white, other))
        ]

    def ahead(self, seat: int) -> Sequence[Move]:
        """What a player may decide about the white sum before it is rolled: any cross that is possible by now, or else
        to pass."""
        if self.phase == "over":
            return ()
        sheet, closed = self.sheets[seat - 1], self.closed_rows
        cells = self.layout.named.values()
        return (*(cell.name for cell in cells if cell.row not in closed and not sheet.why_not(cell)), PASS)

    # What happens then

    def play(self, seat: int, move: Move) -> Qwixx:
        """A roll, a sealed decision about the white sum, or the active player's about the coloured sums."""
        if move not in self.legal_moves(seat):
            beginning: ReasonCode = "not-a-roll" if seat == DICE else "not-a-move"
            raise self.why_not(seat, move) or IllegalMove(self, move, beginning)
        if self.phase == "roll":
            dice = tuple(0 if face == "." else int(face) for face in move)
            return Qwixx(self.sheets, self.active, "white", dice, (None,) * self.seats, self.layout)
        if self.phase == "white":
            decided = (*self.decided[: seat - 1], move, *self.decided[seat:])
            if None in decided:
                return Qwixx(self.sheets, self.active, "white", self.dice, decided, self.layout)
            return self._reveal(decided)
        return self._colour_action(move)

    def _reveal(self, decided: tuple[Move | None, ...]) -> Qwixx:
        """All have decided about the white sum: the crosses are made at the same time, so several players may
        lock a row together. Rows that close now close at once, and their dice leave."""
        if SEALED in decided:
            raise ValueError("this view of the game hides decisions; only the table's own state can go on")
        sheets = tuple(
            sheet if move == PASS or move is None else sheet.cross(self.layout.named[move])
            for sheet, move in zip(self.sheets, decided, strict=True)
        )
        phase = "colour" if decided[self.active - 1] == PASS else "colour+"
        after = Qwixx(sheets, self.active, phase, self.dice, (), self.layout)
        if after._ended:
            return after._over()
        dice = tuple(face if there else 0 for face, there in zip(self.dice, after.dice_in_play, strict=True))
        return replace(after, dice=dice)

    def _colour_action(self, move: Move) -> Qwixx:
        """The active player's second action; whoever crossed nothing in either action takes a penalty."""
        sheet = self.sheets[self.active - 1]
        if move != PASS:
            sheet = sheet.cross(self.layout.named[move])
        elif self.phase == "colour":
            sheet = sheet.penalise()
        sheets = (*self.sheets[: self.active - 1], sheet, *self.sheets[self.active :])
        after = Qwixx.before_roll(sheets, self.active, self.layout)
        return after if after.phase == "over" else replace(after, active=self.active % self.seats + 1)

    @property
    def _ended(self) -> bool:
        """Two closed rows, or anyone's fourth penalty, end the game at once."""
        return len(self.closed_rows) >= 2 or any(sheet.penalties >= MOST_PENALTIES for sheet in self.sheets)

    def _over(self) -> Qwixx:
        return Qwixx(self.sheets, self.active, "over", layout=self.layout)

    # Why not

    def why_not(self, seat: int, begun: Move) -> IllegalMove | None:
        if self.phase == "over":
            return IllegalMove(self, begun, "game-over")
        if self.phase == "roll":
            if seat != DICE:
                return IllegalMove(self, begun, "roll-first")
            reason = Rolls(self.dice_in_play).why_not(begun)
            return IllegalMove(self, begun, reason) if reason else None
        if seat not in self.awaiting:
            decided = self.phase == "white" and 1 <= seat <= self.seats
            return IllegalMove(self, begun, "already-decided" if decided else "not-your-turn", seat=seat)
        if any(move.startswith(begun) for move in self.legal_moves(seat)):
            return None
        # A colour alone is a beginning, half a number is none. The cell that the dice show tells most.
        meant = [cell for name, cell in self.layout.named.items() if begun in (name, name[0])]
        meant.sort(key=lambda cell: cell not in self._offered())
        if not meant:
            return IllegalMove(self, begun, "not-a-move")
        return self._why_not_cross(begun, self.sheets[seat - 1], meant[0])

    def _why_not_cross(self, begun: Move, sheet: Sheet, cell: Cell) -> IllegalMove:
        if cell.row in self.closed_rows:
            return IllegalMove(self, begun, "row-closed", cell=cell.name)
        if cell not in self._offered():
            if self.phase == "white":
                return IllegalMove(self, begun, "not-the-white-sum", cell=cell.name, sum=self.white_sum)
            face = self.dice[2 + COLOURS.index(cell.colour)]
            if not face:
                return IllegalMove(self, begun, "die-has-left", cell=cell.name)
            low, high = sorted(self.dice[:2])
            return IllegalMove(
                self, begun, "not-a-coloured-sum", cell=cell.name, low=low + face, high=high + face
            )
        crosses = sheet.rows[cell.row].bit_count()
        return IllegalMove(self, begun, sheet.why_not(cell) or "not-a-move", cell=cell.name, crosses=crosses)

    # Who sees what, and who is too late

    def seen_by(self, seat: int | None) -> Qwixx:
        """Nobody's decision about the white sum is shown before all have decided; that they have decided is."""
        if not any(self.decided):
            return self
        decided = tuple(
            move if move is None or number == seat else SEALED for number, move in enumerate(self.decided, 1)
        )
        return replace(self, decided=decided)

    def without_time(self, seat: int) -> Move:  # noqa: ARG002 (whoever it is)
        """A seat out of time passes, and takes the penalty where one is due."""
        return PASS

    # As a picture and as text

    def _repr_svg_(self) -> str:
        """The dice and all sheets as a notebook shows them. Of a sealed decision it tells only that it is made."""
        from rowlock.rules.pictures.sheet import SeatShown, draw_game

        outcome = self.outcome
        players = [
            SeatShown(
                sheet,
                active=seat == self.active and not outcome,
                decided=bool(self.decided[seat - 1]) if self.decided else None,
                offered=self.legal_moves(seat),
                place=outcome.places[seat - 1] if outcome else None,
            )
            for seat, sheet in enumerate(self.sheets, 1)
        ]
        return draw_game(str(self), players, self.layout, self.closed_rows, self.dice, self.phase == "white")

    def __str__(self) -> str:
        """The position. Decisions that are still sealed are not part of it."""
        sheets = " ".join(sheet.text(self.layout) for sheet in self.sheets)
        dice = "".join(str(face) if face else "." for face in self.dice) or "-"
        game = "qwixx" if self.layout == CLASSIC else f"qwixx {self.layout.name}"
        return f"{game} {sheets} {self.active} {self.phase} {dice}"

    @staticmethod
    def parse(text: str) -> Qwixx:
        """The inverse of `str`."""
        (name, _), *rest = fields(text)
        layout = CLASSIC
        if len(rest) > 4 and "/" not in rest[0][0]:
            layout = _parse_layout(*rest.pop(0))
        if name != "qwixx" or not 4 <= len(rest) <= 8:
            raise NotationError("a Qwixx position is 'qwixx', 1 to 5 sheets, the active seat, phase and dice")
        *sheet_fields, (active, active_column), (phase, phase_column), (dice, dice_column) = rest
        sheets = tuple(Sheet.parse(sheet, layout, column) for sheet, column in sheet_fields)
        if active not in [str(seat + 1) for seat in range(len(sheets))]:
            raise NotationError(
                f"the active seat is 1 to {len(sheets)}, not {shown(active)}", column=active_column
            )
        if phase not in PHASES:
            raise NotationError(f"the phase is {', '.join(PHASES)}, not {shown(phase)}", column=phase_column)
        state = Qwixx(sheets, int(active), layout=layout)
        if state._ended != (phase == "over"):
            problem = "this game is over" if state._ended else "this game is not over"
            raise NotationError(f"{problem}: two closed rows or four penalties end it", column=phase_column)
        if phase in ("roll", "over"):
            if dice != "-":
                raise NotationError(f"in phase {phase} the dice are -, not {shown(dice)}", column=dice_column)
            return replace(state, phase=phase)
        if dice not in Rolls(state.dice_in_play):
            wanted = "six faces, white white red yellow green blue, with . for the die of a closed row"
            raise NotationError(f"the dice are {wanted}, not {shown(dice)}", column=dice_column)
        after_roll = state.play(DICE, dice)
        return after_roll if phase == "white" else replace(after_roll, phase=phase, decided=())


def _parse_layout(text: str, column: int) -> Layout:
    try:
        layout = layout_of(text)
    except ValueError as error:
        raise NotationError(problem_of(error), column=column) from None
    if layout == CLASSIC:
        raise NotationError("the classic sheet is not named", column=column)
    return layout


def begin(seats: int, first: int, layout: str = "") -> Qwixx:
    """Empty sheets of a layout that is named, or written out. Raises `ValueError`."""
    return Qwixx.start(seats, first, layout_of(layout) if layout else CLASSIC)


def begin_by_hand(seats: int, first: int, strict: int = 1, layout: str = "") -> ByHand:
    """The same, where people keep score of it by hand."""
    return ByHand.start(seats, first, strict, layout_of(layout) if layout else CLASSIC)


def layout_word(text: str) -> str:
    """A layout as it is written down, empty for the classic one. Raises `ValueError`."""
    layout = layout_of(text) if text else CLASSIC
    return "" if layout == CLASSIC else layout.name


QWIXX_BY_HAND = Game(
    "qwixx",
    (2, 3, 4, 5),
    begin_by_hand,
    Qwixx.parse,
    rooms="rowlock.{room}.qwixx",
    options={"strict": (1, 0)},
    words={"layout": layout_word},
    own_pace=True,
)
QWIXX = Game(
    "qwixx",
    (2, 3, 4, 5),
    begin,
    Qwixx.parse,
    rooms="rowlock.{room}.qwixx",
    dice=True,
    words={"layout": layout_word},
    alone=True,
    at_once=True,
    by_hand=QWIXX_BY_HAND,
    ahead=Qwixx.ahead,
)
