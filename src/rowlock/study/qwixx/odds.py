"""Before a roll of Qwixx: how likely each cell is to come, what a cross there is worth, and what a skip costs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import cast

from rowlock.rules import State
from rowlock.rules.dice import FACES
from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import COLOURS, Cell, Layout, Sheet
from rowlock.study.analysis import CellOdds


def odds(state: State, seat: int) -> tuple[CellOdds, ...]:
    """Every cell that the next roll may let the seat cross, row by row."""
    game = cast(Qwixx, state)
    chances = {cell: odds_of(game, seat, cell) for cell in game.layout.named.values()}
    cells = [cell for cell, chance in chances.items() if chance]
    worth = _worth(game, seat, [cell for cell in cells if not game.sheets[seat - 1].why_not(cell)])
    return tuple(CellOdds(cell.name, chances[cell], *worth.get(cell, ())) for cell in cells)


def odds_of(state: Qwixx, seat: int, cell: Cell) -> float:
    """The exact chance that the next roll lets the seat cross a cell, by the white sum or, if the seat is active, by a
    coloured one; unless somebody else closes its row at the same moment."""
    if cell.row in state.closed_rows:
        return 0.0
    sheet, layout, active = state.sheets[seat - 1], state.layout, seat == state.active
    die = active and state.dice_in_play[2 + COLOURS.index(cell.colour)]
    # Of six dice three at most have a say in one cell.
    rolls = list(product(FACES, FACES, FACES if die else (0,)))
    return sum(_lets_cross(sheet, layout, cell, roll) for roll in rolls) / len(rolls)


def _lets_cross(sheet: Sheet, layout: Layout, cell: Cell, roll: tuple[int, int, int]) -> bool:
    white, other, coloured = roll
    if not sheet.why_not(cell):
        return cell.number == white + other or bool(
            coloured and cell.number in (white + coloured, other + coloured)
        )
    # The cross of the white sum may be the fifth, and then the last number is open to the coloured one.
    return bool(coloured) and any(
        not sheet.why_not(first) and not sheet.cross(first).why_not(cell)
        for first in layout.with_number[white + other]
        if first.row == cell.row and cell.number in (white + coloured, other + coloured)
    )


Worth = tuple[float | None, float | None, float | None, float | None]
"""Chance and points that a cross brings, and what of them it costs to pass over numbers for it."""


def _worth(state: Qwixx, seat: int, cells: Sequence[Cell]) -> dict[Cell, Worth]:
    def crossed(cell: Cell) -> Qwixx:
        sheets = list(state.sheets)
        sheets[seat - 1] = sheets[seat - 1].cross(cell)
        return Qwixx.before_roll(tuple(sheets), state.active, state.layout)

    now, *values = _values([state, *map(crossed, cells)], seat)
    after = dict(zip(cells, values, strict=True))
    nearest: dict[int, Cell] = {}
    for cell in cells:
        nearest.setdefault(cell.row, cell)
    return {
        cell: (*_difference(value, now), *_difference(after[nearest[cell.row]], value))
        for cell, value in after.items()
    }


Value = tuple[float | None, float | None]


def _difference(one: Value, other: Value) -> Value:
    chance, points = (None if a is None or b is None else a - b for a, b in zip(one, other, strict=True))
    return chance, points


def _values(states: Sequence[Qwixx], seat: int) -> Iterator[Value]:
    """The chance to win and the points to expect; with one sheet the points alone, which are exact."""
    if states[0].seats == 1:
        from rowlock.bots.qwixx.alone import alone_on

        known = alone_on(states[0].layout)
        return ((None, known.value(state)) for state in states)
    from rowlock.bots.qwixx.decide import chances, points
    from rowlock.bots.qwixx.likeness import net_on

    net = net_on(states[0].layout, states[0].seats)
    found = (of(states, net)[:, seat - 1].tolist() for of in (chances, points))
    return zip(*found, strict=True)
