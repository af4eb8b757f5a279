"""The card against the processor, position by position. Needs an NVIDIA card and CuPy."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from rowlock.solve.quixo.gpu import LOST_BIT, Card, NoCard, cupy
from rowlock.solve.quixo.layout import Pair
from rowlock.solve.quixo.report import Report
from rowlock.solve.quixo.table import DATA, TableFile
from rowlock.solve.quixo.verdict import Verdict


@pytest.fixture(scope="module")
def card() -> Any:
    try:
        return cupy()
    except NoCard as reason:
        pytest.skip(str(reason))


def sides(pair: Pair) -> range:
    return range(1 if pair[0] == pair[1] else 2)


def reference(size: int) -> tuple[TableFile, Iterator[tuple[Pair, list[Any]]]]:
    table = TableFile(DATA / f"quixo{size}.rlq")
    return table, ((pair, [table.codes(pair, side) for side in sides(pair)]) for pair in table.layout.pairs())


@pytest.mark.parametrize("size", [3, 4])
def test_distances(card: Any, size: int) -> None:
    solver = Card(size, distances=True)
    table, expected = reference(size)
    report, longest = Report(table.layout), (0, (0, 0))
    for solved, (pair, codes) in zip(solver.solve(), expected, strict=True):
        assert solved.pair == pair
        for side in sides(pair):
            wide = codes[side].astype(np.uint16)
            wide[wide >= 128] += LOST_BIT - 128
            assert np.array_equal(solver.codes(pair, side), wide), (pair, side)
            assert solver.check(pair, side, 1) == (0, wide.size)
            report.add(pair, side, solved.counts[side])
            most = max((d for d, n in enumerate(solved.counts[side].won) if n), default=0)
            if most > longest[0]:
                longest = most, solver.example(pair, side, 1 + most)
                own, other = (card.asarray([cubes], card.uint32) for cubes in longest[1])
                assert int(solver.codes_of(own, other)[0]) == 1 + most
    assert report.longest()[0] == longest[0] == {3: 7, 4: 21}[size]
    assert table.probe(*longest[1]) == Verdict(1, longest[0])


@pytest.mark.parametrize("keep_all", [False, True])
@pytest.mark.parametrize("size", [3, 4])
def test_values_and_probe(card: Any, size: int, keep_all: bool) -> None:
    solver = Card(size, keep_all=keep_all)
    table, expected = reference(size)
    report = Report(table.layout)
    for solved, (pair, codes) in zip(solver.solve(), expected, strict=True):
        for side in sides(pair):
            report.add(pair, side, solved.counts[side])
            words = solver.tables[pair][side].get()
            values = (words[:, None] >> 2 * np.arange(16, dtype=np.uint32) & 3).reshape(
                -1, solver.stride(pair)
            )
            values = values[:, : table.layout.columns(pair)] % 3
            assert np.array_equal(values, np.where(codes[side] == 0, 0, np.where(codes[side] < 128, 1, 2)))
    assert report.totals() == {3: (12748, 6935, 0), 4: (26434489, 15003736, 1608496)}[size]
    if keep_all:
        rng = np.random.default_rng(size)
        cubes = rng.integers(0, 3, (500, size**2))
        owns, others = ((cubes == symbol) @ (1 << np.arange(size**2)) for symbol in (1, 2))
        answers = solver.probe(card.asarray(owns, card.uint32), card.asarray(others, card.uint32)).get()
        for own, other, answer in zip(owns, others, answers, strict=True):
            verdict = table.probe(int(own), int(other))
            assert verdict is not None
            assert verdict.value == (0, 1, -1)[answer]
