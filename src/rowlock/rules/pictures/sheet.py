"""Qwixx as a picture: printed sheets on the table, pencil crosses, ivory dice."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from rowlock.rules.pictures.drawing import cross, element, picture, text
from rowlock.rules.pictures.inks import BOX, INK, IVORY, LINE, PIP, ROWS, SHADOW, SHEET, SOFT, Row
from rowlock.rules.sheet import COLOURS, MOST_PENALTIES, PENALTY_POINTS, Cell, Layout, Sheet

KINDS_OF_PATTERN = {"r": "plain", "y": "diagonal", "g": "dots", "b": "stripes"}
"""By these the rows are known without their colours."""
PATTERNS = {
    "plain": "",
    "diagonal": "M-3 3L3-3M-3 15L15-3M9 15L15 9",
    "dots": "M3 3h.01M9 9h.01",
    "stripes": "M3 0V12M9 0V12",
}

DEFINITIONS = element(
    "defs",
    *(
        element(
            "pattern",
            element("rect", width=12, height=12, fill=ROWS[colour].strong),
            element(
                "path",
                d=PATTERNS[pattern],
                stroke="#fff",
                stroke_width=3,
                stroke_linecap="round",
                opacity=0.25,
            ),
            id=f"rowlock-{colour}",
            width=12,
            height=12,
            patternUnits="userSpaceOnUse",
        )
        for colour, pattern in KINDS_OF_PATTERN.items()
    ),
)

CELL, CELL_HEIGHT, PITCH, ROW, ROW_PITCH = 38, 44, 41, 54, 60
EDGE, TAB, LOCK, POINTS, FOOT = 14, 26, 50, 50, 46
HEAD, GUTTER, TRAY = 40, 16, 76


def draw_sheet(title: str, sheet: Sheet, layout: Layout) -> str:
    """One sheet alone."""
    width, height = _size(layout)
    inside = element("g", _card(sheet, layout, (), (), seed=""), transform=f"translate({GUTTER} {GUTTER})")
    return picture(width + 2 * GUTTER, height + 2 * GUTTER, 1, title, DEFINITIONS, inside)


class SeatShown(NamedTuple):
    """What the picture of a whole game tells about a seat."""

    sheet: Sheet
    active: bool
    decided: bool | None
    """Has the seat made up its mind about the white sum? None where that is not the question."""
    offered: Collection[str]
    """The cells that the seat may cross now."""
    place: int | None
    """Its place, when the game is over."""


def draw_game(
    title: str,
    players: Sequence[SeatShown],
    layout: Layout,
    closed: Collection[int],
    dice: Sequence[int],
    sums: bool,
) -> str:
    """All sheets of a game, two to a line, below the dice; `sums` says that the sum of the white dice counts now."""
    width, height = _size(layout)
    columns = min(2, len(players))
    above = TRAY + 2 * GUTTER if dice else GUTTER
    cards = []
    for number, player in enumerate(players):
        x = GUTTER + number % columns * (width + GUTTER)
        y = above + number // columns * (height + HEAD + GUTTER)
        head = _head(number + 1, player, width)
        card = _card(player.sheet, layout, closed, player.offered, seed=str(number + 1), head=HEAD)
        cards.append(element("g", card, head, class_="seat", transform=f"translate({x:g} {y:g})"))
    whole_width = GUTTER + columns * (width + GUTTER)
    whole_height = above + -(-len(players) // columns) * (height + HEAD + GUTTER)
    tray = [_tray(dice, sums, whole_width - 2 * GUTTER)] if dice else []
    return picture(whole_width, whole_height, 1 if columns == 1 else 0.75, title, DEFINITIONS, *tray, *cards)


def _size(layout: Layout) -> tuple[float, float]:
    """Width and height of a sheet."""
    cells = max(map(len, layout.rows))
    return 2 * EDGE + TAB + cells * PITCH + LOCK + POINTS, EDGE + len(layout.rows) * ROW_PITCH + FOOT


def _paper(width: float, height: float) -> str:
    """A sheet of paper and its shadow."""
    return element("rect", y=3, width=width, height=height, rx=14, fill=SHADOW, opacity=0.13) + element(
        "rect", width=width, height=height, rx=14, fill=SHEET
    )


def _head(seat: int, player: SeatShown, width: float) -> str:
    """The seat's number, whether it is active, whether it has decided, and at the end its place."""
    x, y = EDGE + 15, 28
    parts = [
        element("circle", cx=x, cy=y, r=13, fill=INK if player.active else LINE),
        text(seat, x, y, 15, fill=SHEET if player.active else INK),
    ]
    if player.decided is not None:
        sign = "M-7 0l5 6 10-12" if player.decided else "M-8 4h.01M0 4h.01M8 4h.01"
        pen: dict[str, str | float] = {
            "fill": "none",
            "stroke": SOFT,
            "stroke_width": 3.2,
            "stroke_linecap": "round",
        }
        parts.append(
            element("path", d=sign, transform=f"translate({x + 34} {y})", stroke_linejoin="round", **pen)
        )
    if player.place:
        best = player.place == 1
        parts.append(
            text(f"{player.place}.", width - EDGE - 22, y, 24 if best else 18, fill=INK if best else SOFT)
        )
    return element("g", *parts)


# A sheet


def _card(
    sheet: Sheet,
    layout: Layout,
    closed: Collection[int],
    offered: Collection[str],
    *,
    seed: str,
    head: float = 0,
) -> str:
    width, height = _size(layout)
    rows = [
        element(
            "g",
            _row(sheet, layout, row, row in closed, offered, seed),
            transform=f"translate({EDGE} {EDGE + head + row * ROW_PITCH:g})",
        )
        for row in range(len(layout.rows))
    ]
    foot = element(
        "g", _foot(sheet, layout, seed), transform=f"translate({EDGE} {height + head - FOOT + 2:g})"
    )
    return _paper(width, height + head) + "".join(rows) + foot


def _row(sheet: Sheet, layout: Layout, row: int, closed: bool, offered: Collection[str], seed: str) -> str:
    cells = layout.rows[row]
    crossed = sheet.rows[row]
    locked = sheet.locked(row, layout)
    ink = ROWS[layout.lock_colour(row)]
    width = TAB + len(cells) * PITCH + LOCK
    parts = [_strip(layout, row, width)]
    for place, cell in enumerate(cells):
        x = TAB + place * PITCH
        gone = not crossed & cell.bit and (crossed > cell.bit or closed)
        parts.append(_cell(cell, x, bool(crossed & cell.bit), gone, cell.name in offered, seed))
    parts.append(_lock(width - LOCK / 2 - 1, ROW / 2, ink, closed and not locked))
    if locked:
        parts.append(cross(width - LOCK / 2 - 1, ROW / 2, 18, f"lock {row} {seed}", class_="cross"))
    points = text(sheet.row_points(row, layout), width + POINTS / 2 + 2, ROW / 2, 19, fill=ink.ink)
    return "".join([*parts, points])


def _strip(layout: Layout, row: int, width: float) -> str:
    """The printed band of a row: the letter of its colour, and the pattern of each cell's colour around the cell."""
    cells = layout.rows[row]
    lock = layout.lock_colour(row)
    parts = [element("rect", width=width, height=ROW, rx=11, fill=f"url(#rowlock-{lock})")]
    parts += [
        element(
            "rect", x=TAB + i * PITCH - 3, width=PITCH + 2, height=ROW, fill=f"url(#rowlock-{cell.colour})"
        )
        for i, cell in enumerate(cells)
        if cell.colour != lock
    ]
    letter = text(
        lock.upper(),
        TAB / 2 - 1,
        ROW / 2,
        14,
        fill="#fff",
        stroke=ROWS[lock].strong,
        stroke_width=3,
        paint_order="stroke",
    )
    return "".join([*parts, letter])


def _cell(cell: Cell, x: float, crossed: bool, gone: bool, offered: bool, seed: str) -> str:
    ink = ROWS[cell.colour]
    y = (ROW - CELL_HEIGHT) / 2
    middle = x + CELL / 2, ROW / 2
    box: dict[str, str | float] = {"x": x, "y": y, "width": CELL, "height": CELL_HEIGHT, "rx": 6}
    if offered:
        shadow = element("rect", **box | {"y": y + 2}, fill="#000", opacity=0.3)
        raised = element("rect", **box | {"y": y - 2}, fill=SHEET, stroke=INK, stroke_width=2.2)
        return element(
            "g",
            shadow,
            raised,
            text(cell.number, middle[0], middle[1] - 2, 18, fill=ink.ink),
            class_="offered",
        )
    if gone:
        faded = element("rect", **box, fill=ink.tint, opacity=0.5)
        number = text(cell.number, *middle, 18, fill=ink.ink, font_weight=400, opacity=0.6)
        thin = element("path", d=f"M{x + 6} {ROW / 2}h{CELL - 12}", stroke=ink.ink, stroke_width=1.4)
        return element("g", faded, number, thin, class_="gone")
    printed = element("rect", **box, fill=ink.tint)
    if not crossed:
        return printed + text(cell.number, *middle, 18, fill=ink.ink)
    number = text(cell.number, *middle, 18, fill=ink.ink, opacity=0.45)
    return printed + number + cross(*middle, 17, f"{cell.name} {seed}", class_="cross")


def _lock(x: float, y: float, ink: Row, closed: bool) -> str:
    """A padlock; faded where the row was closed by others."""
    disc = element("circle", cx=x, cy=y, r=18, fill=ink.tint)
    body = element("rect", x=x - 7.5, y=y - 1, width=15, height=10.5, rx=2.4, fill=ink.ink)
    shackle = element(
        "path",
        d=f"M{x - 4.5} {y - 1}v-3.2a4.5 4.5 0 0 1 9 0v3.2",
        fill="none",
        stroke=ink.ink,
        stroke_width=2.4,
    )
    return element("g", disc, body, shackle, opacity=0.5 if closed else 1)


def _foot(sheet: Sheet, layout: Layout, seed: str) -> str:
    """The penalty boxes, and the total below the points of the rows."""
    parts = []
    for number in range(MOST_PENALTIES):
        x = 2 + number * 32
        parts.append(
            element("rect", x=x, y=4, width=26, height=26, rx=6, fill="none", stroke=BOX, stroke_width=1.6)
        )
        if number < sheet.penalties:
            parts.append(cross(x + 13, 17, 12, f"penalty {number} {seed}", class_="penalty"))
    width, _ = _size(layout)
    right = width - 2 * EDGE - POINTS / 2 + 2
    minus = f"\N{MINUS SIGN}{PENALTY_POINTS * sheet.penalties}" if sheet.penalties else ""
    parts += [
        text(minus, 2 + MOST_PENALTIES * 32 + 20, 17, 17, fill=SOFT),
        element("path", d=f"M{right - 24} -1h48", stroke=INK, stroke_width=1.6, stroke_linecap="round"),
        text(
            str(sheet.score(layout)).replace("-", "\N{MINUS SIGN}"), right, 18, 27, fill=INK, class_="total"
        ),
    ]
    return "".join(parts)


# The dice


def _tray(dice: Sequence[int], sums: bool, width: float) -> str:
    white, other, *coloured = dice
    parts = [
        _paper(width, TRAY),
        _die(white, 18, IVORY, PIP),
        text("+", 82, TRAY / 2, 20, fill=SOFT),
        _die(other, 96, IVORY, PIP),
        element("path", d=f"M164 18V{TRAY - 18}", stroke=LINE, stroke_width=1.5),
    ]
    for number, (colour, face) in enumerate(zip(COLOURS, coloured, strict=True)):
        x = 182 + number * 86
        parts += [
            _die(face, x, ROWS[colour].strong, "#fff"),
            text(colour.upper(), x + 60, TRAY / 2, 14, fill=ROWS[colour].ink),
        ]
    if sums:
        parts.append(text(white + other, width - 50, TRAY / 2, 42, fill=INK, class_="sum"))
    return element("g", *parts, transform=f"translate({GUTTER} {GUTTER})")


PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}


def _die(face: int, x: float, colour: str, pip: str) -> str:
    """A die on the tray; an empty place where it has left the game."""
    y = (TRAY - 50) / 2
    if not face:
        empty: dict[str, str | float] = {"x": x + 2, "y": y + 2, "width": 46, "height": 46, "rx": 10}
        return element("rect", **empty, fill="none", stroke=colour, stroke_width=1.6, stroke_dasharray="4 5")
    body: dict[str, str | float] = {"x": x, "y": y, "width": 50, "rx": 11}
    pips = [
        element("circle", cx=x + 13.5 + int(i) % 3 * 11.5, cy=y + 12.5 + int(i) // 3 * 11.5, r=4.4, fill=pip)
        for i in PIPS[face]
    ]
    return element(
        "g",
        element("rect", **body | {"x": x + 1, "y": y + 3, "height": 50}, fill=SHADOW, opacity=0.25),
        element("rect", **body, height=50, fill=colour),
        element("rect", **body, height=50, fill="#000", opacity=0.13),
        element("rect", **body, height=46.5, fill=colour, stroke=LINE, stroke_width=1, stroke_opacity=0.7),
        *pips,
        class_="die",
    )
