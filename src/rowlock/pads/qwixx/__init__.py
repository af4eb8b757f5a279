"""Qwixx on paper: pads to write on, and the sheets of a game that was played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import ceil
from typing import Any

from rowlock.pads.paper import arrange
from rowlock.pads.wish import Pad, PadWish
from rowlock.rules import Record
from rowlock.rules.layouts import NAMED, RANDOM, layout_of
from rowlock.rules.pictures.drawing import strokes
from rowlock.rules.pictures.inks import INK, LINE, ROWS, SOFT
from rowlock.rules.pictures.sheet import KINDS_OF_PATTERN
from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import CLASSIC, MOST_PENALTIES, PENALTY_POINTS, Layout, Sheet

WIDTH, HEIGHT, REMINDER = 147.0, 95.5, 27.0
"""Of a sheet and of the reminder below it, in units: a cell is 11 of them wide."""
SHEETS = (1, 2, 3, 4, 6, 8)
USUAL, MOST_PLAYED = 2, 4
"""How many are on a page, if nobody says it: of a pad, and at most of a game that was played."""


def _empty(wish: PadWish) -> dict[str, Any]:
    layout = layout_of(wish.layout) if wish.layout else CLASSIC
    sheet = _sheet(Sheet((0,) * len(layout.rows)), layout)
    count = wish.sheets or USUAL
    return _told(wish, layout, [sheet] * count, count)


def _played(wish: PadWish, record: Record) -> dict[str, Any]:
    state = record.last_state
    assert isinstance(state, Qwixx)  # or the game would not be this one
    date = record.tag("Date") or ""
    sheets = [
        _sheet(sheet, state.layout, state.closed_rows)
        | {"name": name, "date": date, "points": _points(sheet, state.layout)}
        for sheet, name in zip(state.sheets, record.seats, strict=True)
    ]
    pages = ceil(len(sheets) / MOST_PLAYED)
    fit = next(count for count in SHEETS if count >= len(sheets) / pages)
    if wish.layout:
        raise ValueError("the record says which sheets these are, so leave the layout out")
    return _told(replace(wish, rules=False, address=""), state.layout, sheets, wish.sheets or fit)


PAD = Pad(_empty, _played, SHEETS, (*NAMED, RANDOM))


def _told(wish: PadWish, layout: Layout, sheets: list[dict[str, Any]], on_a_page: int) -> dict[str, Any]:
    crosses = range(1, max(map(len, layout.rows)) + 2)
    height = HEIGHT + (REMINDER if wish.rules else 0)
    return wish.told(arrange(wish.paper, on_a_page, WIDTH, height)) | {
        "width": WIDTH,
        "height": height,
        "colours": {
            colour: {
                "strong": row.strong,
                "tint": row.tint,
                "ink": row.ink,
                "pattern": KINDS_OF_PATTERN[colour],
                "name": wish.text(f"colour.{colour}"),
            }
            for colour, row in ROWS.items()
        },
        "pen": INK,
        "soft": SOFT,
        "line": LINE,
        "table": [[count, count * (count + 1) // 2] for count in crosses],
        "penalty": PENALTY_POINTS,
        "texts": {
            "name": wish.text("pad.name"),
            "date": wish.text("pad.date"),
            "crosses": wish.text("pad.crosses"),
            "points": wish.text("pad.points"),
            "penalties": wish.text("pad.penalties"),
            "total": wish.text("pad.total"),
            "layout": _called(layout, wish),
            "reminder": wish.text("pad.reminder") if wish.rules else None,
        },
        "sheets": sheets,
    }


def _called(layout: Layout, wish: PadWish) -> str:
    """So that others can print the same; nothing for the usual sheet, nor for one of somebody's own."""
    if layout == CLASSIC or ";" in layout.name:
        return ""
    return wish.text(f"print.layout.{layout.name}") if layout.name in NAMED else layout.name


def _sheet(sheet: Sheet, layout: Layout, closed: tuple[int, ...] = ()) -> dict[str, Any]:
    """A sheet as it is drawn; every cross by its strokes."""
    return {
        "rows": [
            {
                "lock": layout.lock_colour(row),
                "locked": _cross(f"lock {row}") if sheet.locked(row, layout) else None,
                "cells": [
                    {
                        "number": cell.number,
                        "colour": cell.colour,
                        "crossed": _cross(cell.name) if sheet.rows[row] & cell.bit else None,
                        "gone": not sheet.rows[row] & cell.bit
                        and (sheet.rows[row] > cell.bit or row in closed),
                    }
                    for cell in cells
                ],
            }
            for row, cells in enumerate(layout.rows)
        ],
        "penalties": [
            _cross(f"penalty {number}") if number < sheet.penalties else None
            for number in range(MOST_PENALTIES)
        ],
    }


def _cross(seed: str) -> list[list[Any]]:
    return [[points, thick] for points, thick in strokes(seed)]


def _points(sheet: Sheet, layout: Layout) -> list[int]:
    """What is written into the boxes: the points of the rows, the penalties, the total."""
    rows: Iterator[int] = (sheet.row_points(row, layout) for row in range(len(layout.rows)))
    return [*rows, PENALTY_POINTS * sheet.penalties, sheet.score(layout)]
