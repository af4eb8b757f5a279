"""Quixo solved on an NVIDIA card through CuPy; the kernels are in gpu.cu and gpu_tables.cu.

Without distances a position takes two bits, with distances sixteen. The card keeps what is still needed, which is
about one layer; all layers only if asked to.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from rowlock.solve.quixo.layout import Grid, Numbers, Pair, bit_counts, grid, orbits
from rowlock.solve.quixo.report import Counts

SOURCES = ("gpu.cu", "gpu_tables.cu")
THREADS = 256
LOST_BIT = 1 << 15
"""By distance, 1 + d is won in d plies and LOST_BIT + d is lost in d."""
LIMIT = 1024
"""Distances are counted one by one below this."""
LOW_BITS = 9
"""Column numbers come from two tables, for the low bits of a column and for the others."""
STRIDE = 32
"""Rows are filled up to a multiple of so many columns."""


class NoCard(RuntimeError):
    """There is no NVIDIA card, or no CuPy to reach it."""


def cupy() -> Any:
    """The library, if it and a card are there."""
    try:
        library = importlib.import_module("cupy")
        library.cuda.runtime.getDeviceCount()
    except ImportError:
        raise NoCard("--device gpu needs CuPy: pip install 'rowlock[gpu]'") from None
    except RuntimeError as error:  # CuPy's own errors are RuntimeErrors
        raise NoCard(f"no NVIDIA card answers: {error}") from None
    return library


@dataclass(frozen=True, slots=True)
class CountedPair:
    """One pair: the counts of both sides, and how many rounds it took."""

    pair: Pair
    counts: tuple[Counts, Counts]
    rounds: int


class Card:
    """Solves the pairs of a board on the card, and holds their tables."""

    def __init__(self, size: int, *, distances: bool = False, keep_all: bool = False) -> None:
        self.xp = cupy()
        self.layout: Grid = grid(size)
        self.distances, self.keep_all = distances, keep_all
        self.tables: dict[Pair, list[Any]] = {}
        """Codes of both sides; of side 0 alone where both have as many cubes."""
        self.orbits = orbits(self.layout, self.xp)
        self._bit_counts = bit_counts(self.layout.cells, self.xp)
        self._module = self.xp.RawModule(
            code=_constants(self.layout)
            + "".join((Path(__file__).parent / name).read_text() for name in SOURCES),
            options=("--std=c++14", f"-DDISTANCES={int(distances)}"),
        )
        self._low = self.xp.asarray(_low_ranks())
        cells = range(self.layout.cells + 1)
        self._binomials = self.xp.asarray(
            [[comb(n, k) % 2**32 for k in range(32)] for n in cells], self.xp.uint32
        )

    def stride(self, pair: Pair) -> int:
        """How many columns a row takes."""
        return (self.layout.columns(pair) + STRIDE - 1) // STRIDE * STRIDE

    def solve(self) -> Iterator[CountedPair]:
        """All pairs from full boards down, after those that `tables` already holds."""
        start = min(map(sum, self.tables), default=self.layout.cells + 1)
        for cubes in range(start - 1, -1, -1):
            for many, few in self.layout.layer(cubes):
                yield self._solve_pair((many, few))
                if not self.keep_all:
                    self._forget([(many + 1, few)])  # the pairs to come don't lead there
            if not self.keep_all:
                self._forget([pair for pair in self.tables if sum(pair) > cubes])

    def _forget(self, pairs: list[Pair]) -> None:
        for pair in pairs:
            self.tables.pop(pair, None)
        self.xp.get_default_memory_pool().free_all_blocks()  # else free memory may lie in pieces that are too small

    def _solve_pair(self, pair: Pair) -> CountedPair:
        xp, (many, few) = self.xp, pair
        rows = self.orbits.sets[many]
        states = len(rows) * self.stride(pair)
        length, kind = (states, xp.uint16) if self.distances else (states // 16, xp.uint32)
        codes = [xp.empty(length, kind) for _ in (0, 1)]
        hints = [xp.empty(length if self.distances else 1, kind) for _ in (0, 1)]
        column_sets = self._column_sets(self.layout.cells - many, few)
        furthest = self._first_look(pair, rows, column_sets, codes, hints)
        rounds = self._rounds(pair, rows, column_sets, codes, hints, furthest)
        counts = tuple(self._count(pair, side) for side in codes)
        if many == few:  # nothing reads side 1 again
            codes.pop()
        self.tables[pair] = codes
        return CountedPair(pair, (counts[0], counts[1]), rounds)

    def _first_look(self, pair: Pair, rows: Any, column_sets: Any, codes: list[Any], hints: list[Any]) -> int:
        xp, (many, few) = self.xp, pair
        full = many + few == self.layout.cells
        furthest = xp.zeros(1, xp.int32)
        common = np.int32(self.layout.columns(pair)), np.uint32(self.stride(pair)), rows, column_sets
        for side in (0, 1):
            if side == 1 and many == few:
                self._launch(
                    "swap_players", len(rows), 0,
                    *common, self.orbits.entry, self._binomials, codes[0], hints[0], codes[1], hints[1],
                )  # fmt: skip
                continue
            above = pair if full else (many + 1, few) if side == 0 else (many, few + 1)
            fuller = codes[0] if full else self.tables[above][1 - side]
            self._launch(
                "first_look", len(rows), self._shared(many),
                np.int32(side), np.int32(full), *common, self.orbits.entry, self._low, self._high(above[1]),
                np.int32(LOW_BITS), fuller, np.uint32(self.stride(above)), codes[side], hints[side], furthest,
            )  # fmt: skip
        return int(furthest[0])

    def _rounds(
        self, pair: Pair, rows: Any, column_sets: Any, codes: list[Any], hints: list[Any], furthest: int
    ) -> int:
        """Rounds of moves with own cubes until nothing changes; by distance each side has two sets of marks, for
        this round and for the next."""
        xp, (many, few) = self.xp, pair
        turns = 2 if self.distances else 1
        marks = [
            [xp.zeros(len(rows) * self.stride(pair) // 16, xp.uint16) for _ in range(turns)] for _ in (0, 1)
        ]
        marked_rows = [[xp.zeros(len(rows), xp.uint8) for _ in range(turns)] for _ in (0, 1)]
        next_hints = [xp.zeros(len(rows), xp.int32) for _ in (0, 1)]
        changes = xp.zeros(1, xp.uint32)
        changed, distance = 1, 0
        while changed or distance < furthest:
            distance += 1
            changes.fill(0)
            now, then = distance % turns, (distance + 1) % turns
            for side in (0, 1):
                self._launch(
                    "round_of", len(rows), self._shared(many),
                    np.int32(distance), np.int32(distance == 1), np.int32(side),
                    np.int32(self.layout.columns(pair)), np.uint32(self.stride(pair)), rows, column_sets,
                    self.orbits.entry, self._low, self._high(few), np.int32(LOW_BITS), codes[1 - side],
                    hints[1 - side], codes[side], hints[side], next_hints[side], marks[side][now],
                    marked_rows[side][now], marks[1 - side][then], marked_rows[1 - side][then], changes,
                )  # fmt: skip
            changed = int(changes[0])
        return distance

    def _count(self, pair: Pair, codes: Any) -> Counts:
        found = self.xp.zeros(2 * LIMIT + 1, self.xp.uint64)
        sizes = self.orbits.sizes[pair[0]]
        self._launch(
            "count", min(len(sizes), 2048), 0,
            np.int32(len(sizes)), np.int32(self.layout.columns(pair)), np.uint32(self.stride(pair)), sizes, codes,
            found,
        )  # fmt: skip
        counts = [int(count) for count in found.get()]
        if not self.distances:
            return Counts(drawn=counts[0], won=[counts[1]], lost=[counts[2]])
        if counts[LIMIT - 1] or counts[2 * LIMIT - 1]:
            raise ArithmeticError(f"forced wins of {LIMIT - 1} plies or more in the pair {pair}")
        return Counts(drawn=counts[-1], won=counts[:LIMIT], lost=counts[LIMIT:-1])

    def probe(self, owns: Any, others: Any) -> Any:
        """Look many positions up: 1 won, 2 lost, 0 drawn for the side that has the cubes `owns`; 9 where `tables` holds
        them no more."""
        return self._asked("probe", owns, others, self.xp.empty(len(owns), self.xp.uint8))

    def codes_of(self, owns: Any, others: Any) -> Any:
        """Look the codes of many positions up that `tables` holds. Needs `distances`."""
        return self._asked("codes_of", owns, others, self.xp.empty(len(owns), self.xp.uint16))

    def _asked(self, kernel: str, owns: Any, others: Any, answers: Any) -> Any:
        self._launch(
            kernel, -(-len(owns) // THREADS), 0,
            np.int32(len(owns)), owns, others, self.orbits.entry, self._binomials, *self._addresses(), answers,
        )  # fmt: skip
        return answers

    def check(self, pair: Pair, side: int, step: int) -> tuple[int, int]:
        """Does every `step`-th position of a pair that has just been solved follow from its moves? Returns how many
        don't, and how many were looked at. Needs `distances`."""
        rows = self.orbits.sets[pair[0]]
        found = self.xp.zeros(2, self.xp.uint64)
        self._launch(
            "check", 4096, 0,
            np.int32(side), np.int32(len(rows)), np.int32(self.layout.columns(pair)), np.uint32(self.stride(pair)),
            np.uint32(step), rows, self._column_sets(self.layout.cells - pair[0], pair[1]), self.orbits.entry,
            self._binomials, *self._addresses(), self.tables[pair][side], found,
        )  # fmt: skip
        wrong, looked = found.get()
        return int(wrong), int(looked)

    def example(self, pair: Pair, side: int, code: int) -> tuple[int, int]:
        """A position that has a code: the cubes of the side to move, and those of the other. Needs `distances`."""
        rows = self.orbits.sets[pair[0]]
        first = self.xp.full(1, 2**64 - 1, self.xp.uint64)
        self._launch(
            "find", min(len(rows), 4096), 0,
            np.int32(len(rows)), np.int32(self.layout.columns(pair)), np.uint32(self.stride(pair)), np.uint32(code),
            self.tables[pair][side], first,
        )  # fmt: skip
        row, column = divmod(int(first[0]), self.stride(pair))
        row_set = int(rows[row])
        column_set = int(self._column_sets(self.layout.cells - pair[0], pair[1])[column])
        left = [cell for cell in range(self.layout.cells) if not row_set >> cell & 1]
        cubes = sum(1 << cell for bit, cell in enumerate(left) if column_set >> bit & 1)
        return (row_set, cubes) if side == 0 else (cubes, row_set)

    def _addresses(self) -> tuple[Any, Any]:
        """Where the tables are, and how long their rows, by pair."""
        tables, strides = np.zeros((32, 32, 2), np.uint64), np.zeros((32, 32), np.uint32)
        for pair, sides in self.tables.items():
            strides[pair] = self.stride(pair)
            for side, codes in enumerate(sides):
                tables[(*pair, side)] = codes.data.ptr
        return self.xp.asarray(tables), self.xp.asarray(strides)

    def codes(self, pair: Pair, side: int) -> Numbers:
        """The codes of a side that `tables` holds, as a matrix. Needs `distances`."""
        whole = self.tables[pair][side].reshape(-1, self.stride(pair))
        codes: Numbers = whole[:, : self.layout.columns(pair)].get()
        return codes

    def _launch(self, name: str, blocks: int, shared: int, *arguments: Any) -> None:
        kernel = self._module.get_function(name)
        if shared > kernel.max_dynamic_shared_size_bytes:
            kernel.max_dynamic_shared_size_bytes = shared
        kernel((blocks,), (THREADS,), arguments, shared_mem=shared)

    def _shared(self, many: int) -> int:
        """Bytes of shared memory: the tables that rearrange columns, and those that number them."""
        bits = self.layout.cells - many
        tables = len(self.layout.taken) * max(-(-bits // 6), 1) * 64 * 4
        ranks = 0 if bits > 20 else 2 * (1 << LOW_BITS) + 4 * (1 << max(bits - LOW_BITS, 0))
        return tables + ranks

    def _column_sets(self, bits: int, count: int) -> Any:
        return self.xp.flatnonzero(self._bit_counts[: 1 << bits] == count).astype(self.xp.uint32)

    @lru_cache  # noqa: B019 (a card lives as long as its solution)
    def _high(self, count: int) -> Any:
        return self.xp.asarray(_high_ranks(self.layout.cells, count))


def _low_ranks() -> Numbers:
    """For the low bits of a column: its place among the numbers with as many bits."""
    ranks = np.zeros(1 << LOW_BITS, np.uint16)
    for number in range(1 << LOW_BITS):
        places = [place for place in range(LOW_BITS) if number >> place & 1]
        ranks[number] = sum(comb(place, i) for i, place in enumerate(places, 1))
    return ranks


def _high_ranks(bits: int, count: int) -> Numbers:
    """For the other bits of a column that has `count` bits: how many columns come before because of them."""
    high_bits = max(bits - LOW_BITS, 0)
    numbers = np.arange(1 << high_bits)
    ranks = np.zeros(1 << high_bits, np.uint32)
    nth = count - bit_counts(high_bits, np).astype(int)
    binomials = np.array([[comb(n, k) for k in range(bits + 2)] for n in range(bits + 1)])
    for place in range(high_bits):
        present = numbers >> place & 1
        nth += present
        ranks += (present * binomials[LOW_BITS + place, np.clip(nth, 0, bits + 1)]).astype(np.uint32)
    return ranks


def _constants(of: Grid) -> str:
    """The geometry as source text, for the top of gpu.cu."""
    lines = [
        f"#define CELLS {of.cells}",
        f"#define PUSHES {len(of.taken)}",
        f"#define LINES {len(of.lines)}",
    ]
    tables = {
        "unsigned char GOALS": of.pushes,
        "unsigned char BACK": of.unpushes(),
        "unsigned char TAKEN": of.taken,
        "unsigned char PLACED": of.placed,
        "unsigned char SYMMETRIES": of.symmetries,
        "unsigned int LINE": of.lines,
    }
    for name, table in tables.items():
        shape = "".join(f"[{length}]" for length in table.shape)
        values = ", ".join(str(int(value)) for value in table.ravel())
        # As plain memory: constant memory is slow where threads read different places.
        lines.append(f"__device__ const {name}{shape} = {{{values}}};")
    return "\n".join(lines) + "\n"
