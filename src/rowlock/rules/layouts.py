"""Sheets by name: the classic one, two with mixed rows, as many random ones as there are codes, and those of a file."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256

from rowlock.rules.game import NotationError, shown
from rowlock.rules.sheet import CLASSIC, COLOURS, Layout

NUMBERS = range(2, 13)
RANDOM = "random-"
CODE = re.compile("[a-z0-9-]{1,20}")
HOW_OFTEN = {number: 6 - abs(7 - number) for number in NUMBERS}
"""In how many of 36 rolls two dice show a number."""
MIDDLE, LEEWAY = 6 * 36, 16
"""On the classic sheet the frequent numbers stand around the sixth place; on a random one, nearly so in every row."""
ATTEMPTS = 1000
RARE = 2
"""The last number of a row comes at most so often, as on the classic sheet: a lock is not for nothing."""

MIXED_COLOURS = Layout.of(
    "y2 y3 y4 b5 b6 b7 g8 g9 g10 r11 r12",
    "r2 r3 r4 g5 g6 g7 b8 b9 b10 y11 y12",
    "b12 b11 y10 y9 y8 r7 r6 r5 g4 g3 g2",
    "g12 g11 r10 r9 r8 y7 y6 y5 b4 b3 b2",
    name="mixed-colours",
)
MIXED_NUMBERS = Layout.of(
    "r9 r4 r11 r6 r2 r8 r10 r7 r5 r3 r12",
    "y5 y10 y3 y8 y12 y6 y4 y7 y9 y11 y2",
    "g8 g3 g10 g5 g12 g7 g2 g9 g4 g6 g11",
    "b6 b11 b4 b9 b2 b7 b12 b5 b10 b8 b3",
    name="mixed-numbers",
)
NAMED = {layout.name: layout for layout in (CLASSIC, MIXED_COLOURS, MIXED_NUMBERS)}


def layout_named(name: str) -> Layout:
    """The layout of a name; `random-CODE` is the same for everybody with the same code. Raises `ValueError`."""
    if layout := NAMED.get(name):
        return layout
    code = name.removeprefix(RANDOM)
    if code == name or not CODE.fullmatch(code):
        raise ValueError(
            f"a layout is {', '.join(NAMED)} or {RANDOM}CODE (letters a-z, digits, hyphens), not {shown(name)}"
        )
    return random_layout(code)


def random_layout(code: str) -> Layout:
    """A sheet on which numbers and colours are mixed: each row has every number once, and no row is much better than
    another. It follows from its code by SHA-256 alone, so it is the same on every machine and for ever."""
    deal = 0
    while True:
        if rows := _fair_rows(f"{code} {deal}"):
            return Layout.of(*map(" ".join, rows), name=f"{RANDOM}{code}")
        deal += 1


def _fair_rows(seed: str) -> list[list[str]] | None:
    """Each number's four colours dealt to the rows, and each row in a fair order; None if none is found."""
    dealt = [_drawn(seed, [f"{colour}{number}" for colour in COLOURS]) for number in NUMBERS]
    rows: list[list[str]] = []
    for place, cells in enumerate(zip(*dealt, strict=True)):
        orders = (_drawn(f"{seed} {place} {attempt}", cells) for attempt in range(ATTEMPTS))
        taken = {row[-1][0] for row in rows}
        order = next((order for order in orders if order[-1][0] not in taken and _fair(order)), None)
        if order is None:
            return None
        rows.append(order)
    return rows


def _drawn(seed: str, things: Iterable[str]) -> list[str]:
    return sorted(things, key=lambda thing: sha256(f"{seed} {thing}".encode()).digest())


def _fair(row: list[str]) -> bool:
    """Is the last number a rare one, and do the frequent ones stand about in the middle?"""
    often = [HOW_OFTEN[int(cell[1:])] for cell in row]
    weight = sum(place * count for place, count in enumerate(often, 1))
    return often[-1] <= RARE and abs(weight - MIDDLE) <= LEEWAY


def parse_layout(text: str) -> Layout:
    """The layout that a small text holds: four lines, a row each, with the cells' names from left to right; what
    follows a # is a comment. Raises `NotationError` with the line that can't be played."""
    rows: list[str] = []
    seen: dict[str, int] = {}
    for line, content in enumerate(text.splitlines(), 1):
        names = content.partition("#")[0].split()
        if not names:
            continue
        if len(rows) == len(COLOURS):
            raise NotationError(f"a sheet has {len(COLOURS)} rows, and this is one more", line=line)
        for name in names:
            if not re.fullmatch(f"[{COLOURS}]([2-9]|1[0-2])", name):
                raise NotationError(
                    f"a cell is a colour of {COLOURS} and 2 to 12, not {shown(name)}", line=line
                )
            if name in seen:
                raise NotationError(f"{name} stands in line {seen[name]} already", line=line)
            seen[name] = line
        if len(names) != len(NUMBERS):
            raise NotationError(f"a row has {len(NUMBERS)} cells, not {len(names)}", line=line)
        numbers = [name[1:] for name in names]
        if twice := next((number for number in numbers if numbers.count(number) > 1), None):
            raise NotationError(
                f"{twice} stands in this row twice, so its name would not be clear", line=line
            )
        lasts = {row.split()[-1][0] for row in rows}
        if names[-1][0] in lasts:
            raise NotationError(
                f"{names[-1]} would be the second last cell of its colour: its die can leave only once",
                line=line,
            )
        rows.append(" ".join(names))
    if len(rows) != len(COLOURS):
        raise NotationError(f"a sheet has {len(COLOURS)} rows, not {len(rows)}")
    return Layout.of(*rows)


@lru_cache(maxsize=256)
def layout_of(text: str) -> Layout:
    """The layout that is named, or written out: a row on each line, or all on one with commas between the cells and
    semicolons between the rows. Raises `ValueError`."""
    if ";" in text and "\n" not in text.strip():
        text = text.replace(",", " ").replace(";", "\n")
    return parse_layout(text) if len(text.split()) > 1 else layout_named(text.strip())


def layout_text(layout: Layout) -> str:
    """The inverse of `parse_layout`."""
    return "".join(" ".join(cell.name for cell in row) + "\n" for row in layout.rows)
