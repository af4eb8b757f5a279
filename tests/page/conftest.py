"""One browser, a fresh context for each visitor, and a real server beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.page.browser import ARGUMENTS, NoBrowser, find_chromium
from tests.page.screens import Stage
from tests.page.site import Site
from tests.page.visitor import Visitor
from tests.server.serving import Address

Visit = Callable[..., Visitor]


class Kept:
    """The browser of this process, for as long as tests of the page follow one another: while playwright runs, nothing
    else in this process can use asyncio."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._browser: Browser | None = None

    def open(self) -> Browser:
        """The one that is there, or a new one."""
        if self._browser is None or not self._browser.is_connected():
            self.close()
            chromium = find_chromium()
            playwright = self._stack.enter_context(sync_playwright())
            self._browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
            self._stack.callback(self._browser.close)
        return self._browser

    def close(self) -> None:
        self._browser = None
        self._stack.close()


KEPT = Kept()


@pytest.fixture
def browser() -> Browser:
    try:
        return KEPT.open()
    except NoBrowser as missing:
        pytest.fail(str(missing), pytrace=False)


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    if nextitem is None or Path(__file__).parent not in nextitem.path.parents:
        KEPT.close()


@pytest.fixture(scope="session")
def session_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site(tmp_path_factory.mktemp("site"))
    yield site
    site.close()


@pytest.fixture
def site(session_site: Site) -> Address:
    session_site.address.heard.clear()
    return session_site.address


@pytest.fixture(scope="session")
def stage(session_site: Site) -> Stage:
    return Stage(session_site.address).prepared()


@pytest.fixture
def visit(browser: Browser, site: Address) -> Iterator[Visit]:
    """Makes visitors; in the end none of them may have met a problem."""
    with visiting(browser, site) as make:
        yield make


class visiting:  # noqa: N801 (a context manager reads like a function)
    """Visitors of one server for a while."""

    def __init__(self, browser: Browser, address: Address) -> None:
        self._browser, self._address = browser, address
        self._visitors: list[Visitor] = []

    def __enter__(self) -> Visit:
        def make(*arguments: Any, **options: Any) -> Visitor:
            visitor = Visitor(self._browser, self._address, *arguments, **options)
            self._visitors.append(visitor)
            return visitor

        return make

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        for visitor in self._visitors:
            visitor.close()
        problems = [problem for visitor in self._visitors for problem in visitor.problems]
        if problems and kind is None:
            pytest.fail("\n".join(problems), pytrace=False)
