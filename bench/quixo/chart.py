"""Draws docs/quixo-values.svg: what share of the 5×5 positions is won, drawn and lost, by number of cubes.

python -m bench quixo.chart

Prints the shares, too.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

HOME = Path(__file__).parents[2]
CLASSES = HOME / "src/rowlock/solve/quixo/data/quixo5_classes.json"
COLOURS = {"won": "#2a9d4b", "drawn": "#d8d4c8", "lost": "#c8453b"}
WIDTH, HEIGHT, LEFT, TOP, STEP = 720, 300, 46, 34, 25


def shares() -> dict[int, list[int]]:
    """Won, drawn and lost positions, by number of cubes."""
    counted: dict[int, list[int]] = {}
    for own, other, won, lost, drawn in json.loads(CLASSES.read_text()):
        counts = counted.setdefault(own + other, [0, 0, 0])
        for i, count in enumerate((won, drawn, lost)):
            counts[i] += count
    return dict(sorted(counted.items()))


def chart(counted: dict[int, list[int]]) -> str:
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT + 84}" role="img" font-size="12">',
        "<style>text { font-family: sans-serif }</style>",
        "<title>Quixo 5×5: share of positions won, drawn and lost for the side to move, by marked cubes</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT + 84}" fill="#ffffff"/>',
    ]
    for share in (0, 25, 50, 75, 100):
        y = TOP + HEIGHT * (100 - share) / 100
        lines.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#333">{share} %</text>')
    for cubes, counts in counted.items():
        x, y = LEFT + cubes * STEP, float(TOP)
        for count, colour in zip(counts, COLOURS.values(), strict=True):
            height = HEIGHT * count / sum(counts)
            lines.append(
                f'<rect x="{x}" y="{y:.2f}" width="{STEP - 3}" height="{height:.2f}" fill="{colour}"/>'
            )
            y += height
        at = x + (STEP - 3) / 2
        lines.append(
            f'<text x="{at}" y="{TOP + HEIGHT + 16}" text-anchor="middle" fill="#333">{cubes}</text>'
        )
    lines.append(f'<text x="{LEFT}" y="{TOP + HEIGHT + 38}" fill="#333">marked cubes on the board</text>')
    for i, (name, colour) in enumerate(COLOURS.items()):
        x = LEFT + 90 * i
        lines.append(f'<rect x="{x}" y="10" width="14" height="14" fill="{colour}"/>')
        lines.append(f'<text x="{x + 20}" y="22" fill="#333">{name}</text>')
    return "\n".join([*lines, "</svg>", ""])


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=HOME / "docs", help="the folder to draw into (docs)")
    options = parser.parse_args(arguments)
    counted = shares()
    for cubes, counts in counted.items():
        told = (f"{count / sum(counts):6.1%} {name}" for count, name in zip(counts, COLOURS, strict=True))
        print(f"{cubes:2} cubes:", *told)
    (options.out / "quixo-values.svg").write_text(chart(counted), encoding="utf-8")
