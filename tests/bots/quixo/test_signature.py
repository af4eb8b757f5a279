"""How the Quixo bots think has not changed unless somebody meant it: then write the new numbers here."""

import pytest

from bench.quixo.signature import both


@pytest.fixture(scope="module")
def now() -> dict[str, tuple[int, int]]:
    return both()


@pytest.mark.parametrize("game, nodes, moves", [("quixo", 64259, 13674), ("quixo4", 65805, 16699)])
def test_signature(now: dict[str, tuple[int, int]], game: str, nodes: int, moves: int) -> None:
    assert now[game] == (nodes, moves)
