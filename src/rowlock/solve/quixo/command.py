"""`rowlock solve quixo`. Imports the solvers only when they run: numba and CuPy take their time."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from rowlock.rules.board import SIZES
from rowlock.solve.progress import progress, say, span
from rowlock.solve.quixo.batches import SOLVE

if TYPE_CHECKING:
    from rowlock.solve.quixo.runs import RunStep

KNOWN = {
    3: (12_748, 6_935, 0),
    4: (26_434_489, 15_003_736, 1_608_496),
    5: (441_815_157_309, 279_746_227_956, 125_727_224_178),
}
"""Published totals: positions won, lost and drawn for the side to move."""
OPENING_CUBES = 10
"""Up to so many cubes the opening table goes."""


def add_parser(games: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `quixo` to what `rowlock solve` can solve."""
    solving = games.add_parser("quixo", help="every position of a board", description=run.__doc__)
    solving.add_argument(
        "--size",
        metavar="N",
        type=int,
        choices=sorted(SIZES),
        required=True,
        help="squares a side: 3, 4 or 5",
    )
    solving.add_argument(
        "--device", choices=("cpu", "gpu"), default="cpu", help="gpu: an NVIDIA card, through CuPy"
    )
    solving.add_argument(
        "--out", metavar="DIR", type=Path, help="write tables there; a run goes on from those it finds"
    )
    solving.add_argument(
        "--openings-only", action="store_true", help=f"write only positions with up to {OPENING_CUBES} cubes"
    )
    solving.add_argument(
        "--endings-only",
        action="store_true",
        help="write only positions with at most two blank cubes; full boards with the plies to the end",
    )
    solving.add_argument(
        "--distances", action="store_true", help="with --device gpu: also the plies to the end, printed only"
    )
    solving.set_defaults(run=run, complain=solving.error)


def run(options: argparse.Namespace) -> int:
    """Find out for every position of a board whether the side to move wins, loses or draws, and print the totals.

    On the processor 3×3 and 4×4 take seconds and come with distances; 5×5 takes very long, needs --out, and
    can be stopped and taken up again. On an NVIDIA card 5×5 takes seconds to minutes: with 12 GB of memory, or
    80 GB for distances."""
    from rowlock.solve.quixo.gpu import NoCard
    from rowlock.solve.quixo.table import NoTable

    if options.openings_only and not options.out:
        options.complain("--openings-only needs --out")
    if options.endings_only and not options.out:
        options.complain("--endings-only needs --out")
    if options.endings_only and (options.device == "gpu" or options.openings_only):
        options.complain("--endings-only is for --device cpu, and for itself")
    if options.distances and options.device == "cpu":
        options.complain("--distances is for --device gpu; the processor always finds those of 3×3 and 4×4")
    if options.distances and options.out:
        options.complain("--distances are only counted, not written: leave out --out")
    if options.size == 5 and options.device == "cpu" and not options.out:
        options.complain("5×5 on the processor takes days: --out keeps what is done")
    if options.out:
        try:
            options.out.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            options.complain(f"--out: {options.out}: {error.strerror}")
    try:
        return _solve_endings(options) if options.endings_only else _solve(options)
    except (NoCard, NoTable) as problem:
        options.complain(str(problem))
    except MemoryError as problem:
        options.complain(f"the memory is too small: {problem}")
    return 2


def _solve(options: argparse.Namespace) -> int:
    from rowlock.solve.quixo import runs

    start = time.monotonic()
    progress("getting ready")
    if options.device == "cpu":
        SOLVE.get_ready(say)
    if options.device == "gpu":
        steps: Iterator[runs.RunStep] = runs.on_card(
            options.size,
            options.out,
            distances=options.distances,
            most_cubes=OPENING_CUBES if options.openings_only else None,
        )
    elif options.size == 5:
        steps = runs.on_processor_by_layers(5, options.out)
    else:
        steps = runs.on_processor(options.size, options.out)
    last = _last(steps, start)
    report, found = last.report, f", {last.found} of them found in {options.out}" if last.found else ""
    totals = report.totals()
    won, lost, drawn = totals
    published = "as published" if totals == KNOWN[options.size] else "NOT as published"
    print(f"{won + lost + drawn:,} positions: {won:,} won, {lost:,} lost, {drawn:,} drawn")
    print(
        f"{len(report.classes)} classes add up{found}; the totals are {published}; {time.monotonic() - start:.1f} s"
    )
    if any(report.longest()):
        print("longest forced win {} plies, longest forced loss {}".format(*report.longest()))
    return 0 if totals == KNOWN[options.size] else 1


def _solve_endings(options: argparse.Namespace) -> int:
    from rowlock.solve.quixo.runs import on_endings

    SOLVE.get_ready(say)
    start = time.monotonic()
    report = _last(on_endings(options.size, options.out), start).report
    names = "full boards", "boards with one blank cube", "boards with two blank cubes"
    for blank, name in enumerate(names):
        some = report.layer(options.size**2 - blank)
        won, lost, drawn = (sum(counts) for counts in list(zip(*some, strict=True))[2:])
        print(f"{won + lost + drawn:,} {name}: {won:,} won, {lost:,} lost, {drawn:,} drawn")
    print("longest forced win {} plies, longest forced loss {}".format(*report.longest()))
    return 0


def _last(steps: Iterator[RunStep], start: float) -> RunStep:
    """Go through all steps, and tell how far they are."""
    last: RunStep | None = None
    for step in steps:
        last = step
        _tell(step, time.monotonic() - start)
    if sys.stderr.isatty():
        print(end="\r\033[K", file=sys.stderr)
    assert last
    return last


def _tell(step: RunStep, spent: float) -> None:
    """How much is done, and how long the rest will take if it goes on like this."""
    if sys.stderr.isatty() and step.share > 0:
        left = spent * (1 - step.share) / step.share
        done = f"{step.open:,} positions open" if step.open else f"{step.share:.1%} done, {span(left)} left"
        print(f"\r{step.cubes} cubes: {done}", end="\033[K", file=sys.stderr)
        sys.stderr.flush()
