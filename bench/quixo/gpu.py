"""Time of the 5×5 solution on an NVIDIA card, layer by layer, with its totals checked.

python -m bench quixo.gpu [--keep-all] [--distances [--check N] [--out FILE]] [--size 5]

With distances it also prints the longest forced wins and losses of each layer with a position that shows it. With
--check every N-th position is held against its own moves, by a plain kernel that shares little with the solver.
--out writes how many positions are won and lost in how many plies, and the longest of each class.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from rowlock.rules.quixo import Quixo
from rowlock.solve.quixo.command import KNOWN
from rowlock.solve.quixo.gpu import LOST_BIT, Card, CountedPair
from rowlock.solve.quixo.report import Report

WON = 1


def longest_of(card: Card, solved: CountedPair, side: int, size: int) -> Iterator[dict[str, object]]:
    """The longest forced win and loss of a class."""
    counts, cubes = solved.counts[side], solved.pair if side == 0 else (solved.pair[1], solved.pair[0])
    for name, each, code in (("won", counts.won, WON), ("lost", counts.lost, LOST_BIT)):
        plies = max((d for d, n in enumerate(each) if n), default=0)
        if plies:
            own, other = card.example(solved.pair, side, code + plies)
            position = str(Quixo(own, other, 1, size=size))
            yield {"cubes": cubes, "value": name, "plies": plies, "position": position}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=5)
    parser.add_argument("--distances", action="store_true")
    parser.add_argument("--keep-all", action="store_true")
    parser.add_argument("--check", type=int, metavar="N", default=0)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args(arguments)

    start = time.perf_counter()
    card = Card(options.size, distances=options.distances, keep_all=options.keep_all)
    report = Report(card.layout)
    longest: list[dict[str, object]] = []
    wrong = checked = 0
    checking = 0.0
    print(f"prepared in {time.perf_counter() - start:.1f} s", flush=True)
    rounds, peak, layer_start = 0, 0, time.perf_counter()
    for solved in card.solve():
        cubes = sum(solved.pair)
        for side in (0, 1):
            report.add(solved.pair, side, solved.counts[side])
        rounds = max(rounds, solved.rounds)
        peak = max(peak, card.xp.get_default_memory_pool().total_bytes())
        if options.distances:
            before = time.perf_counter()
            for side in range(len(card.tables[solved.pair])):
                longest.extend(longest_of(card, solved, side, options.size))
                if options.check:
                    failures, looked = card.check(solved.pair, side, options.check)
                    wrong, checked = wrong + failures, checked + looked
            checking += time.perf_counter() - before
        if solved.pair == card.layout.layer(cubes)[-1]:
            now = time.perf_counter()
            print(
                f"{cubes:2} cubes: {now - layer_start:6.2f} s, {rounds:3} rounds, {peak / 1e9:5.1f} GB; "
                f"longest so far {report.longest()}",
                flush=True,
            )
            rounds, layer_start = 0, now
    spent = time.perf_counter() - start - checking
    print(f"solved in {spent:.1f} s, preparation included; at most {peak / 1e9:.1f} GB")
    totals = report.totals()
    print("won, lost, drawn:", totals, "as published" if totals == KNOWN[options.size] else "WRONG")
    if options.distances:
        print("longest forced win and loss:", report.longest())
        for entry in sorted(longest, key=lambda entry: -int(str(entry["plies"])))[:4]:
            print(entry)
        if options.check:
            print(f"{wrong} of {checked:,} positions don't follow from their moves; {checking:.1f} s")
        if options.out:
            last = max(report.longest()) + 1
            facts = {"won": report.won[:last], "lost": report.lost[:last], "longest": longest}
            options.out.write_text(json.dumps(facts))
