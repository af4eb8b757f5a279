"""Whole solutions, step by step: which solver, what is written where, and how a stopped run goes on.

A run by layers writes one table for each number of marked cubes, from full boards down. It goes on below the
layers that it finds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from rowlock.solve.quixo.layout import Grid, Numbers, Pair, grid, orbits
from rowlock.solve.quixo.report import Report, blocks
from rowlock.solve.quixo.table import STRIDE, TableFile, Writer


@dataclass(frozen=True, slots=True)
class RunStep:
    """One pair more: how many cubes it has, which share of all positions is done, the counts so far, and how many
    classes were there before."""

    cubes: int
    share: float
    report: Report
    found: int = 0
    open: int = 0
    """How many positions are not decided yet, where nobody knows how many rounds that takes."""


def on_processor(size: int, out: Path | None) -> Iterator[RunStep]:
    """A small board in memory, with distances; writes one table, or counts the one that it finds."""
    from rowlock.solve.quixo.cpu import solve

    of, solved = grid(size), []
    progress = _Progress(of)
    path = out / f"quixo{size}.rlq" if out else None
    if path and path.exists():
        table = TableFile(path)
        for each in of.pairs():
            progress.report.add_codes(each, [table.codes(each, side) for side in _sides(each)])
        yield progress.nothing_to_do()
        return
    for pair in solve(size):
        progress.report.add_codes(pair.pair, pair.sides)
        if path:
            solved.append(pair)
        yield progress.step(pair.pair)
    if path:
        with Writer(path, size, distances=True) as writer:
            for count, sets in enumerate(orbits(of).sets):
                writer.add_rows(count, sets)
            for pair in solved:
                for side in _sides(pair.pair):
                    writer.add_codes(pair.pair, side, pair.sides[side])


def on_processor_by_layers(size: int, out: Path) -> Iterator[RunStep]:
    """Any board layer by layer on disk, without distances. Needs memory for the largest pair: 18 GB at 5×5."""
    from rowlock.solve.quixo.cpu import Processor

    of = grid(size)
    progress = _Progress(of)
    first = progress.skip_those_in(out)
    if first < 0:
        yield progress.nothing_to_do()
        return
    processor = Processor(of, distances=False)
    for cubes in range(first, -1, -1):
        above = TableFile(layer_path(out, size, cubes + 1)) if cubes < of.cells else None

        def fuller(pair: Pair, side: int, table: TableFile | None = above) -> Numbers:
            assert table  # full boards ask for nothing
            return unpacked(table.values(pair, side), of.columns(pair))

        with Writer(layer_path(out, size, cubes), size, distances=False, cubes=cubes) as writer:
            _add_rows(writer, of, cubes, processor.orbits.sets)
            for pair in of.layer(cubes):
                solved = processor.solve(pair, fuller)
                progress.report.add_codes(pair, solved.sides)
                for side in _sides(pair):
                    writer.add_values(pair, side, packed(solved.sides[side]).tobytes())
                yield progress.step(pair)
            writer.add_facts(classes=progress.report.layer(cubes))


def on_endings(size: int, out: Path) -> Iterator[RunStep]:
    """Only positions with at most two blank cubes, on the processor. Writes the full boards, with distances, in one
    table, those with one blank in another, and those with two in a third."""
    from rowlock.solve.quixo import endings as solving

    of = grid(size)
    for step in _on_full_boards(size, out):
        yield step
    endings = solving.no_endings(of)
    solving.take_full_boards(TableFile(full_boards_path(out, size)), endings)
    for count, name, known in ((1, "blank", endings.one), (2, "two-blanks", endings.two)):
        for left in solving.solve_with_blanks(of, known, endings):
            yield replace(step, cubes=known.bits, open=left)
        for own, counts in enumerate(solving.counts_with_blanks(of, known)):
            step.report.add_class((own, known.bits - own), counts)
        places = solving.standing_blanks(of, count)
        with Writer(out / f"quixo{size}-{name}.rlq", size, distances=False, cubes=known.bits) as writer:
            for squares, some in zip(places, known.values.reshape(len(places), -1), strict=True):
                writer.add_blanks(squares, some.tobytes())


def _on_full_boards(size: int, out: Path) -> Iterator[RunStep]:
    """Own cubes are all that can be taken there, so they need no other positions."""
    from rowlock.solve.quixo.cpu import Processor

    def none_fuller(pair: Pair, side: int) -> Numbers:
        raise AssertionError(f"a full board asked for side {side} of {pair}")

    of = grid(size)
    pairs = of.layer(of.cells)
    progress, processor = _Progress(of, pairs), Processor(of)
    with Writer(full_boards_path(out, size), size, distances=True, cubes=of.cells) as writer:
        _add_rows(writer, of, of.cells, processor.orbits.sets)
        for pair in pairs:
            solved = processor.solve(pair, none_fuller)
            progress.report.add_codes(pair, solved.sides)
            for side in _sides(pair):
                writer.add_codes(pair, side, solved.sides[side])
            yield progress.step(pair)


def on_card(
    size: int, out: Path | None, *, distances: bool = False, most_cubes: int | None = None
) -> Iterator[RunStep]:
    """On an NVIDIA card. Writes each layer; with `most_cubes` only those up to there, compressed and in one table."""
    from rowlock.solve.quixo.gpu import Card

    of = grid(size)
    progress = _Progress(of)
    by_layers = out is not None and most_cubes is None and not distances
    first = progress.skip_those_in(out) if out and by_layers else of.cells
    if first < 0:
        yield progress.nothing_to_do()
        return
    card = Card(size, distances=distances)
    if out and first < of.cells:
        table = TableFile(layer_path(out, size, first + 1))
        for pair in of.layer(first + 1):
            card.tables[pair] = [card.xp.asarray(table.values(pair, side)) for side in _sides(pair)]
    small: dict[Pair, list[bytes]] = {}
    layer: dict[Pair, list[bytes]] = {}
    for solved in card.solve():
        pair, cubes = solved.pair, sum(solved.pair)
        for side in (0, 1):
            progress.report.add(pair, side, solved.counts[side])
        if by_layers:
            layer[pair] = [words.get().tobytes() for words in card.tables[pair]]
        elif out and not distances and cubes <= (most_cubes or 0):
            small[pair] = [_plain(words.get(), of.columns(pair)).tobytes() for words in card.tables[pair]]
        if out and by_layers and pair == of.layer(cubes)[-1]:
            with Writer(layer_path(out, size, cubes), size, distances=False, cubes=cubes) as writer:
                _add_rows(writer, of, cubes, [sets.get() for sets in card.orbits.sets])
                _add_values(writer, layer, compressed=False)
                writer.add_facts(classes=progress.report.layer(cubes))
            layer.clear()
        yield progress.step(pair)
    if out and small:
        with Writer(out / f"quixo{size}.rlq", size, distances=False, cubes=most_cubes) as writer:
            _add_rows(writer, of, most_cubes or 0, [sets.get() for sets in card.orbits.sets], least=0)
            _add_values(writer, small, compressed=True)


def layer_path(out: Path, size: int, cubes: int) -> Path:
    """The table of all positions with so many marked cubes."""
    return out / f"quixo{size}-{cubes:02}.rlq"


def full_boards_path(out: Path, size: int) -> Path:
    """The table of the full boards with distances."""
    return out / f"quixo{size}-full.rlq"


def packed(codes: Numbers) -> Numbers:
    """Two-bit codes, sixteen a word, from byte codes."""
    rows, columns = codes.shape
    width = (columns + STRIDE - 1) // STRIDE * STRIDE
    words = np.empty((rows, width // 16), "<u4")
    for some in blocks(rows, width):
        values = np.zeros((len(words[some]), width), np.uint32)
        values[:, :columns] = _TWO_BITS[codes[some]]
        shifted = values.reshape(len(values), -1, 16) << (2 * np.arange(16, dtype=np.uint32))
        words[some] = np.bitwise_or.reduce(shifted, axis=2)
    return words


_TWO_BITS = np.array([0] + [1] * 127 + [2] * 128, np.uint8)
_UNPACKED = np.array([[(0, 1, 128, 0)[byte >> 2 * i & 3] for i in range(4)] for byte in range(256)], np.uint8)


def unpacked(words: Numbers, columns: int) -> Numbers:
    """Byte codes, a matrix of so many columns, from two-bit codes."""
    width = (columns + STRIDE - 1) // STRIDE * STRIDE
    codes: Numbers = _UNPACKED[words.view(np.uint8)].reshape(-1, width)[:, :columns]
    return codes


def _plain(words: Numbers, columns: int) -> Numbers:
    """The card's two-bit codes for a file that shall be small: a draw is always 0, and so is what fills up a row."""
    wide = words.reshape(-1, (columns + STRIDE - 1) // STRIDE * STRIDE // 16)
    both = wide & (wide >> 1) & 0x55555555
    keep = np.clip(columns - 16 * np.arange(wide.shape[1]), 0, 16)
    plain: Numbers = wide & ~(both * 3) & ((1 << 2 * keep) - 1).astype(np.uint32)
    return plain


ROW_WORK = 30
"""To plan the pushes of a row takes about as long as to look at so many of its positions."""


class _Progress:
    """Counts, and the share of the work that is done."""

    def __init__(self, of: Grid, pairs: Iterable[Pair] | None = None) -> None:
        self.report = Report(of)
        self._of, self._found, self._done = of, 0, 0
        self._all = sum(map(self._work, of.pairs() if pairs is None else pairs))

    def skip_those_in(self, out: Path) -> int:
        """Take in the layers that are there, which cost nothing; returns the fullest one that is missing, or -1."""
        for cubes in range(self._of.cells, -1, -1):
            path = layer_path(out, self._of.size, cubes)
            if not path.exists():
                return cubes
            for own, other, *values in TableFile(path).facts["classes"]:
                won, lost, drawn = values
                self.report.add_class((own, other), (won, lost, drawn))
            self._found = len(self.report.classes)
            self._all -= sum(map(self._work, self._of.layer(cubes)))
        return -1

    def nothing_to_do(self) -> RunStep:
        """Everything was there before."""
        return RunStep(0, 1.0, self.report, len(self.report.classes))

    def _work(self, pair: Pair) -> int:
        return comb(self._of.cells, pair[0]) * (self._of.columns(pair) + ROW_WORK)

    def step(self, pair: Pair) -> RunStep:
        self._done += self._work(pair)
        return RunStep(sum(pair), self._done / self._all, self.report, self._found)


def _sides(pair: Pair) -> range:
    """Where both have as many cubes, side 0 is all there is to write."""
    return range(1 if pair[0] == pair[1] else 2)


def _add_rows(writer: Writer, of: Grid, cubes: int, sets: list[Any], least: int | None = None) -> None:
    first = min(many for many, _ in of.layer(cubes)) if least is None else least
    for count in range(first, cubes + 1):
        writer.add_rows(count, sets[count])


def _add_values(writer: Writer, tables: dict[Pair, list[bytes]], *, compressed: bool) -> None:
    for pair, sides in tables.items():
        for side, words in enumerate(sides):
            writer.add_values(pair, side, words, compressed=compressed)
