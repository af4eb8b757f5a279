"""Bots that don't do what they should, to be run in the processes where bots think."""

import os
import time
from pathlib import Path

from rowlock.server.thinking import Question, answer


def crashing(_: Question) -> str:
    os._exit(1)


def raising(question: Question) -> str:
    raise ZeroDivisionError(question.position)


def hanging(question: Question) -> str:
    time.sleep(3600)
    return answer(question)


def half_hanging(question: Question) -> str:
    """Hangs in seat 1 and plays in every other."""
    return hanging(question) if question.seat == 1 else answer(question)


def moody(question: Question) -> str:
    """Crashes the first time it is asked; a file remembers that."""
    marker = Path(os.environ["MOODY_MARKER"])
    if not marker.exists():
        marker.touch()
        os._exit(1)
    return answer(question)


def orderly(question: Question) -> str:
    """Writes down that it was asked; the first time it waits until it may go on."""
    folder = Path(os.environ["ORDERLY_FOLDER"])
    with (folder / "asked").open("a") as file:
        file.write(f"{question.chance} ")
    while not (folder / "go").exists():
        time.sleep(0.01)
    return question.chance


def process_id(_: Question) -> str:
    return str(os.getpid())
