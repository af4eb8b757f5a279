"""`rowlock analyse` and `rowlock review`."""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

from rowlock import files
from rowlock.complaint import BadInput
from rowlock.locale import LANGUAGES, Catalogue, choose_language
from rowlock.rules import GAMES, NotationError, parse_position
from rowlock.rules.game import shown

if TYPE_CHECKING:
    from rowlock.bots import Limit, Option
    from rowlock.rules import Record
    from rowlock.study.analysis import Judge
    from rowlock.study.hint import Hint
    from rowlock.study.review import Reckoning, Review
    from rowlock.study.skill import Skill

LONGEST = 3600.0


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `analyse` and `review`."""
    analysing = commands.add_parser("analyse", help="what every move is worth", description=analyse.__doc__)
    analysing.add_argument("position", metavar="POSITION", help="as docs/notation.md describes it")
    analysing.add_argument("--seat", metavar="N", type=int, help="who decides; else the one to move")
    analysing.add_argument("--why", action="store_true", help="say why the best move is better than the next")
    analysing.set_defaults(run=analyse)
    reviewing = commands.add_parser("review", help="mistakes, luck and skill", description=review.__doc__)
    reviewing.add_argument(
        "files", metavar="FILE", nargs="+", help="a record (.rlk), or - to read it from the input"
    )
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


def _given(options: argparse.Namespace, games: Collection[str]) -> tuple[Limit, dict[str, str]]:
    """The limit, and what bots are given besides. Raises `BadInput` for what is of no use to any of the games."""
    from rowlock.bots import Limit, of_game

    if options.tablebase and not any("tablebase" in of_game(game).means for game in games):
        raise BadInput(f"--tablebase: {' and '.join(games)} has no use for it")
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
    from rowlock.study.analysis import deciding

    game = options.position.split(" ")[0]
    try:
        state = parse_position(options.position)
        seat = deciding(state, options.seat)  # before anybody waits for the rest
        limit, means = _given(options, [game])
        compile_all(batches_of(game), say)
        hint = study.hint(state, seat, limit=limit, means=means) if options.why else None
        found = hint.analysis if hint else study.analyse(state, seat, limit=limit, means=means)
    except NotationError as error:
        raise BadInput(f"POSITION:{error.line}:{error.column}: {error.problem}") from None
    except ValueError as error:
        raise BadInput(str(error)) from None
    catalogue = _catalogue(options)
    if options.json:
        moves = [{name: getattr(option, name) for name in FIELDS} for option in found.moves]
        told = {"why": _why_as_json(hint, catalogue)} if hint else {}
        _print_json(
            {"position": found.position, "seat": found.seat, "judge": found.judge, "moves": moves, **told}
        )
        return 0
    rows = [[option.move, *_worth(option, catalogue)] for option in found.moves]
    for row in rows:
        print(f"{row[0]:6}  {'  '.join(row[1:])}".rstrip())
    if not any(_worth(option, catalogue) for option in found.moves):
        print(catalogue.text("study.unknown"))
    if hint:
        print(study.said(hint.why.words, catalogue))
    _say_who(found.judge, catalogue)
    return 0


def _say_who(judge: Judge, catalogue: Catalogue) -> None:
    """Who judges, where it is not who one would think."""
    if judge == "likeness":
        print(catalogue.text("study.likeness"))


def _why_as_json(hint: Hint, catalogue: Catalogue) -> dict[str, Any]:
    from rowlock.study import said

    why = hint.why
    return {
        "look": said(hint.look, catalogue),
        "sentence": said(why.words, catalogue),
        "move": why.move,
        "against": why.against,
        "unit": why.unit,
        "amount": why.amount,
        "reasons": [
            {
                "code": reason.code,
                "amount": reason.amount,
                "text": said(reason.words, catalogue) if reason.words else None,
            }
            for reason in why.reasons
        ],
    }


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
    """Look at recorded games again: what each roll brought, what each decision cost, who was lucky, and how well each
    player played, on the scale of the bots."""
    from rowlock import study
    from rowlock.bots.ready import batches_of, compile_all
    from rowlock.solve.progress import progress, say
    from rowlock.study.review import A_LOOK

    records = [files.read_given(file) for file in options.files]
    games = list(dict.fromkeys(record.game for record in records))
    limit, means = _given(options, games)
    limit = A_LOOK if options.seconds is None else limit
    if len(records) == 1 and len(records[0].seats) == 1:
        return _review_alone(records[0], options)
    compile_all(batches_of(*games), say)
    found: list[Review] = []
    for number, record in enumerate(records, 1):
        which = f"{number}/{len(records)} " if len(records) > 1 else ""
        try:
            found.append(study.review(record, limit, means, told=partial(_told, progress, which)))
        except ValueError as error:
            raise BadInput(str(error)) from None
    progress("")
    skills = list(_skills(records, found))
    if options.json:
        reviews = [as_json(one) for one in found]
        told = [{"game": game, "name": name} | asdict(one) for game, name, one in skills]
        _print_json((reviews[0] if len(reviews) == 1 else {"reviews": reviews}) | {"skills": told})
        return 0
    catalogue = _catalogue(options)
    lines = [line for one in found for line in [*_account(one, catalogue), ""]]
    lines += [_skill_line(name, one, catalogue) for _, name, one in skills]
    print("\n".join(lines).rstrip())
    for judge in dict.fromkeys(one.judge for one in found):
        _say_who(judge, catalogue)
    return 0


def _told(progress: Callable[[str], None], which: str, share: float) -> None:
    progress(f"{which}{share:.0%}")


def _skills(records: Sequence[Record], found: Sequence[Review]) -> Iterator[tuple[str, str, Skill]]:
    """For each game and name where a player stands, by all the games that say anything of that."""
    from rowlock.study.skill import Played, counts, skill

    played: dict[tuple[str, str], list[Played]] = {}
    for record, one in zip(records, found, strict=True):
        for seat in one.seats if counts(record) else ():
            if seat.performance is not None:
                played.setdefault((one.game, seat.name), []).append(Played(len(one.seats), seat.performance))
    for (game, name), games in played.items():
        yield game, name, skill(game, games)


def _skill_line(name: str, one: Skill, catalogue: Catalogue) -> str:
    return catalogue.text(
        "study.skill",
        name=name,
        level=catalogue.text(f"level.{one.like}"),
        rating=one.rating,
        margin=one.margin,
        count=one.games,
    )


def _review_alone(record: Record, options: argparse.Namespace) -> int:
    """A game of one is played for points, and reviewed in points."""
    from rowlock.solve.progress import progress
    from rowlock.study.day import account

    try:
        found = account(record, lambda share: progress(f"{share:.0%}"))
    except ValueError as error:
        raise BadInput(str(error)) from None
    progress("")
    if options.json:
        _print_json({"game": record.game, **asdict(found)})
        return 0
    catalogue = _catalogue(options)
    print(catalogue.isolate(record.seats[0]))
    for part, points in (
        ("start", f"{found.start:8.1f}"),
        ("luck", f"{found.luck:+8.1f}"),
        ("decisions", f"{found.decisions:+8.1f}"),
        *([] if found.judge == "table" else [("correction", f"{found.correction:+8.1f}")]),
        ("result", f"{found.result:8.1f}"),
    ):
        print(f"  {points}  {catalogue.text(f'study.{part}')}")
    for choice in found.worst:
        text = catalogue.text(
            "study.mistake",
            ply=choice.ply,
            move=choice.move,
            best=choice.best,
            cost=f"{choice.cost:.1f}",
        )
        print(f"    {text}")
    _say_who(found.judge, catalogue)
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
        "judge": found.judge,
        "seats": seats,
        "steps": [asdict(step) | {"size": step.size, "good": step.good} for step in found.steps],
    }


PARTS = ("start", "luck", "decisions", "others", "correction", "result", "adjusted")


def _account(found: Review, catalogue: Catalogue) -> list[str]:
    lines: list[str] = []
    for one in found.seats:
        lines += [catalogue.isolate(one.name), *_reckoning(one, GAMES[found.game].dice, catalogue)]
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


def _reckoning(one: Reckoning, dice: bool, catalogue: Catalogue) -> list[str]:
    """Where there are no dice, there is no luck to tell of."""
    named = {
        part: catalogue.text(f"study.{part}") for part in PARTS if dice or part not in ("luck", "adjusted")
    }
    lines = [
        f"  {getattr(one, part):+8.1%}  {named[part]}"
        if part not in ("start", "result", "adjusted")
        else f"  {getattr(one, part):8.1%}  {named[part]}"
        for part in named
    ]
    if one.accuracy is not None and one.performance is not None:
        lines.append(f"  {one.accuracy:8.1f}  {catalogue.text('study.accuracy')}")
        called = catalogue.text(f"performance.{one.called}")
        lines.append(f"  {one.performance:8.1f}  {catalogue.text('study.performance', called=called)}")
        lines.append(f"  {one.right:4}/{one.choices:<3}  {catalogue.text('study.right')}")
    return lines
