"""One server for the tests that don't need one of their own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rowlock.server import clock, desk
from tests.postgres import postgres
from tests.redis_server import RedisServer, redis_server
from tests.server.serving import Address, Background, lavish

__all__ = ["postgres", "redis_server"]


@pytest.fixture(autouse=True)
def hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of this process is as before, afterwards."""
    monkeypatch.setattr(clock.Hand, "offset", clock.Hand.offset)


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever studies stands back behind all others: behind the other tests, that would be for minutes."""
    monkeypatch.setattr(desk, "KINDNESS", 0)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Background]:
    # For each file, not for the session: it would hear of the time that tests of clocks let go by, and keep to it.
    with Background(lavish(tmp_path_factory.mktemp("server") / "tables.db")) as background:
        yield background


@pytest.fixture
def address(server: Background) -> Address:
    server.address.heard.clear()
    return server.address


@pytest.fixture
def two(redis_server: RedisServer, tmp_path: Path) -> Iterator[tuple[Background, Background]]:
    """Two servers with one database, and Redis between them."""
    settings = lavish(tmp_path / "db", redis=redis_server.address)
    with Background(settings) as one, Background(settings) as other:
        yield one, other
