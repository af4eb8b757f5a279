"""Draws the rooms of the house, the way of one move and the way of one bot's question: docs/pictures/house.svg."""

from __future__ import annotations

from typing import NamedTuple

WIDTH, HEIGHT = 820, 560
INK, FAINT, PAPER, MOVE, QUESTION = "#222222", "#9a9a9a", "#f4f1ea", "#0b6e99", "#c1443c"


class Box(NamedTuple):
    """A room, or somebody outside the house: where it stands, and what it holds."""

    x: int
    y: int
    width: int
    words: str


OUTSIDE = {
    "browser": Box(40, 20, 160, "web/: whoever moves"),
    "other browsers": Box(220, 20, 160, "each with what it may see"),
    "terminal window": Box(420, 20, 160, "a person at the keys"),
    "another program": Box(600, 20, 180, "lines in, lines out"),
}
ROOMS = {
    "server": Box(40, 130, 340, "HTTP, sockets, fan-out, thinking processes"),
    "terminal": Box(420, 130, 160, "a table in the terminal"),
    "study": Box(600, 130, 58, "reviews"),
    "pads": Box(665, 130, 50, "paper"),
    "engine": Box(722, 130, 62, "lines"),
    "store": Box(40, 250, 160, "events on disk"),
    "bots": Box(420, 250, 360, "who can sit in a seat, and what they think"),
    "table": Box(40, 370, 340, "one table as a list of events; a pure reducer"),
    "series": Box(490, 370, 96, "evenings"),
    "solve": Box(600, 370, 180, "exact answers"),
    "rules": Box(40, 490, 540, "the games, pure: frozen state in, frozen state out"),
    "locale": Box(600, 490, 180, "the texts of each language"),
}
TALL = 52

# Which room builds on which, where neither way below goes along already.
BUILDS_ON = (
    "M120 302V370",
    "M500 182V250",
    "M640 182V250",
    "M740 182V250",
    "M580 156H600",
    "M360 130V110H640V130",
    "M490 408H380",
    "M690 422V456H540V490",
    "M440 182V216H400V396H380",
)
MOVE_WAY = (
    (1, "M90 72V130", 90, 96),
    (2, "M260 182V370", 260, 272),
    (3, "M260 422V490", 260, 452),
    (4, "M90 182V250", 90, 212),
    (5, "M150 130V72", 150, 106),
    (6, "M300 130V72", 300, 106),
)
QUESTION_WAY = (
    ("A", "M345 182V262H420", 345, 212),
    ("B", "M690 302V370", 690, 332),
    ("C", "M445 302V490", 445, 340),
    ("D", "M420 286H310V182", 310, 240),
)


def _box(name: str, box: Box, *, room: bool) -> str:
    middle = box.x + box.width // 2
    fill = PAPER if room else "#ffffff"
    dashes = "" if room else ' stroke-dasharray="4 3"'
    weight = ' font-weight="bold"' if room else ""
    return (
        f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{TALL}" rx="6" fill="{fill}" '
        f'stroke="{INK}"{dashes}/>'
        f'<text x="{middle}" y="{box.y + 22}" font-size="15"{weight}>{name}</text>'
        f'<text x="{middle}" y="{box.y + 40}" font-size="11.5">{box.words}</text>'
    )


def _way(label: int | str, path: str, x: int, y: int, colour: str) -> str:
    return (
        f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2.5" marker-end="url(#{colour[1:]})"/>'
        f'<circle cx="{x}" cy="{y}" r="10" fill="{colour}"/>'
        f'<text x="{x}" y="{y + 4}" font-size="12" font-weight="bold" fill="#ffffff">{label}</text>'
    )


def _head(colour: str) -> str:
    return (
        f'<marker id="{colour[1:]}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" markerHeight="9" '
        f'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8Z" fill="{colour}"/></marker>'
    )


def house() -> str:
    """The picture as SVG."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" text-anchor="middle">',
            "<style>text { font-family: sans-serif }</style>",
            "<title>The rooms of Rowlock, the way of one move (1 to 6) and of one bot's question (A to D)</title>",
            f"<defs>{''.join(map(_head, (FAINT, MOVE, QUESTION)))}</defs>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
            *(
                f'<path d="{path}" fill="none" stroke="{FAINT}" marker-end="url(#{FAINT[1:]})"/>'
                for path in BUILDS_ON
            ),
            *(_box(name, box, room=False) for name, box in OUTSIDE.items()),
            *(_box(name, box, room=True) for name, box in ROOMS.items()),
            '<path d="M500 72V130M740 72V130" stroke="#222222" stroke-dasharray="4 3"/>',
            *(_way(*step, MOVE) for step in MOVE_WAY),
            *(_way(*step, QUESTION) for step in QUESTION_WAY),
            "</svg>",
        ]
    )
