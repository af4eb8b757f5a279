"""The command `rowlock`."""

import argparse
from collections.abc import Sequence

from rowlock import __version__


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code: 0, or 2 for bad input."""
    _parser().parse_args(arguments)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="rowlock", description="Qwixx and Quixo, to play and to study.")
    parser.add_argument("--version", action="version", version=f"rowlock {__version__}")
    return parser
