"""Records in files, and other things: read with a clear complaint, written whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from rowlock.complaint import BadInput
from rowlock.rules import NotationError, Record

SUFFIX = ".rlk"
LARGEST = 16_000_000
"""Bytes that a record may have. A game of 2,000 moves has some 20,000 and room for many comments; a device that never
ends would fill the memory."""

Meant = TypeVar("Meant")
LONGEST_WORD = 10_000
"""Letters of a small file that stands for a word."""


def read(file: str) -> Record:
    """The record in a file, or in the standard input if it is `-`. Raises `OSError`, or `NotationError` with the place
    of the fault."""
    if file == "-":
        data = sys.stdin.buffer.read(LARGEST + 1)
    else:
        with Path(file).open("rb") as opened:
            data = opened.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise NotationError(f"a record has no more than {LARGEST // 1_000_000} MB")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        byte = data[error.start]
        raise NotationError(f"this is no UTF-8 text (byte {byte:#04x})", line=line, column=column) from None
    return Record.parse(text)


def read_given(file: str) -> Record:
    """The same for a command that was given the file: raises `BadInput`."""
    try:
        return read(file)
    except OSError as error:
        raise BadInput(f"{where(file)}: {error.strerror}") from None
    except NotationError as error:
        raise BadInput(f"{where(file)}:{error.line}:{error.column}: {error.problem}") from None


def read_word(given: str, option: str, meant: Callable[[str], Meant]) -> Meant:
    """What is meant by a word, or by what a small file says, where one is named. Raises `BadInput`, also for nothing;
    of a file it says where the fault is."""
    word, from_file = given, False
    try:
        if from_file := Path(given).is_file():
            with Path(given).open(encoding="utf-8") as opened:
                word = opened.read(LONGEST_WORD)
    except OSError as error:
        raise BadInput(f"{where(given)}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{where(given)}: this is no UTF-8 text") from None
    if not word.strip():
        raise BadInput(f"{where(given)}: there is nothing in it")
    try:
        return meant(word)
    except NotationError as error:
        place = f"{where(given)}:{error.line}:{error.column}" if from_file else option
        raise BadInput(f"{place}: {error.problem}") from None
    except ValueError as error:
        raise BadInput(f"{where(given) if from_file else option}: {error}") from None


def where(file: str) -> str:
    """The name of a file as it may stand in a complaint."""
    return file if file and file.isprintable() else repr(file)


def write(path: Path, content: str | bytes) -> None:
    """Write a file beside its place and move it there, so that there is never half a file. A link is followed, and what
    is no file, like a pipe, is written to. Raises `OSError`."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    data = content.encode("utf-8") if isinstance(content, str) else content
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    path = path.resolve()
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        with contextlib.suppress(OSError):  # the complaint that counts is on its way already
            draft.unlink()
