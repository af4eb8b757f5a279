"""Records in files: read with a clear complaint, written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

from rowlock.rules import NotationError, Record

SUFFIX = ".rlk"


def read(path: Path) -> Record:
    """The record in a file. Raises `OSError`, or `NotationError` with the place of the fault."""
    data = path.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise NotationError("this is no UTF-8 text", line=line, column=column) from None
    return Record.parse(text)


def write(path: Path, text: str) -> None:
    """Write a file beside its place and move it there, so that there is never half a file. Raises `OSError`."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
