"""What the page weighs, and that it answers: the limits are in bytes; `python -m bench page` measures the times."""

from __future__ import annotations

import gzip
import re
import time
from pathlib import Path

from playwright.sync_api import Response, expect

import rowlock
from tests.page.conftest import Visit
from tests.page.playing import push
from tests.server.serving import Address

PAGE = Path(rowlock.__file__).parent / "page"
HOME = 60_000
"""Bytes of compressed JavaScript and CSS before the first screen can be used. The aim is 70,000."""
REQUESTS = 18
"""How many files of them; on a slow line each costs the time of a way there and back."""
TABLE = 138_000
"""The same for a link that opens straight at a table."""
ALL = 268_000
"""The same for all screens together."""
LONG = 5.0
"""Seconds; far more than anybody would wait, because the machine that tests may be busy."""


def transferred(visit: Visit, path: str, language: str, ready: str) -> dict[str, int]:
    """The scripts and styles that a first visit loads, each with its bytes on the way."""
    ada = visit(language)
    responses: list[Response] = []
    ada.page.on("response", lambda response: responses.append(response))
    ada.page.goto(path)
    expect(ada.page.locator(ready).first).to_be_visible()
    ada.page.wait_for_load_state("load")
    loaded = [response for response in responses if re.search(r"\.(js|css)$", response.url)]
    return {one.url.rpartition("/")[2]: one.request.sizes()["responseBodySize"] for one in loaded}


def test_first_load(visit: Visit, site: Address) -> None:
    """The home screen, and a link that opens straight at a table, in the language with the longest texts."""
    home = transferred(visit, "/", "ru", "[data-testid=play-qwixx]")
    table = site.open("qwixx")
    at_table = transferred(visit, f"/t/{table.id}", "ru", ".sheet")
    for sizes, most in ((home, HOME), (at_table, TABLE)):
        assert len(sizes) > 2
        assert len(sizes) <= REQUESTS, sizes
        assert sum(sizes.values()) <= most, sizes


def test_all_that_was_built() -> None:
    """Everything that one language needs on all screens together, tutorials and rules included, stays small."""
    files = [path for path in (PAGE / "assets").iterdir() if path.suffix in (".js", ".css")]
    other = re.compile(r"(ru|uk|bg|he|ar)-[\w-]+\.js")
    sizes = {
        path.name: len(gzip.compress(path.read_bytes())) for path in files if not other.fullmatch(path.name)
    }
    assert sum(sizes.values()) <= ALL, sizes


def test_nothing_is_written_into_the_page_that_the_server_forbids(visit: Visit, site: Address) -> None:
    """The policy forbids inline scripts and styles; a breach would be an error of the console."""
    ada = visit().open("/")
    policy = ada.page.request.get("/").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    ada.open_table(site.open("qwixx"), 1)
    expect(ada.sheet).to_be_visible()


def test_a_tap_is_answered_and_the_others_see_it(visit: Visit, site: Address) -> None:
    table = site.open("quixo")
    ada, boris = visit().open_table(table, 1), visit().open_table(table, 2)
    expect(boris.by("board")).to_be_visible()
    began = time.monotonic()
    ada.tap("cube-a1")
    expect(ada.by("end-a5")).to_be_visible()
    assert time.monotonic() - began < LONG
    ada.tap("cube-a1")
    began = time.monotonic()
    push(ada, "a1a5")
    expect(boris.by("cube-a5")).to_have_attribute("aria-label", "a5, cross")
    assert time.monotonic() - began < LONG
