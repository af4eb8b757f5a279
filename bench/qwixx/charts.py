"""Draws the charts of docs/qwixx.md from the solved sheet, simulated games and the networks.

    python -m bench qwixx.charts

Writes docs/qwixx-*.svg and prints the numbers behind them.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from rowlock.bots.qwixx.decide import chances
from rowlock.bots.qwixx.net import built_in_net
from rowlock.bots.qwixx.simulate import SHEET, SimulatedPlayer, simulate
from rowlock.rules.qwixx import Qwixx
from rowlock.rules.sheet import Sheet
from rowlock.solve.qwixx.sheet import solve_sheet
from rowlock.solve.qwixx.solitaire import Solitaire

DOCS = Path(__file__).parents[2] / "docs"
INKS = ("#0b6e99", "#e0a100", "#2e8b57", "#c1443c")
WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 720, 340, 56, 44, 52


def bars(
    path: Path, title: str, labels: Sequence[str], series: Mapping[str, Sequence[float]], unit: str
) -> None:
    """A chart with a group of bars for each label."""
    print(title, labels, {key: [round(value, 3) for value in values] for key, values in series.items()})
    everything = [value for values in series.values() for value in values]
    low, high = min(0.0, *everything), max(0.0, *everything)
    inner = HEIGHT - TOP - BOTTOM

    def y(value: float) -> float:
        return TOP + inner * (high - value) / (high - low)

    step = (WIDTH - LEFT - 16) / len(labels)
    thick = step * 0.8 / len(series)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        '<g font-family="sans-serif" font-size="13">',
        f"<title>{title}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="20" font-size="15" font-weight="bold">{title}</text>',
    ]
    tick = 10.0 ** np.floor(np.log10((high - low) / 2))
    tick *= 5 if (high - low) / tick > 12 else 1
    for value in np.arange(np.ceil(low / tick) * tick, high + 1e-9, tick):
        at = f"{y(value):.1f}"
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - 16}" y1="{at}" y2="{at}" stroke="#d8d8d8"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{at}" dy="4" text-anchor="end">{value:g}</text>')
    for number, (key, values) in enumerate(series.items()):
        ink = INKS[number % len(INKS)]
        for place, value in enumerate(values):
            x = LEFT + step * (place + 0.1) + thick * number
            top, bottom = sorted((y(value), y(0)))
            parts.append(
                f'<rect x="{x:.1f}" y="{top:.1f}" width="{thick:.1f}" height="{bottom - top:.1f}" fill="{ink}"/>'
            )
        if len(series) > 1:
            key_at = LEFT + 150 * number
            parts.append(f'<rect x="{key_at}" y="27" width="10" height="10" fill="{ink}"/>')
            parts.append(f'<text x="{key_at + 15}" y="37">{key}</text>')
    for place, label in enumerate(labels):
        x = LEFT + step * (place + 0.5)
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - 32}" text-anchor="middle">{label}</text>')
    parts.append(
        f'<text x="{(WIDTH + LEFT) / 2}" y="{HEIGHT - 10}" text-anchor="middle">{unit}</text></g></svg>'
    )
    path.write_text("\n".join(parts) + "\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1_000_000, help="of one player (a million)")
    parser.add_argument("--out", type=Path, default=DOCS, help="the folder to draw into (docs)")
    options = parser.parse_args(arguments)
    folder: Path = options.out
    values = solve_sheet()
    solved = Solitaire.of(values)

    def value(sheet: str) -> float:
        return solved.value(Qwixx((Sheet.parse(sheet),), 1))

    empty = value("-/-/-/-/0")
    numbers = [str(number) for number in range(2, 12)]
    first = [value(f"{number}/-/-/-/0") - empty for number in numbers]
    bars(
        folder / "qwixx-first-cross.svg",
        "What the first cross of a row changes",
        numbers,
        {"": first},
        "number crossed in red; points",
    )
    fines = [
        empty - value("-/-/-/-/1"),
        value("-/-/-/-/1") - value("-/-/-/-/2"),
        value("-/-/-/-/2") - value("-/-/-/-/3"),
    ]
    print("penalties cost, on an empty sheet:", [round(fine, 3) for fine in fines])
    middle, late = "2,3,5,6{}/2,4,5/12,10,9/12,11,9,8/0", "2,3,5,6,8{}/2,4,5,7/12,10,9,7,6/12,11,9,8,6/0"
    skips = {
        "empty sheet": first[:3],
        "middle": [value(middle.format(f",{n}")) - value(middle.format("")) for n in (7, 8, 9)],
        "late": [value(late.format(f",{n}")) - value(late.format("")) for n in (9, 10, 11)],
    }
    bars(
        folder / "qwixx-skips.svg",
        "What a cross changes, by numbers skipped",
        ["0", "1", "2"],
        skips,
        "numbers skipped; points",
    )
    reds = ["2,3,4,5,6" + "".join(f",{n}" for n in range(7, last + 1)) for last in range(6, 12)]
    others = "/2,3,4,5,6,7,8,12/12,11,10,9,8/12,11,10,9,8/"
    lock_or_on = {
        f"{fines_taken} penalties": [
            value(f"{red}{others}{fines_taken}") - Sheet.parse(f"{red},12{others}{fines_taken}").score()
            for red in reds
        ]
        for fines_taken in (0, 3)
    }
    bars(folder / "qwixx-second-lock.svg", "Playing on instead of a second lock",
         [str(n) for n in range(5, 11)], lock_or_on,
         "crosses in the row before the lock; points gained by playing on")  # fmt: skip
    scores = simulate([SimulatedPlayer(SHEET, sheets=values.tables)], options.games, seed=2024).scores[:, 0]
    edges = np.arange(0, 211, 10)
    shares = [100 * float(((scores >= edge) & (scores < edge + 10)).mean()) for edge in edges]
    print("below 0:", float((scores < 0).mean()), "quantiles", np.percentile(scores, [5, 25, 50, 75, 95]))
    bars(folder / "qwixx-scores.svg", f"Final scores of {options.games:,} games, one player",
         [str(edge) for edge in edges], {"": shares}, "points from … to 9 more; per cent of games")  # fmt: skip
    by_players = {}
    for players in (2, 3, 4, 5):
        start = Qwixx((Sheet((0, 0, 0, 0)),) * players, 2)
        crossed = [Qwixx((Sheet.parse(f"{n}/-/-/-/0"), *start.sheets[1:]), 2) for n in numbers]
        fined = Qwixx((Sheet.parse("-/-/-/-/1"), *start.sheets[1:]), 2)
        before, penalty, *after = chances([start, fined, *crossed], built_in_net(players))[:, 0]
        print(f"{players} players: a penalty costs {100 * (before - penalty):.1f} percentage points")
        by_players[f"{players} players"] = [100 * float(chance - before) for chance in after]
    bars(folder / "qwixx-players.svg", "What the first cross does for the chance to win", numbers, by_players,
         "number crossed in red; percentage points")  # fmt: skip
