"""What all pictures have in common: SVG elements, and the irregular hand that draws.

The title of a picture is the position. The ids inside it always stand for the same definitions, so that many pictures
can share a page.
"""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr
from zlib import crc32

from rowlock.rules.pictures.inks import INK, PAPER

FONT = "Rubik, 'DejaVu Sans', Verdana, sans-serif"


def element(name: str, *inside: str, **attributes: str | float) -> str:
    """An SVG element; `stroke_width=2` is its attribute `stroke-width="2"`, and `class_` is `class`."""
    written = [f" {key.strip('_').replace('_', '-')}={quoteattr(_short(v))}" for key, v in attributes.items()]
    return (
        f"<{name}{''.join(written)}>{''.join(inside)}</{name}>" if inside else f"<{name}{''.join(written)}/>"
    )


def _short(value: str | float) -> str:
    return value if isinstance(value, str) else f"{round(value, 2):g}"


def text(content: str | int, x: float, y: float, size: float, **attributes: str | float) -> str:
    """A text around a point."""
    place: dict[str, str | float] = {"x": x, "y": y + size * 0.36, "font_size": size, "text_anchor": "middle"}
    return element("text", escape(str(content)), **place | attributes)


def picture(width: float, height: float, scale: float, title: str, *inside: str) -> str:
    """The whole picture on its paper."""
    return element(
        "svg",
        element("title", escape(title)),
        element("rect", width=width, height=height, rx=18, fill=PAPER),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        width=round(width * scale),
        height=round(height * scale),
        viewBox=f"0 0 {_short(width)} {_short(height)}",
        role="img",
        font_family=FONT,
        font_weight=600,
    )


def wobble(seed: str, reach: float) -> Iterator[float]:
    """An endless, always equal series of small deviations, as irregular as a hand."""
    number = 0
    while True:
        number = crc32(f"{seed} {number}".encode())
        yield (number / 2**31 - 1) * reach


Point = tuple[float, float]


def strokes(seed: str) -> list[tuple[list[Point], float]]:
    """The two quick strokes of a pencil that make a cross around 0, 0 reaching about 1 far: four points of a curve, and
    how thick it is."""
    off = wobble(seed, 0.19)
    return [
        ([(side * part + next(off), part + next(off)) for part in (-1.0, -0.3, 0.25, 1.0)], width)
        for side, width in ((1, 0.21), (-1, 0.19))
    ]


def cross(x: float, y: float, reach: float, seed: str, **attributes: str | float) -> str:
    """A cross made with two quick strokes of a pencil."""
    drawn = []
    for points, width in strokes(seed):
        begin, bend, turn, end = (f"{_short(x + reach * a)} {_short(y + reach * b)}" for a, b in points)
        drawn.append(element("path", d=f"M{begin}C{bend} {turn} {end}", stroke_width=reach * width))
    return element("g", *drawn, **{"fill": "none", "stroke": INK, "stroke_linecap": "round"} | attributes)
