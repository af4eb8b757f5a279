"""A browser that remembers nothing, or nonsense: the page works all the same."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.page.conftest import Visit
from tests.page.visitor import Visitor
from tests.server.serving import Address

BLOCKED = """
for (const name of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError') } })
"""


def open_bot_table(visitor: Visitor) -> None:
    visitor.open("/")
    visitor.tap("play-quixo")
    visitor.tap("play")
    expect(visitor.by("board")).to_be_visible()


def test_a_browser_that_blocks_storage(visit: Visit) -> None:
    ada = visit()
    ada.context.add_init_script(BLOCKED)
    open_bot_table(ada)
    expect(ada.by("board").locator(".can").first).to_be_visible()  # the seat is hers, and it is her turn
    ada.page.go_back()
    ada.page.go_back()
    expect(ada.by("go-on").locator("a")).to_have_count(1)  # her game is remembered until she leaves


@pytest.mark.parametrize("text", ["{oops", "null", "[null]", "{}", '[{"id":5}]'])
def test_broken_memory_is_dropped(visit: Visit, text: str) -> None:
    ada = visit()
    for key in ("games", "language", "theme", "sound", "name", "performances"):
        ada.remember(f"rowlock.{key}", text)
    ada.open("/")
    expect(ada.page.locator("main h1")).to_have_text("What shall we play?")
    expect(ada.page.locator("main .tiles")).to_have_count(0)


def test_a_table_with_broken_memory(visit: Visit, site: Address) -> None:
    table = site.open("quixo")
    ada = visit()
    ada.remember(f"rowlock.pending.{table.id}", "[null, {}]")
    ada.open_table(table, 1)
    expect(ada.by("board").locator(".can").first).to_be_visible()


def test_without_scripts_it_says_what_is_missing(visit: Visit) -> None:
    ada = visit(java_script_enabled=False)
    with ada.patience():  # the browser says that it has kept the scripts away
        ada.page.goto("/", wait_until="load")
    lines = ada.page.locator("noscript p")
    expect(lines).to_have_count(6)
    for line in lines.all():
        expect(line).to_contain_text("JavaScript")
        expect(line).to_be_visible()
