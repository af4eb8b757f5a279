"""Ctrl-C, where it would do harm or be lost."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def later_interrupts() -> Iterator[None]:
    """Ctrl-C waits for what is done here: while the compiler is loaded or at work, it would be swallowed or break
    something. Where signals can't be held back, nothing changes."""
    masks = hasattr(signal, "pthread_sigmask")
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if masks else set()
    try:
        yield
    finally:
        if masks:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
