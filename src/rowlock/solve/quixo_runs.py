"""Whole solutions, step by step: which solver, what is written where, and how a stopped run goes on.

A run by layers writes one table for each number of marked cubes, from full boards down. It goes on below the
layers that it finds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from rowlock.solve.quixo_layout import Layout, Numbers, Pair, layout, orbits
from rowlock.solve.quixo_report import Report
from rowlock.solve.quixo_table import STRIDE, Table, Writer


@dataclass(frozen=True, slots=True)
class Step:
    """One pair more: how many cubes it has, which share of all positions is done, and the counts so far."""

    cubes: int
    share: float
    report: Report


def on_processor(size: int, out: Path | None) -> Iterator[Step]:
    """A small board in memory, with distances; writes one table."""
    from rowlock.solve.quixo_cpu import solve

    of, solved = layout(size), []
    progress = _Progress(of)
    for pair in solve(size):
        progress.report.add_codes(pair.pair, pair.sides)
        if out:
            solved.append(pair)
        yield progress.step(pair.pair)
    if out:
        with Writer(out / f"quixo{size}.rlq", size, distances=True) as writer:
            for count, sets in enumerate(orbits(of).sets):
                writer.add_rows(count, sets)
            for pair in solved:
                for side in _sides(pair.pair):
                    writer.add_codes(pair.pair, side, pair.sides[side])


def on_processor_by_layers(size: int, out: Path) -> Iterator[Step]:
    """A board of any size, layer by layer on disk: byte codes in a scratch file, two-bit codes in the table.

    Needs memory for the largest pair (13 GB at 5×5) and disk for two layers of byte codes besides the tables."""
    from rowlock.solve.quixo_cpu import Processor

    of = layout(size)
    processor, progress = Processor(of), _Progress(of)
    first = _first_missing(of, out)
    progress.skip(first)
    above: dict[Pair, list[Numbers]] = {}

    def fuller(pair: Pair, side: int) -> Numbers:
        return above[pair][side]

    for cubes in range(first, -1, -1):
        above = {
            pair: _scratch(of, out, pair, "r") for pair in (of.layer(cubes + 1) if cubes < of.cells else [])
        }
        with Writer(layer_path(out, size, cubes), size, distances=False, cubes=cubes) as writer:
            _add_rows(writer, of, cubes, processor.orbits.sets)
            for pair in of.layer(cubes):
                solved = processor.solve(pair, fuller)
                progress.report.add_codes(pair, solved.sides)
                for side, codes in enumerate(solved.sides):
                    np.save(_scratch_path(out, pair, side), codes)
                    if side in _sides(pair):
                        writer.add_values(pair, side, packed(codes).tobytes())
                yield progress.step(pair)
        above = {}
        for pair in of.layer(cubes + 1) if cubes < of.cells else []:
            for side in (0, 1):
                _scratch_path(out, pair, side).unlink(missing_ok=True)
    for side in (0, 1):
        _scratch_path(out, (0, 0), side).unlink(missing_ok=True)


def on_card(
    size: int, out: Path | None, *, distances: bool = False, most_cubes: int | None = None
) -> Iterator[Step]:
    """On an NVIDIA card, with two layers in its memory. Writes each layer; with `most_cubes` only those up to there,
    compressed and in one table."""
    from rowlock.solve.quixo_gpu import Card

    card = Card(size, distances=distances)
    of, progress = card.layout, _Progress(card.layout)
    by_layers = out is not None and most_cubes is None and not distances
    if out and by_layers:
        first = _first_missing(of, out)
        progress.skip(first)
        if first < of.cells:
            table = Table(layer_path(out, size, first + 1))
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
            layer.clear()
        yield progress.step(pair)
    if out and small:
        with Writer(out / f"quixo{size}.rlq", size, distances=False, cubes=most_cubes) as writer:
            _add_rows(writer, of, most_cubes or 0, [sets.get() for sets in card.orbits.sets], least=0)
            _add_values(writer, small, compressed=True)


def layer_path(out: Path, size: int, cubes: int) -> Path:
    """The table of all positions with so many marked cubes."""
    return out / f"quixo{size}-{cubes:02}.rlq"


def packed(codes: Numbers) -> Numbers:
    """Two-bit codes, sixteen a word, from byte codes."""
    rows, columns = codes.shape
    values = np.zeros((rows, (columns + STRIDE - 1) // STRIDE * STRIDE), np.uint32)
    values[:, :columns] = np.where(codes == 0, 0, np.where(codes < 128, 1, 2))
    shifted = values.reshape(rows, -1, 16) << (2 * np.arange(16, dtype=np.uint32))
    words: Numbers = np.bitwise_or.reduce(shifted, axis=2).astype("<u4")
    return words


def _plain(words: Numbers, columns: int) -> Numbers:
    """The card's two-bit codes for a file that shall be small: a draw is always 0, and so is what fills up a row."""
    wide = words.reshape(-1, (columns + STRIDE - 1) // STRIDE * STRIDE // 16)
    both = wide & (wide >> 1) & 0x55555555
    keep = np.clip(columns - 16 * np.arange(wide.shape[1]), 0, 16)
    plain: Numbers = wide & ~(both * 3) & ((1 << 2 * keep) - 1).astype(np.uint32)
    return plain


class _Progress:
    """Counts, and the share of the work that is done; each position is taken to cost the same."""

    def __init__(self, of: Layout) -> None:
        self.report = Report(of)
        self._of, self._done, self._all = of, 0, sum(map(of.members, of.pairs()))

    def skip(self, first: int) -> None:
        """Layers that were there before cost nothing."""
        for cubes in range(self._of.cells, first, -1):
            self._all -= sum(map(self._of.members, self._of.layer(cubes)))

    def step(self, pair: Pair) -> Step:
        self._done += self._of.members(pair)
        return Step(sum(pair), self._done / self._all, self.report)


def _sides(pair: Pair) -> range:
    """Where both have as many cubes, side 0 is all there is to write."""
    return range(1 if pair[0] == pair[1] else 2)


def _first_missing(of: Layout, out: Path) -> int:
    """The fullest layer that is not there yet."""
    return next(
        (cubes for cubes in range(of.cells, -1, -1) if not layer_path(out, of.size, cubes).exists()), -1
    )


def _add_rows(writer: Writer, of: Layout, cubes: int, sets: list[Any], least: int | None = None) -> None:
    first = min(many for many, _ in of.layer(cubes)) if least is None else least
    for count in range(first, cubes + 1):
        writer.add_rows(count, sets[count])


def _add_values(writer: Writer, tables: dict[Pair, list[bytes]], *, compressed: bool) -> None:
    for pair, sides in tables.items():
        for side, words in enumerate(sides):
            writer.add_values(pair, side, words, compressed=compressed)


def _scratch_path(out: Path, pair: Pair, side: int) -> Path:
    return out / f"scratch-{pair[0]}-{pair[1]}-{side}.npy"


def _scratch(of: Layout, out: Path, pair: Pair, mode: Any) -> list[Numbers]:
    found = [np.load(_scratch_path(out, pair, side), mmap_mode=mode) for side in (0, 1)]
    if found[0].shape[1] != of.columns(pair):
        raise ValueError(f"{_scratch_path(out, pair, 0)} belongs to another board")
    return found
