"""One server for the tests that don't need one of their own."""

from collections.abc import Iterator

import pytest

from tests.postgres import postgres
from tests.server.serving import Address, Background, lavish

__all__ = ["postgres"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Background]:
    with Background(lavish(tmp_path_factory.mktemp("server") / "tables.db")) as background:
        yield background


@pytest.fixture
def address(server: Background) -> Address:
    server.address.heard.clear()
    return server.address
