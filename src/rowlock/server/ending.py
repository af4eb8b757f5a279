"""How a process ends: in good order when it is asked to, and in any case soon."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

log = logging.getLogger("rowlock.server")

LONGEST_END = 13.0
"""Seconds that a process has to finish what is in flight. Whoever has asked it to end waits fifteen at most."""
FINISHING = 5.0
"""Of these, seconds for requests that are not answered yet, or not sent to their end."""
SIGNALS = (signal.SIGTERM, signal.SIGINT)


@contextmanager
def in_time(
    give_up: Callable[[], None] = lambda: None, seconds: float = LONGEST_END
) -> Iterator[asyncio.Event]:
    """From the first signal to end on, there is so much time; then the process ends as it is, after `give_up`. What it
    yields is set with that signal. Signals come to the main thread only: elsewhere nothing is done."""
    asked = asyncio.Event()
    if threading.current_thread() is not threading.main_thread():
        yield asked
        return

    def end_now() -> None:
        log.error("what was in flight did not end in time, and is given up")
        give_up()
        os._exit(1)

    watch = threading.Timer(seconds, end_now)
    watch.daemon = True
    handlers = {number: signal.getsignal(number) for number in SIGNALS}

    def heed(number: int, frame: FrameType | None) -> None:
        if not asked.is_set():
            asked.set()
            watch.start()
        handler = handlers[signal.Signals(number)]
        if callable(handler):
            handler(number, frame)

    for number in SIGNALS:
        signal.signal(number, heed)
    yield asked


def end_with_the_supervisor() -> None:
    """A supervisor that is killed can't end its workers, so they watch it themselves. Others would hold its port."""

    def watch() -> None:
        if supervisor := multiprocessing.parent_process():
            supervisor.join()
            os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()
