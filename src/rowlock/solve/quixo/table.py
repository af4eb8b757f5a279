"""Tablebase of solved Quixo positions in files, and the probe that maps them into memory.

A file holds some pairs of classes (see `layout`). docs/quixo-format.md describes it byte by byte.
"""

from __future__ import annotations

import io
import json
import mmap
import struct
import zlib
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from math import comb
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np

from rowlock.rules.board import SIZES
from rowlock.rules.quixo import Quixo
from rowlock.solve.quixo.codes import LOST, WON
from rowlock.solve.quixo.images import image
from rowlock.solve.quixo.layout import Numbers, Pair, grid
from rowlock.solve.quixo.verdict import Verdict

MAGIC = b"RLQUIXO1"
CHUNK = 16384
"""Compressed sections are cut into pieces of so many bytes, so that a probe unpacks only one."""
PIECES = 64
"""So many of them stay unpacked, a megabyte for each table: the moves of a position lead to few."""
VALUES = (0, 1, -1, 0)
"""What the two-bit codes stand for."""
KINDS = ("codes", "packed", "values")
"""Kinds of sections for pairs: compressed byte codes, compressed two-bit codes, and two-bit codes as they are."""
MOST_BLANKS = 2
"""There are sections for positions with as many blank cubes."""
STRIDE = 32
"""Rows of two-bit codes are filled up to a multiple of so many columns."""


class NoTable(ValueError):
    """A file is no table of Quixo positions, or lacks what is asked of it."""


class Writer:
    """Writes a table file section by section; nothing stands under the file's name until it is whole."""

    def __init__(self, path: Path, size: int, distances: bool, **facts: Any) -> None:
        self._path, self._part = path, path.with_name(path.name + ".part")
        self._file = self._part.open("wb")
        self._file.write(MAGIC + struct.pack("<Q", 0))
        self._header: dict[str, Any] = {"size": size, "distances": distances, **facts, "sections": {}}

    def add_rows(self, count: int, sets: Numbers) -> None:
        """The rows of all pairs with `count` cubes on the side that has more."""
        steps = np.diff(sets.astype(np.uint32), prepend=np.uint32(0))
        self._add_packed(f"rows {count}", steps.astype("<u4").tobytes())

    def add_codes(self, pair: Pair, side: int, codes: Numbers) -> None:
        """A matrix of byte codes, compressed."""
        self._add_packed(f"codes {pair[0]} {pair[1]} {side}", codes.tobytes())

    def add_values(self, pair: Pair, side: int, words: bytes, *, compressed: bool = False) -> None:
        """A matrix of two-bit codes, sixteen a word."""
        if compressed:
            self._add_packed(f"packed {pair[0]} {pair[1]} {side}", words)
            return
        self._file.write(bytes(-self._file.tell() % 64))
        self._header["sections"][f"values {pair[0]} {pair[1]} {side}"] = [self._file.tell(), len(words)]
        self._file.write(words)

    def add_blanks(self, squares: Sequence[int], values: bytes) -> None:
        """The positions with blank cubes on these squares only, in two-bit codes, compressed."""
        self._add_packed(_blank(squares), values)

    def add_facts(self, **facts: Any) -> None:
        """What else the header says."""
        self._header.update(facts)

    def _add_packed(self, name: str, data: bytes) -> None:
        with ThreadPoolExecutor() as pool:
            pieces = list(
                pool.map(lambda i: zlib.compress(data[i : i + CHUNK], 9), range(0, len(data), CHUNK))
            )
        start = self._file.tell() + 8 * (len(pieces) + 1)
        ends = np.cumsum([start, *map(len, pieces)])
        self._header["sections"][name] = [self._file.tell(), len(data)]
        self._file.write(ends.astype("<u8").tobytes() + b"".join(pieces))

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            header_at = self._file.tell()
            self._file.write(json.dumps(self._header).encode())
            self._file.seek(len(MAGIC))
            self._file.write(struct.pack("<Q", header_at))
        self._file.close()
        if kind is None:
            self._part.replace(self._path)
        else:
            self._part.unlink()


class TableFile:
    """A table file, mapped into memory."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            whole = file.seek(0, io.SEEK_END) > len(MAGIC)  # an empty file can't be mapped
            self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if whole else b""
        if self._bytes[: len(MAGIC)] != MAGIC:
            raise NoTable(f"{path} is no table of Quixo positions")
        self._path = path
        self.facts: Mapping[str, Any] = self._header()
        self.layout = grid(self.facts["size"])
        self._sections: dict[str, tuple[int, int]] = self.facts["sections"]
        self._piece = lru_cache(maxsize=PIECES)(self._unpack)
        self._rows: dict[int, Numbers] = {}

    def _header(self) -> Mapping[str, Any]:
        """Raises `NoTable`: whoever was given a file by others need not trust it."""
        size = len(self._bytes)
        (header_at,) = struct.unpack("<Q", self._bytes[8:16]) if size >= 16 else (size,)
        try:
            facts = json.loads(self._bytes[header_at:])
            places = list(facts["sections"].values())
            known = facts["size"] in SIZES and isinstance(facts["distances"], bool)
            inside = all(
                type(at) is int and type(length) is int and 0 <= at <= size and length >= 0
                for at, length in places
            )
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            raise self._damaged() from None
        if not (known and inside):
            raise self._damaged()
        return dict(facts)

    def _damaged(self) -> NoTable:
        return NoTable(f"{self._path} is damaged: it can't be read as a table of Quixo positions")

    def probe(self, own: int, other: int) -> Verdict | None:
        """The verdict on a position, for the side that has the cubes `own` and is to move; None if it isn't here."""
        try:
            return self._probe(own, other)
        except (IndexError, ValueError, KeyError) as error:
            raise self._damaged() from error

    def _probe(self, own: int, other: int) -> Verdict | None:
        marked = own | other
        if 0 < self.layout.cells - marked.bit_count() <= MOST_BLANKS and (
            found := self._probe_blanks(own, marked)
        ):
            return found
        many, few, side = own.bit_count(), other.bit_count(), 0
        if many < few:
            own, other, many, few, side = other, own, few, many, 1
        kinds = [kind for kind in KINDS if f"{kind} {many} {few} {side}" in self._sections]
        if not kinds:
            return None
        row_set, column_set = self._turned(own, other)
        name = f"{kinds[0]} {many} {few} {side}"
        row = int(np.searchsorted(self.rows(many), row_set))
        column = _rank(row_set, column_set, self.layout.cells)
        columns = self.layout.columns((many, few))
        if kinds[0] == "codes":
            return _of_byte(self._byte(name, row * columns + column), self.facts["distances"])
        at = row * ((columns + STRIDE - 1) // STRIDE * STRIDE // 4) + column // 4
        byte = self._byte(name, at) if kinds[0] == "packed" else self._bytes[self._sections[name][0] + at]
        return Verdict(VALUES[byte >> 2 * (column % 4) & 3])

    def probe_state(self, state: Quixo) -> Verdict | None:
        """The verdict on a state of the game."""
        cubes = (state.crosses, state.noughts)
        own, other = cubes if state.to_move == 1 else reversed(cubes)
        return self.probe(own, other) if state.size == self.layout.size else None

    def rows(self, count: int) -> Numbers:
        """The row sets with `count` cubes."""
        if count not in self._rows:
            data = self._whole(f"rows {count}")
            self._rows[count] = np.cumsum(np.frombuffer(data, "<u4"), dtype=np.uint32)
        return self._rows[count]

    def values(self, pair: Pair, side: int) -> Numbers:
        """A whole matrix of two-bit codes as words, uncompressed."""
        at, length = self._sections[f"values {pair[0]} {pair[1]} {side}"]
        return np.frombuffer(self._bytes, "<u4", length // 4, at)

    def codes(self, pair: Pair, side: int) -> Numbers:
        """A whole matrix of byte codes."""
        data = self._whole(f"codes {pair[0]} {pair[1]} {side}")
        return np.frombuffer(data, np.uint8).reshape(-1, self.layout.columns(pair))

    def with_blanks(self, squares: Sequence[int]) -> Numbers:
        """The two-bit codes of all positions with blank cubes on these squares only."""
        return np.frombuffer(self._whole(_blank(squares)), np.uint8)

    def _probe_blanks(self, own: int, marked: int) -> Verdict | None:
        """The verdict on a position with few blank cubes."""
        squares = [square for square in range(self.layout.cells) if not marked >> square & 1]
        for goals in _symmetries(self.layout.size):
            blank = sorted((goals[square] for square in squares), reverse=True)
            if (name := _blank(blank[::-1])) in self._sections:
                at = image(own, goals)
                for square in blank:
                    at = at & ((1 << square) - 1) | at >> square + 1 << square
                return Verdict(VALUES[self._byte(name, at // 4) >> 2 * (at % 4) & 3])
        return None

    def _turned(self, row: int, column: int) -> tuple[int, int]:
        """Row and column set of the mirror image with the least row set."""
        return min((image(row, goals), image(column, goals)) for goals in _symmetries(self.layout.size))

    def _byte(self, name: str, at: int) -> int:
        return self._piece(name, at // CHUNK)[at % CHUNK]

    def _whole(self, name: str) -> bytes:
        length = self._sections[name][1]
        return b"".join(self._unpack(name, i) for i in range((length + CHUNK - 1) // CHUNK))

    def _unpack(self, name: str, piece: int) -> bytes:
        at = self._sections[name][0] + 8 * piece
        try:
            start, end = struct.unpack("<QQ", self._bytes[at : at + 16])
            return zlib.decompressobj().decompress(self._bytes[start:end], CHUNK)  # and never more than that
        except (struct.error, zlib.error):
            raise self._damaged() from None


class Tablebase:
    """The table files of a folder, for one size of the board: for each number of marked cubes the one that knows it."""

    def __init__(self, folder: Path, size: int = 5) -> None:
        found = (TableFile(path) for path in sorted(folder.glob("*.rlq")))
        self._tables = [table for table in found if table.layout.size == size]
        if not self._tables:
            raise ValueError(f"{folder} holds no tables (*.rlq) of {size}×{size} positions")

    def probe(self, own: int, other: int) -> Verdict | None:
        """The verdict of the first table that knows the position."""
        for table in self._tables:
            if verdict := table.probe(own, other):
                return verdict
        return None

    def probe_state(self, state: Quixo) -> Verdict | None:
        """The verdict on a state of the game."""
        for table in self._tables:
            if verdict := table.probe_state(state):
                return verdict
        return None


DATA = Path(__file__).parent / "data"


@lru_cache
def built_in(size: int) -> Tablebase:
    """The tables that come with Rowlock: all of 3×3 and 4×4 with distances; of 5×5 the first cubes, the full boards
    with distances, and those with one or two blank cubes."""
    return Tablebase(DATA, size)


@lru_cache
def _symmetries(size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(goal) for goal in goals) for goals in grid(size).symmetries)


def _blank(squares: Sequence[int]) -> str:
    """The name of a section."""
    return " ".join(["blank", *map(str, squares)])


def _rank(row_set: int, column_set: int, cells: int) -> int:
    """The number of a column: its place among the sets of as many squares that the row leaves."""
    rank = bit = count = 0
    for cell in range(cells):
        if not row_set >> cell & 1:
            if column_set >> cell & 1:
                count += 1
                rank += comb(bit, count)
            bit += 1
    return rank


def _of_byte(code: int, distances: bool) -> Verdict:
    if code == 0:
        return Verdict(0)
    value, plies = (-1, code - LOST) if code >= LOST else (1, code - WON)
    return Verdict(value, plies if distances else None)
