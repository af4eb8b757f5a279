"""Lines from whoever is at the keyboard, or from a pipe."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
import time
from types import FrameType

LEAVING = tuple(getattr(signal, name) for name in ("SIGHUP", "SIGTERM") if hasattr(signal, name))


def prepare_keyboard() -> None:
    """Letters that can't be read are no reason to stop, and arrow keys work within a line."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
        if somebody_there():
            import readline

            # The arrow up must not bring back what another player has decided.
            readline.set_auto_history(False)
            if hasattr(signal, "pthread_kill"):
                _notice_who_leaves()


def _notice_who_leaves() -> None:
    """Whoever closes the window has left the game like somebody who presses Ctrl-C.

    A signal that comes just before Python waits for a key is not looked at until there is one, and who has left
    presses none: so it is sent again until it was.
    """
    hear, tell = os.pipe()
    os.set_blocking(tell, False)
    player = threading.main_thread().ident

    def leave(number: int, frame: FrameType | None) -> None:
        for one in LEAVING:
            signal.signal(one, signal.SIG_IGN)
        signal.default_int_handler(number, frame)

    def insist() -> None:
        while said := os.read(hear, 1):
            if said[0] in LEAVING and player:
                time.sleep(0.1)
                signal.pthread_kill(player, said[0])

    for one in LEAVING:
        signal.signal(one, leave)
    signal.set_wakeup_fd(tell, warn_on_full_buffer=False)
    threading.Thread(target=insist, daemon=True).start()


def somebody_there() -> bool:
    """Is there a person, and not a pipe?"""
    return sys.stdin.isatty() and sys.stdout.isatty()


def ask(prompt: str) -> str:
    """A line from the keyboard, or from a pipe. Raises `EOFError` when there is none."""
    line = input(prompt)
    if not sys.stdin.isatty():
        print()
    return line
