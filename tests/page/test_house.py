"""Friends in this house: from a plain `rowlock` to a game between two devices, without a command line."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from rowlock.server.listening import address_on_network
from tests.page.playing import push
from tests.page.visitor import Visitor
from tests.server.serving import PATIENCE, Address, lavish

PLAIN = (
    "import sys, webbrowser; webbrowser.open = lambda _: True; from rowlock.cli import main; sys.exit(main())"
)


@pytest.fixture
def plain(tmp_path: Path) -> Iterator[Address]:
    """`rowlock`, as families start it."""
    if address_on_network() is None:
        pytest.skip("this machine is in no network")
    environment = {**os.environ, **lavish(tmp_path / "tables.db").environment()}
    command = [sys.executable, "-u", "-c", PLAIN]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        port = next(found for line in process.stdout if (found := re.search(r"localhost:(\d+)", line)))
        address = Address(int(port[1]))
        yield address
        address.close()
        process.terminate()
        process.wait(PATIENCE)


def test_one_tap_lets_the_house_in(browser: Browser, plain: Address) -> None:
    ada = Visitor(browser, plain).open("/play/quixo")
    ada.tap("who-friends")
    ada.by("name").fill("Ada")
    ada.tap("play")
    expect(ada.page.locator("code")).to_have_count(0)
    ada.tap("house-open")
    ada.tap("house-yes")
    link = ada.by("house-link").inner_text()
    host = re.fullmatch(r"http://([\d.]+):\d+/t/.+", link)
    assert host
    there = Address(int(link.rsplit(":", 1)[1].split("/")[0]))
    boris = Visitor(browser, there, host=host[1]).open(link)
    boris.by("name").fill("Boris")
    boris.tap("sit")
    for visitor in (ada, boris):
        expect(visitor.by("board")).to_be_visible()
    mover = ada if ada.page.locator(".cube.can").count() else boris
    push(mover, "a1a5")
    for visitor in (ada, boris):
        expect(visitor.by("cube-a5")).to_have_attribute("aria-label", re.compile("^a5, (cross|nought)"))

    # Whoever has lost the way finds it here once more, until nobody is let in any more.
    ada.tap("menu")
    expect(ada.by("house-link")).to_have_text(link)
    boris.tap("menu")
    expect(boris.page.get_by_role("dialog")).to_be_visible()
    expect(boris.by("house")).to_have_count(0)
    boris.page.keyboard.press("Escape")
    with boris.patience():
        ada.tap("house-stop")
        expect(boris.page.locator(".away")).to_be_visible()
        ada.tap("house-open")  # it was by mistake
        ada.tap("house-yes")
        expect(ada.by("house-link")).to_have_text(link)
        expect(boris.page.locator(".away")).to_have_count(0)
    for visitor in (ada, boris):
        assert not visitor.problems
        visitor.close()
    there.close()


def test_a_club_in_a_living_room(browser: Browser, plain: Address) -> None:
    ada = Visitor(browser, plain).open("/series")
    ada.by("series-name").fill("Sunday")
    ada.tap("open-series")
    ada.tap("house-open")
    ada.tap("house-yes")
    link = ada.by("house-link").inner_text()
    host, port, _ = link.removeprefix("http://").replace("/", ":", 1).split(":", 2)
    there = Address(int(port))
    visitors = [Visitor(browser, there, language, host=host) for language in ("en", "he")]
    for visitor, name in ((ada, "Ada"), *zip(visitors, ("Boris", "Cleo"), strict=True)):
        if visitor is not ada:
            visitor.open(link)
        visitor.by("name").fill(name)
        visitor.tap("join-series")
        expect(ada.by("people")).to_contain_text(name)
    ada.tap("begin-series")
    boris = visitors[0]
    for visitor in (ada, boris):
        visitor.tap("to-table")
        expect(visitor.by("opponent").or_(visitor.page.locator(".players"))).to_be_visible()
    assert boris.page.url.startswith(f"http://{host}:{port}/t/")
    for visitor in (ada, *visitors):
        assert not visitor.problems
        visitor.close()
    there.close()
