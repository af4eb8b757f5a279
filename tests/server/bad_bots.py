"""Bots that don't do what they should, to be run in the processes where bots think."""

import os
import sys
import time
from pathlib import Path

from rowlock.server.job import Job
from rowlock.server.thinking import DESK, NotReady, answer


def crashing(_: Job) -> str:
    os._exit(1)


def raising(job: Job) -> str:
    raise ZeroDivisionError(job.position)


def hanging(job: Job) -> str:
    time.sleep(3600)
    return answer(job)


def half_hanging(job: Job) -> str:
    """Hangs in seat 1 and plays in every other."""
    return hanging(job) if job.seat == 1 else answer(job)


def moody(job: Job) -> str:
    """Crashes the first time it is asked; a file remembers that."""
    marker = Path(os.environ["MOODY_MARKER"])
    if not marker.exists():
        marker.touch()
        os._exit(1)
    return answer(job)


def orderly(job: Job) -> str:
    """Writes down that it was asked; the first time it waits until it may go on."""
    folder = Path(os.environ["ORDERLY_FOLDER"])
    with (folder / "asked").open("a") as file:
        file.write(f"{job.chance} ")
    while not (folder / "go").exists():
        time.sleep(0.01)
    return job.chance


def process_id(_: Job) -> str:
    return str(os.getpid())


def means(_: Job) -> str:
    return str(DESK.means)


def unready(job: Job) -> str:
    raise NotReady(str(job))


def loaded(_: Job) -> str:
    """Which modules this process has loaded."""
    return " ".join(sys.modules)
