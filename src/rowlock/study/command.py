"""`rowlock analyse` and `rowlock review`."""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rowlock import files
from rowlock.complaint import BadInput
from rowlock.locale import LANGUAGES, Catalogue, choose_language
from rowlock.rules import NotationError, parse_position
from rowlock.rules.game import shown

if TYPE_CHECKING:
    from rowlock.bots import Limit, Option
    from rowlock.study.review import Reckoning, Review

LONGEST = 3600.0


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `analyse` and `review`."""
    analysing = commands.add_parser("analyse", help="what every move is worth", description=analyse.__doc__)
    analysing.add_argument("position", metavar="POSITION", help="as docs/notation.md describes it")
    analysing.add_argument("--seat", metavar="N", type=int, help="who decides; else the one to move")
    analysing.set_defaults(run=analyse)
    reviewing = commands.add_parser("review", help="mistakes, luck and skill", description=review.__doc__)
    reviewing.add_argument("file", metavar="FILE", help="a record (.rlk), or - to read it from the input")
    reviewing.set_defaults(run=review)
    for parser in (analysing, reviewing):
        add = parser.add_argument
        add("--seconds", metavar="S", type=_seconds, help="how long to think about a position")
        add("--tablebase", metavar="DIR", help="folder with a solution of Quixo 5×5 (*.rlq)")
        add("--json", action="store_true", help="print one JSON object")
        add("--language", choices=LANGUAGES, help="else the language of your locale")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= LONGEST:
        raise argparse.ArgumentTypeError(f"a number of seconds up to {LONGEST:.0f}, not {shown(text)}")
    return seconds


def _given(options: argparse.Namespace) -> tuple[Limit, dict[str, str]]:
    from rowlock.bots import Limit

    return Limit(seconds=options.seconds), {"tablebase": options.tablebase} if options.tablebase else {}


def _catalogue(options: argparse.Namespace) -> Catalogue:
    return Catalogue.of(options.language or choose_language(os.environ))


def _print_json(found: dict[str, Any]) -> None:
    ascii_only = not sys.stdout.encoding.lower().startswith("utf")
    print(json.dumps(found, ensure_ascii=ascii_only, indent=2))


# rowlock analyse


def analyse(options: argparse.Namespace) -> int:
    """Tell what every move of a position is worth, best first."""
    from rowlock import study
    from rowlock.bots.ready import batches_of, compile_all
    from rowlock.solve.progress import say

    limit, means = _given(options)
    try:
        state = parse_position(options.position)
        compile_all(batches_of(options.position.split(" ")[0]), say)
        found = study.analyse(state, options.seat, limit=limit, means=means)
    except NotationError as error:
        raise BadInput(f"POSITION:{error.line}:{error.column}: {error.problem}") from None
    except ValueError as error:
        raise BadInput(str(error)) from None
    if options.json:
        moves = [{name: getattr(option, name) for name in FIELDS} for option in found.moves]
        _print_json({"position": found.position, "seat": found.seat, "moves": moves})
        return 0
    catalogue = _catalogue(options)
    rows = [[option.move, *_worth(option, catalogue)] for option in found.moves]
    for row in rows:
        print(f"{row[0]:6}  {'  '.join(row[1:])}".rstrip())
    return 0


FIELDS = ("move", "exact", "value", "plies", "score", "chance", "points")


def _worth(option: Option, catalogue: Catalogue) -> list[str]:
    """What is known of a move, in words."""
    told: list[str] = []
    if option.value:
        told.append(
            catalogue.text(f"value.{option.value}-in", count=option.plies)
            if option.plies is not None and option.value != "draw"
            else catalogue.text(f"value.{option.value}")
        )
    elif option.score is not None:
        told.append(f"{option.score:+}")
    if option.chance is not None:
        told.append(catalogue.text("study.chance", chance=f"{option.chance:.2%}"))
    if option.points is not None:
        told.append(catalogue.text("study.points", points=f"{option.points:.2f}"))
    if told:
        told.append(catalogue.text("study.exact") if option.exact else catalogue.text("study.searched"))
    return told


# rowlock review


def review(options: argparse.Namespace) -> int:
    """Look at a recorded game again: what each roll brought, what each decision cost, and who was lucky."""
    from rowlock import study
    from rowlock.bots.ready import batches_of, compile_all
    from rowlock.solve.progress import progress, say

    record = files.read_given(options.file)
    limit, means = _given(options)
    compile_all(batches_of(record.game), say)
    try:
        found = study.review(record, limit, means, told=lambda share: progress(f"{share:.0%}"))
    except ValueError as error:
        raise BadInput(str(error)) from None
    progress("")
    if options.json:
        _print_json(as_json(found))
    else:
        print("\n".join(_account(found, _catalogue(options))))
    return 0


def as_json(found: Review) -> dict[str, Any]:
    """The review as `--json` prints it; docs/study.md describes it."""
    seats = [
        asdict(one)
        | {
            "adjusted": one.adjusted,
            "accuracy": one.accuracy,
            "performance": one.performance,
            "called": one.called,
        }
        for one in found.seats
    ]
    return {
        "game": found.game,
        "seats": seats,
        "steps": [asdict(step) | {"size": step.size, "good": step.good} for step in found.steps],
    }


PARTS = ("start", "luck", "decisions", "others", "correction", "result", "adjusted")


def _account(found: Review, catalogue: Catalogue) -> list[str]:
    lines: list[str] = []
    for one in found.seats:
        lines += [catalogue.isolate(one.name), *_reckoning(one, catalogue)]
        for step in found.mistakes(one.seat):
            text = catalogue.text(
                "study.mistake",
                ply=step.ply,
                move=step.move,
                best=step.best or "",
                cost=f"{step.cost or 0:.1%}",
            )
            lines.append(f"    {text}")
        lines.append("")
    return lines[:-1]


def _reckoning(one: Reckoning, catalogue: Catalogue) -> list[str]:
    named = {part: catalogue.text(f"study.{part}") for part in PARTS}
    lines = [
        f"  {getattr(one, part):+8.1%}  {named[part]}"
        if part not in ("start", "result", "adjusted")
        else f"  {getattr(one, part):8.1%}  {named[part]}"
        for part in PARTS
    ]
    if one.accuracy is not None and one.performance is not None:
        lines.append(f"  {one.accuracy:8.1f}  {catalogue.text('study.accuracy')}")
        called = catalogue.text(f"performance.{one.called}")
        lines.append(f"  {one.performance:8.1f}  {catalogue.text('study.performance', called=called)}")
        lines.append(f"  {one.right:4}/{one.choices:<3}  {catalogue.text('study.right')}")
    return lines
