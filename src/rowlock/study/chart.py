"""A review as a picture: what each side could hope for over the game, and everybody's mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rowlock.rules import GAMES
from rowlock.rules.pictures.drawing import element, picture, text
from rowlock.rules.pictures.inks import INK, LINE, ROWS, SHEET, SOFT

if TYPE_CHECKING:
    from rowlock.study.review import Review

WIDTH, HEIGHT, LEFT, RIGHT, TOP = 720.0, 260.0, 64.0, 24.0, 24.0
NAMES, SAMPLE = 34.0, 44.0
"""The height of a line of names, and the length of the stroke before each."""
RADIUS = {"slip": 4.0, "mistake": 6.0, "blunder": 8.5}
BAD = ROWS["r"].ink
STROKES = (
    (INK, "none"),
    (ROWS["b"].ink, "10 6"),
    (ROWS["g"].ink, "3 4"),
    (ROWS["r"].ink, "13 4 3 4"),
    (ROWS["y"].ink, "6 4 2 4 2 4"),
)
"""An ink and a pattern for each side, so that nobody needs to see colour."""


def chart(review: Review) -> str:
    """As a self-contained SVG; time runs from left to right."""
    seats = len(review.seats)
    sides = list(dict.fromkeys(GAMES[review.game].side(seat, seats) for seat in range(1, seats + 1)))
    height = TOP + HEIGHT + 20 + NAMES * len(sides)
    title = f"{review.game}: {', '.join(one.name for one in review.seats)}"
    return picture(WIDTH, height, 1, title, *_scale(), *_lines(review, sides), *_mistakes(review))


def _x(review: Review, moment: int) -> float:
    return LEFT + moment / max(1, len(review.steps)) * (WIDTH - LEFT - RIGHT)


def _y(hope: float) -> float:
    return TOP + (1 - min(1.0, max(0.0, hope))) * HEIGHT


def _scale() -> Iterator[str]:
    for hope in (0.0, 0.5, 1.0):
        yield element("path", d=f"M{LEFT} {_y(hope)}H{WIDTH - RIGHT}", stroke=LINE, stroke_width=1.5)
        yield text(f"{hope:.0%}", LEFT - 12, _y(hope), 15, fill=SOFT, text_anchor="end")


def _lines(review: Review, sides: Sequence[Sequence[int]]) -> Iterator[str]:
    for number, side in enumerate(sides):
        one = side[0] - 1
        hopes = [review.seats[one].start, *(step.hopes[one] for step in review.steps)]
        points = " ".join(f"{_x(review, moment):.1f},{_y(hope):.1f}" for moment, hope in enumerate(hopes))
        ink, dash = STROKES[number]
        pen: dict[str, str | float] = {
            "fill": "none",
            "stroke": ink,
            "stroke_width": 2.5,
            "stroke_dasharray": dash,
        }
        yield element("polyline", points=points, stroke_linejoin="round", **pen)
        y = TOP + HEIGHT + 20 + NAMES * (number + 0.5)
        yield element("path", d=f"M{LEFT} {y:g}h{SAMPLE:g}", **pen)
        name = ", ".join(review.seats[seat - 1].name for seat in side)
        yield text(name, LEFT + SAMPLE + 12, y, 16, fill=INK, text_anchor="start")


def _mistakes(review: Review) -> Iterator[str]:
    for moment, step in enumerate(review.steps, 1):
        if step.size is not None:
            yield element(
                "circle",
                element("title", f"{step.move} ({step.size})"),
                cx=_x(review, moment),
                cy=_y(step.hopes[step.seat - 1]),
                r=RADIUS[step.size],
                fill=BAD if step.size == "blunder" else SHEET,
                stroke=BAD,
                stroke_width=2,
            )
