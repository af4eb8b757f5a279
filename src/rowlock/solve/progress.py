"""How far long work has come, for people who watch."""

from __future__ import annotations

import sys


def progress(text: str) -> None:
    """A line on the terminal in place of the one before; an empty one takes it away. Where nobody watches, nothing."""
    if sys.stderr.isatty():
        print(f"\r{text}", end="\033[K", file=sys.stderr, flush=True)


def say(text: str) -> None:
    """The same for what takes very long: where nobody watches it is written, too, line by line."""
    if sys.stderr.isatty():
        progress(text)
    else:
        print(text, file=sys.stderr, flush=True)


def span(seconds: float) -> str:
    """About how long something will take."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.1f} h"
