"""Why a decision of Qwixx is better than another: the difference in what they are worth, split into its causes.

Every decision leads to a position before the next roll. What it is worth beyond the position where the seat would have
done nothing is split among what it changes, step by step from the one position to the other, and the steps are
averaged over all orders in which they can be taken (Shapley values). So the parts of a decision add up to what it is
worth, and the differences between the parts of two decisions to the difference between the decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING, TypeVar, cast

import numpy as np

from rowlock.bots.qwixx.decide import decisions, facts_of
from rowlock.bots.qwixx.likeness import net_on
from rowlock.rules import Move, State
from rowlock.rules.qwixx import PASS, Qwixx
from rowlock.rules.sheet import CROSSES_TO_LOCK, MOST_PENALTIES, PENALTY_POINTS, Layout
from rowlock.solve.qwixx.rows import row_code, row_codes
from rowlock.study.analysis import Analysis
from rowlock.study.hint import Fact, Reason, Unit, Why, Words

if TYPE_CHECKING:
    from rowlock.bots.qwixx.alone import Alone

STEPS = ("tempo", "lock", "room", "penalties", "end")
"""What a decision can change: the points on the sheet now; how many crosses the rows have, as far as they are steps to
a lock; how many numbers stay open in them; the penalties; and which rows are closed, or that the game is over."""
CAUSES = (*STEPS, "danger")
"""And what of the difference is there only because the others are near the end of the game."""
FAR_CROSSES, FAR_PENALTIES = 3, 1
"""Who has no more of these in any row, and altogether, is far from ending the game."""
WORTH_SAYING = 0.25
"""What speaks for the other move is said, too, if it is at least so much of what speaks for this one."""
EQUAL = 0.0005
"""A smaller difference is none, in chance to win; in points, a hundred times as much."""

Place = tuple[int, int]
"""What counts of a row: the place of its last cross, from 0, and how many it has; (-1, 0) if it is empty."""


@cache
def _orders() -> tuple[tuple[str, ...], ...]:
    """All orders in which the steps can be taken: numbers are skipped only by a cross, so `room` comes after `lock`."""
    return tuple(order for order in permutations(STEPS) if order.index("lock") < order.index("room"))


@dataclass(frozen=True, slots=True)
class Paper:
    """A position before a roll, or at the end, as far as it matters for what it is worth."""

    rows: tuple[tuple[Place, ...], ...]
    points: tuple[int, ...]
    """Of the crosses alone."""
    penalties: tuple[int, ...]
    closed: frozenset[int]
    over: bool

    @staticmethod
    def of(state: Qwixx) -> Paper:
        """A position as paper."""
        penalties = tuple(sheet.penalties for sheet in state.sheets)
        closed = frozenset(state.closed_rows)
        return Paper(
            tuple(tuple(_place(row) for row in sheet.rows) for sheet in state.sheets),
            tuple(sheet.score(state.layout) + PENALTY_POINTS * sheet.penalties for sheet in state.sheets),
            penalties,
            closed,
            len(closed) >= 2 or max(penalties) >= MOST_PENALTIES,
        )

    @property
    def scores(self) -> tuple[int, ...]:
        """In seat order."""
        return tuple(
            made - PENALTY_POINTS * paid for made, paid in zip(self.points, self.penalties, strict=True)
        )

    @property
    def codes(self) -> list[list[int]]:
        """The codes of all rows, in seat order."""
        closed = row_codes().closed
        return [
            [closed if row in self.closed else _code(*place) for row, place in enumerate(rows)]
            for rows in self.rows
        ]

    def towards(self, other: Paper, seat: int, steps: Iterable[str]) -> Paper:
        """With some of the steps that lead to another position, as a seat's decision does."""
        taken, own = set(steps), seat - 1
        base = other if "end" in taken else self
        counts = (other if "lock" in taken else self).rows[own]
        lasts = (other if "room" in taken else self).rows[own]
        rows = tuple(
            (max(last, count - 1), count) for (last, _), (_, count) in zip(lasts, counts, strict=True)
        )
        return Paper(
            _with(base.rows, own, rows),
            _with(base.points, own, (other if "tempo" in taken else self).points[own]),
            _with(base.penalties, own, (other if "penalties" in taken else self).penalties[own]),
            base.closed,
            base.over,
        )

    def far_from_the_end(self, seat: int) -> Paper:
        """With all others far from ending the game, at the same score."""
        rows = tuple(
            own if number == seat else tuple((last, min(count, FAR_CROSSES)) for last, count in own)
            for number, own in enumerate(self.rows, 1)
        )
        penalties = tuple(
            own if number == seat else min(own, FAR_PENALTIES) for number, own in enumerate(self.penalties, 1)
        )
        points = tuple(
            made - PENALTY_POINTS * (paid - now)
            for made, paid, now in zip(self.points, self.penalties, penalties, strict=True)
        )
        return replace(self, rows=rows, penalties=penalties, points=points)


T = TypeVar("T")


def _with(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _place(row: int) -> Place:
    return row.bit_length() - 1, row.bit_count()


def _code(last: int, count: int) -> int:
    """A row that is not closed, though its last number may be crossed already, counts as one before it."""
    last = min(last, row_codes().places - 2)
    return row_code(last, min(count, last + 1))


# What positions are worth

Judge = Callable[[Sequence[Paper]], list[float]]


def _chances(seat: int, seats: int, active: int, layout: Layout) -> Judge:
    """The chance of a seat to win, as the network of `master` says; ties split."""
    net = net_on(layout, seats)

    def judge(papers: Sequence[Paper]) -> list[float]:
        going_on = [paper for paper in papers if not paper.over]
        said = iter(())
        if going_on:
            found = net.chances(np.array([_facts(paper, active) for paper in going_on]))
            said = iter(found[:, (seat - active) % seats].tolist())
        return [_won(paper.scores, seat) if paper.over else next(said) for paper in papers]

    return judge


def _facts(paper: Paper, active: int) -> list[int]:
    penalties = [min(count, MOST_PENALTIES - 1) for count in paper.penalties]
    return facts_of(paper.codes, penalties, paper.scores, active)


def _won(scores: Sequence[int], seat: int) -> float:
    best = max(scores)
    return 1 / scores.count(best) if scores[seat - 1] == best else 0.0


def _points(known: Alone) -> Judge:
    """The expected points of one sheet alone."""

    def judge(papers: Sequence[Paper]) -> list[float]:
        return [
            paper.scores[0]
            + (
                0
                if paper.over
                else known.to_come(paper.codes[0], min(paper.penalties[0], MOST_PENALTIES - 1))
            )
            for paper in papers
        ]

    return judge


# What a decision is worth beyond doing nothing, by its causes


@dataclass(frozen=True, slots=True)
class Parts:
    """What comes of a decision, and what each cause adds to what it is worth."""

    after: Paper
    parts: Mapping[str, float]


def accounts(state: Qwixx, seat: int) -> dict[Move, Parts]:
    """Every decision of a seat that owes one. The parts of each add up to what it is worth, less what it would be
    worth to do nothing without a penalty; which is the same for all of them."""
    if state.seats == 1:
        known = _known(state.layout)
        afters = dict(_afters_alone(state, known))
        judge = _points(known)
    else:
        worth = decisions(state, seat, net_on(state.layout, state.seats))
        afters = {move: after for move, (_, after) in worth.items()}
        judge = _chances(seat, state.seats, state.active % state.seats + 1, state.layout)
    undone = replace(afters[PASS], sheets=_with(afters[PASS].sheets, seat - 1, state.sheets[seat - 1]))
    idle = Paper.of(undone)
    return {move: _account(idle, Paper.of(after), seat, judge) for move, after in afters.items()}


def _known(layout: Layout) -> Alone:
    from rowlock.bots.qwixx.alone import alone_on

    return alone_on(layout)


def _afters_alone(state: Qwixx, known: Alone) -> Iterator[tuple[Move, Qwixx]]:
    for move in state.legal_moves(1):
        after = state.play(1, move)
        yield move, after.play(1, known.best(after)[0]) if after.awaiting == (1,) else after


def _account(idle: Paper, after: Paper, seat: int, judge: Judge) -> Parts:
    mixed = {
        steps: idle.towards(after, seat, steps)
        for order in _orders()
        for steps in (frozenset(order[:count]) for count in range(len(order) + 1))
    }
    far = [paper.far_from_the_end(seat) for paper in mixed.values()]
    *values, really_after, really_idle = judge([*far, after, idle])
    worth = dict(zip(mixed, values, strict=True))
    parts = dict.fromkeys(CAUSES, 0.0)
    for order in _orders():
        for count, step in enumerate(order):
            before, then = frozenset(order[:count]), frozenset(order[: count + 1])
            parts[step] += (worth[then] - worth[before]) / len(_orders())
    parts["danger"] = (really_after - worth[frozenset(STEPS)]) - (really_idle - worth[frozenset()])
    return Parts(after, parts)


# In words


def _row(kind: str, row: int, layout: Layout) -> Words:
    """A row by its colour; where it has several, by that of its lock."""
    mixed = len({cell.colour for cell in layout.rows[row]}) > 1
    return Words(f"{kind}.{'lock-' if mixed else ''}{layout.lock_colour(row)}")


def _words(cause: str, amount: float, own: Paper, other: Paper, seat: int, layout: Layout) -> Words | None:
    """What is true of a decision against another, and what the amount comes from; None if nothing fits it."""
    more = 1 if amount > 0 else -1
    rows = [
        (row, mine, theirs)
        for row, (mine, theirs) in enumerate(zip(own.rows[seat - 1], other.rows[seat - 1], strict=True))
        if row not in own.closed | other.closed
    ]
    match cause:
        case "room":
            kept = {row: more * (theirs[0] - mine[0]) for row, mine, theirs in rows}
            if (most := max(kept.values(), default=0)) > 0:
                row = _row("in", max(kept, key=lambda row: kept[row]), layout)
                return Words("room.more" if more > 0 else "room.fewer", {"count": most, "row": row})
        case "lock":
            nearer = {row: more * (_steps(theirs) - _steps(mine)) for row, mine, theirs in rows}
            if max(nearer.values(), default=0) > 0:
                row = _row("row", max(nearer, key=lambda row: nearer[row]), layout)
                return Words("lock.nearer" if more > 0 else "lock.further", {"row": row})
        case "tempo":
            points = own.points[seat - 1] - other.points[seat - 1]
            if points * more > 0:
                return Words("tempo.more" if more > 0 else "tempo.fewer", {"count": abs(points)})
        case "penalties":
            if (other.penalties[seat - 1] - own.penalties[seat - 1]) * more > 0:
                return Words("penalty.avoids" if more > 0 else "penalty.takes")
        case "end":
            if own.over != other.over:
                return Words("end.now" if own.over else "end.not-yet")
            if closed := own.closed ^ other.closed:
                which = min(closed)
                return Words("close" if which in own.closed else "keep", {"row": _row("row", which, layout)})
        case "danger":
            if _near_the_end(own, seat):
                return Words("danger")
    return None


def _steps(place: Place) -> int:
    """How many crosses a row needs before its last number."""
    return max(CROSSES_TO_LOCK - place[1], 0)


def _near_the_end(paper: Paper, seat: int) -> bool:
    """Have others some crosses to go, or two penalties, and the game is over?"""
    others = [number for number in range(len(paper.rows)) if number != seat - 1]
    rows = {
        row
        for number in others
        for row, (_, count) in enumerate(paper.rows[number])
        if count > FAR_CROSSES and row not in paper.closed
    }
    return len(paper.closed) + len(rows) >= 2 or any(
        paper.penalties[number] > FAR_PENALTIES for number in others
    )


class QwixxHints:
    """What Qwixx offers for hints."""

    def look(self, state: State, found: Analysis) -> Words:
        """At which row, or whether at any."""
        best = found.moves[0].move
        if len(found.moves) == 1:
            return Words("look.only")
        if best == PASS:
            return Words("look.pass")
        layout = cast(Qwixx, state).layout
        return Words("look.row", {"row": _row("row", layout.named[best].row, layout)})

    def why(self, state: State, found: Analysis, move: Move, against: Move | None) -> Why:
        """The difference in chance to win, or with one sheet in points, by its causes."""
        unit: Unit = "points" if state.seats == 1 else "chance"
        if against is None:
            return Why(move, None, unit, None, (), Words("only"))
        table = accounts(cast(Qwixx, state), found.seat)
        layout = cast(Qwixx, state).layout
        reasons = _reasons(table[move], table[against], found.seat, layout)
        total = sum(reason.amount or 0.0 for reason in reasons)
        if total >= 0:
            words = _sentence(move, against, unit, total, reasons)
        else:
            words = _sentence(
                against, move, unit, -total, _reasons(table[against], table[move], found.seat, layout)
            )
        return Why(move, against, unit, total, reasons, words)


def _reasons(own: Parts, other: Parts, seat: int, layout: Layout) -> tuple[Reason, ...]:
    """The difference between two decisions by its causes, the strongest first."""
    reasons = [
        Reason(cause, amount, _words(cause, amount, own.after, other.after, seat, layout))
        for cause in CAUSES
        for amount in [own.parts[cause] - other.parts[cause]]
    ]
    return tuple(sorted(reasons, key=lambda reason: -abs(reason.amount or 0.0)))


def _sentence(better: Move, worse: Move, unit: Unit, total: float, reasons: Sequence[Reason]) -> Words:
    """The strongest reason for the better of the two, and what speaks for the other one, if it is worth a word."""
    least = EQUAL if unit == "chance" else 100 * EQUAL
    if total < least:
        return Words("equal", {"move": better, "other": worse})
    facts: dict[str, Fact] = {"move": better, "other": worse, unit: total}
    told = [(reason.amount or 0.0, reason.words) for reason in reasons if reason.words]
    pro, because = next((one for one in told if one[0] >= least), (0.0, None))
    if because is None:
        return Words(f"better.{unit}", facts)
    facts["because"] = because
    con, although = next((one for one in told if one[0] <= -least), (0.0, None))
    if although is not None and -con >= WORTH_SAYING * pro:
        return Words(f"better.{unit}.although", {**facts, "although": although})
    return Words(f"better.{unit}.because", facts)


HINTS = {"qwixx": QwixxHints()}
