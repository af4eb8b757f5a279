"""The command `rowlock`. Each of its commands is in the `command` of a room."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from rowlock import __version__
from rowlock.complaint import BadInput
from rowlock.solve.interrupts import works_on

PARTS = {
    "the server needs one more part: pip install 'rowlock[play]'": (
        "alembic", "fastapi", "openskill", "prometheus_client", "sqlalchemy", "uvicorn", "uvloop", "websockets"
    ),
    "printing needs one more part: pip install 'rowlock[pads]'": ("segno", "typst"),
    "bots and solvers need one more part: pip install 'rowlock[brains]'": ("numba", "numpy"),
}  # fmt: skip
"""What to say where a package is missing that comes with an extra."""


class Parser(argparse.ArgumentParser):
    """Complains in one line, and also where its help can't be written: argparse would keep that to itself."""

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or sys.stdout).write(message)

    def error(self, message: str) -> NoReturn:
        from rowlock.terminal.account import printable

        raise BadInput(f"{printable(message)} (try {self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0, 2 for bad input, or what a shell expects after a signal."""
    code = _run(arguments)
    if works_on():  # what it does is of no use to anybody any more, and nobody shall wait for its end
        with contextlib.suppress(OSError):
            sys.stdout.flush()
        os._exit(code)
    return code


def _run(arguments: Sequence[str] | None) -> int:
    _open_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # names may be written in letters that a terminal hasn't got
            stream.reconfigure(errors="replace")
    try:
        code = _command(arguments)
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


def _command(arguments: Sequence[str] | None) -> int:
    """Its exit code. That of `--help` comes as `SystemExit`, before what it says has got out."""
    try:
        options = _parser().parse_args(arguments)
    except SystemExit as done:
        return int(done.code or 0)
    code: int = options.run(options)
    return code


def _open_streams() -> None:
    """What whoever started the command has closed leads nowhere: otherwise the next file that is opened would take its
    place, and what is said would be written into that."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDWR)
            os.set_inheritable(nowhere, True)
            setattr(sys, name, os.fdopen(nowhere, mode, encoding="utf-8", closefd=False))


def _parser() -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = Parser(
        prog="rowlock",
        description="Qwixx and Quixo, to play and to study. Without a command, the table opens in your browser.",
    )
    parser.add_argument("--version", action="version", version=f"rowlock {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    from rowlock.bots import command as arena
    from rowlock.engine import command as engine
    from rowlock.pads import command as pads
    from rowlock.server import command as server
    from rowlock.solve import command as solve
    from rowlock.study import command as study
    from rowlock.terminal import command as terminal

    terminal.add_parsers(commands)
    engine.add_parser(commands)
    arena.add_parser(commands)
    solve.add_parsers(commands)
    study.add_parsers(commands)
    pads.add_parser(commands)
    server.add_parser(commands)
    parser.set_defaults(run=server.table_here)
    return parser
