"""Lines from whoever is at the keyboard, or from a pipe."""

from __future__ import annotations

import io
import signal
import sys


def prepare_keyboard() -> None:
    """Letters that can't be read are no reason to stop, and arrow keys work within a line."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
        if somebody_there():
            import readline

            # The arrow up must not bring back what another player has decided.
            readline.set_auto_history(False)
            # Whoever closes the window has left the game like somebody who presses Ctrl-C.
            for name in ("SIGHUP", "SIGTERM"):
                if hasattr(signal, name):
                    signal.signal(getattr(signal, name), signal.default_int_handler)


def somebody_there() -> bool:
    """Is there a person, and not a pipe?"""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask(prompt: str) -> str:
    """A line from the keyboard, or from a pipe. Raises `EOFError` when there is none."""
    line = input(prompt)
    if not sys.stdin.isatty():
        print()
    return line
