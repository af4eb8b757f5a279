"""The Quixo board as a picture: beech cubes on dark wood, light from the top left."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise

from rowlock.rules.board import Board
from rowlock.rules.pictures.drawing import element, picture, text, wobble
from rowlock.rules.pictures.inks import (
    BOARD,
    BOARD_DEEP,
    BURN,
    CARVED,
    DISC,
    DISC_MARK,
    DUSK,
    GLEAM,
    GRAIN,
    RIM,
    ROWS,
    SHADOW,
    SHEET,
    WELL,
    WOOD,
    WOOD_DEEP,
    WOOD_EDGE,
)

CUBE, GAP, FRAME, MARGIN = 72, 6, 64, 14
PITCH = CUBE + GAP
RED = ROWS["r"].strong

DEFINITIONS = element(
    "defs",
    element(
        "linearGradient",
        element("stop", stop_color=BOARD, offset=0),
        element("stop", stop_color=BOARD_DEEP, offset=1),
        id="rowlock-board",
        x2=0.4,
        y2=1,
    ),
    element(
        "linearGradient",
        element("stop", stop_color=WOOD, offset=0),
        element("stop", stop_color=WOOD_DEEP, offset=1),
        id="rowlock-cube",
        x2=0.3,
        y2=1,
    ),
)

TOWARDS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
"""Where the players sit, seen on the board."""


def draw_board(
    title: str,
    board: Board,
    *,
    symbols: Mapping[str, str],
    arrows: Mapping[str, str] = {},
    takeable: Collection[str],
    lines: Sequence[Sequence[str]],
    players: Mapping[str, str],
    lit: Collection[str],
) -> str:
    """The board from the south.

    `symbols` and `arrows` say what is on which square, `x` or `o`, and at whom it points; `takeable` squares stand a
    little higher; `lines` are marked. `players` says which symbol is played from which side, and the `lit` ones are
    those to move, or the winners.
    """
    side = board.size * PITCH - GAP + 2 * FRAME
    height = side + 2 * MARGIN
    cubes = [
        _cube(
            square,
            *_place(square, board),
            symbols.get(square, ""),
            arrows.get(square, ""),
            square in takeable,
        )
        for square in reversed(board.squares)  # from the back, so that no shadow falls on a cube
    ]
    return picture(
        height,
        height,
        0.8,
        title,
        DEFINITIONS,
        element("rect", x=MARGIN, y=MARGIN + 5, width=side, height=side, rx=30, fill=SHADOW, opacity=0.28),
        element("rect", x=MARGIN, y=MARGIN, width=side, height=side, rx=30, fill="url(#rowlock-board)"),
        element(
            "rect",
            x=MARGIN + 1.5,
            y=MARGIN + 1.5,
            width=side - 3,
            height=side - 3,
            rx=28.5,
            fill="none",
            stroke=RIM,
            stroke_width=1.5,
        ),
        _well(board),
        *_coordinates(board),
        *(_player(symbol, at, board, at in lit) for at, symbol in players.items()),
        *cubes,
        *(_marked(line, board) for line in lines),
    )


def _place(square: str, board: Board) -> tuple[float, float]:
    """The middle of a square."""
    file, rank = "abcde".index(square[0]), int(square[1:]) - 1
    corner = MARGIN + FRAME + CUBE / 2
    return corner + file * PITCH, corner + (board.size - 1 - rank) * PITCH


def _well(board: Board) -> str:
    """The sunken field on which the cubes lie."""
    size = board.size * PITCH + GAP
    return element(
        "rect",
        x=MARGIN + FRAME - GAP,
        y=MARGIN + FRAME - GAP,
        width=size,
        height=size + 3,
        rx=15,
        fill=WELL,
    )


def _coordinates(board: Board) -> list[str]:
    left = MARGIN + FRAME - GAP - 10
    low = MARGIN + FRAME + board.size * PITCH + 11
    files = [text(s[0], _place(s, board)[0], low, 13, fill=CARVED) for s in board.squares if s[1] == "1"]
    ranks = [text(s[1], left, _place(s, board)[1], 13, fill=CARVED) for s in board.squares if s[0] == "a"]
    return [*files, *ranks]


def _cube(square: str, x: float, y: float, symbol: str, arrow: str, takeable: bool) -> str:
    half = CUBE / 2
    y -= 3 if takeable else 0
    body = {"x": x - half, "width": CUBE, "rx": 10}
    shadow = element(
        "rect",
        **body | {"y": y - half + 7, "height": CUBE + (5 if takeable else 1)},
        fill=DUSK,
        opacity=0.5,
    )
    depth = element("rect", **body, y=y - half, height=CUBE + 2, fill=WOOD_EDGE)
    top = element("rect", **body, y=y - half, height=CUBE - 4, fill="url(#rowlock-cube)")
    light = element(
        "path",
        d=f"M{x - half + 1.2} {y + half - 16}V{y - half + 10}q0-9 9-9H{x + half - 12}",
        fill="none",
        stroke=GLEAM,
        stroke_width=2,
        stroke_linecap="round",
        opacity=0.75,
    )
    middle = y - 2
    shows = [_symbol(symbol, x, middle, 16, square)] if symbol else []
    points = [_arrow(arrow, x, middle)] if arrow else []
    kind = f"cube {symbol} {arrow}".strip()
    return element("g", shadow, depth, top, *_grain(square, x, y), light, *shows, *points, class_=kind)


def _grain(square: str, x: float, y: float) -> list[str]:
    """Three fine lines of wood, different on every cube."""
    off = wobble(f"grain {square}", 1)
    lines = []
    for part in (-0.28, 0.02, 0.3):
        height = y - 2 + CUBE * part + 7 * next(off)
        bend = 5 * next(off)
        path = f"M{x - 29:g} {height:.1f}q29 {bend:.1f} 58 {2 * next(off):.1f}"
        lines.append(element("path", d=path, fill="none", stroke=GRAIN, stroke_width=1.1, opacity=0.55))
    return lines


def _symbol(symbol: str, x: float, y: float, reach: float, seed: str, colour: str = BURN) -> str:
    """A cross or a nought, burnt into the wood by hand."""
    off = wobble(f"{symbol} {seed}", reach * 0.05)
    pen: dict[str, str | float] = {"fill": "none", "stroke": colour, "stroke_width": reach * 0.43}
    if symbol == "o":
        radii = {"rx": reach * 1.03 + next(off), "ry": reach * 1.03 + next(off)}
        return element("ellipse", cx=x, cy=y, **radii, **pen)
    a, b, c, d = (
        f"{x + i * reach + next(off):.1f} {y + j * reach + next(off):.1f}"
        for i, j in ((-1, -1), (1, 1), (1, -1), (-1, 1))
    )
    return element("path", d=f"M{a}L{b}M{c}L{d}", stroke_linecap="round", **pen)


def _arrow(at: str, x: float, y: float) -> str:
    """A small wedge at the edge of the cube that faces the player it points at."""
    dx, dy = TOWARDS[at]
    tip, base, half = 32, 23.5, 7.5
    corners = [(tip * dx, tip * dy), (base * dx + half * dy, base * dy + half * dx)]
    corners.append((base * dx - half * dy, base * dy - half * dx))
    points = " ".join(f"{x + i:g},{y + j:g}" for i, j in corners)
    return element(
        "polygon",
        points=points,
        fill=RED,
        stroke=RED,
        stroke_width=2,
        stroke_linejoin="round",
    )


def _player(symbol: str, at: str, board: Board, lit: bool) -> str:
    """A disc at the player's side of the board; ivory for those to move, or the winners."""
    dx, dy = TOWARDS[at]
    middle = MARGIN + FRAME + (board.size * PITCH - GAP) / 2
    away = middle - MARGIN - 21
    x, y = middle + dx * away, middle + dy * away
    disc = element("circle", cx=x, cy=y, r=15, fill=SHEET if lit else DISC)
    mark = _symbol(symbol, x, y, 5.8, at, BURN if lit else DISC_MARK)
    return element("g", disc, mark, class_="player lit" if lit else "player")


def _marked(line: Sequence[str], board: Board) -> str:
    """A red pencil goes along the cubes of a full line."""
    (x1, y1), (x2, y2) = _place(line[0], board), _place(line[-1], board)
    along = (x2 - x1) / (len(line) - 1), (y2 - y1) / (len(line) - 1)
    off = wobble(" ".join(line), 2.5)
    steps = [-0.36, *range(len(line)), len(line) - 0.64]
    points = [(x1 + along[0] * i + next(off), y1 + along[1] * i - 3 + next(off)) for i in steps]
    path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for (ax, ay), (bx, by) in pairwise(points[1:]):
        path += f"Q{ax:.1f} {ay:.1f} {(ax + bx) / 2:.1f} {(ay + by) / 2:.1f}"
    path += f"L{points[-1][0]:.1f} {points[-1][1]:.1f}"
    return element(
        "path",
        d=path,
        fill="none",
        stroke=RED,
        stroke_width=7,
        stroke_linecap="round",
        opacity=0.8,
        class_="line",
    )
