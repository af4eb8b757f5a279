"""The command `rowlock`."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import NoReturn

from rowlock import __version__, terminal
from rowlock.locale import LANGUAGES, Catalogue, choose_language
from rowlock.rules import NotationError, Record, Refusal
from rowlock.terminal.account import account, printable


class BadInput(Exception):
    """What is wrong with what the user gave us, and where, in one line."""


PARTS = {
    "the server needs one more part: pip install 'rowlock[play]'": (
        "alembic", "fastapi", "prometheus_client", "sqlalchemy", "uvicorn", "uvloop", "websockets"
    ),
    "bots and solvers need one more part: pip install 'rowlock[brains]'": ("numba", "numpy"),
}  # fmt: skip
"""What to say where a package is missing that comes with an extra."""


class Parser(argparse.ArgumentParser):
    """Complains in one line."""

    def error(self, message: str) -> NoReturn:
        raise BadInput(f"{printable(message)} (try {self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0, 2 for bad input, or what a shell expects after a signal."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # names may be written in letters that a terminal hasn't got
            stream.reconfigure(errors="replace")
    try:
        options = _parser().parse_args(arguments)
        code: int = options.run(options)
        sys.stdout.flush()
    except BadInput as problem:
        print(f"rowlock: {problem}", file=sys.stderr)
        return 2
    except ModuleNotFoundError as missing:
        package = (missing.name or "").partition(".")[0]
        for line, packages in PARTS.items():
            if package in packages:
                print(f"rowlock: {line}", file=sys.stderr)
                return 2
        raise
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        # The output can't be written. Python would complain once more when it closes stdout.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):  # whoever reads it has seen enough
            return 141
        print(f"rowlock: output: {error.strerror}", file=sys.stderr)
        return 1
    return code


def _parser() -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = Parser(
        prog="rowlock",
        description="Qwixx and Quixo, to play and to study. Without a command, the table opens in your browser.",
    )
    parser.add_argument("--version", action="version", version=f"rowlock {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    terminal.add_parser(commands)
    replaying = commands.add_parser("replay", help="check and show a game record", description=replay.__doc__)
    replaying.add_argument("file", metavar="FILE", help="a record (.rlk), or - to read it from the input")
    replaying.add_argument("--json", action="store_true", help="print one JSON object")
    replaying.add_argument("--language", choices=LANGUAGES, help="else the language of your locale")
    replaying.set_defaults(run=replay)

    verifying = commands.add_parser(
        "verify", help="check the dice of a game record", description=verify.__doc__
    )
    verifying.add_argument("file", metavar="FILE", help="a record (.rlk), or - to read it from the input")
    verifying.set_defaults(run=verify)

    from rowlock.bots import command as arena
    from rowlock.engine import command as engine
    from rowlock.server import command as server
    from rowlock.solve import command as solve

    engine.add_parser(commands)
    arena.add_parser(commands)
    solve.add_parsers(commands)
    server.add_parser(commands)
    parser.set_defaults(run=server.table_here)
    return parser


# rowlock replay


def replay(options: argparse.Namespace) -> int:
    """Check a game record move by move, and show what happened."""
    record = _read(options.file)
    if options.json:
        ascii_only = not sys.stdout.encoding.lower().startswith("utf")
        print(json.dumps(_as_json(record), ensure_ascii=ascii_only, indent=2))
    else:
        language = options.language or choose_language(os.environ)
        print("\n".join(account(record, Catalogue.of(language))))
    return 0


def verify(options: argparse.Namespace) -> int:
    """Check every roll of a finished game against the commitment that was published before its first roll."""
    from rowlock.table import dice

    record = _read(options.file)
    try:
        rolls = dice.verify(record)
    except Refusal as refusal:
        raise BadInput(f"{_where(options.file)}: {refusal}") from None
    began = "; so does who began" if record.tag("FirstBy") else ""
    print(f"{rolls} rolls follow from the secret that was committed to{began}")
    return 0


def _read(file: str) -> Record:
    where = _where(file)
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        return Record.parse(data.decode("utf-8"))
    except OSError as error:
        raise BadInput(f"{where}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        byte = error.object[error.start]
        raise BadInput(f"{where}:{line}:{column}: this is no UTF-8 text (byte {byte:#04x})") from None
    except NotationError as error:
        raise BadInput(f"{where}:{error.line}:{error.column}: {error.problem}") from None


def _where(file: str) -> str:
    return file if file.isprintable() else repr(file)


def _as_json(record: Record) -> dict[str, object]:
    """The record with the position after every ply; docs/notation.md describes it."""
    states = record.states()
    start = next(states)
    return {
        "game": record.game,
        "seats": record.seats,
        "tags": dict(record.tags),
        "start": str(start),
        "comments": record.comments,
        "plies": [
            {
                "number": number,
                "seat": ply.seat,
                "move": ply.move,
                "comments": ply.comments,
                "position": str(next(states)),
            }
            for number, line in enumerate(record.lines(), 1)
            for _, action in line
            for ply in action
        ],
        "awaiting": record.last_state.awaiting if record.outcome is None else (),
        "outcome": record.outcome and asdict(record.outcome),
    }
