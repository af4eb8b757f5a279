"""The page as an app of its own: it opens without a connection, and never stays at an old version."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from struct import unpack

import pytest
from playwright.sync_api import Browser, expect

from rowlock.locale import LANGUAGES, Catalogue
from rowlock.rules import GAMES
from tests.page.conftest import Visit, visiting
from tests.page.playing import in_turns, qwixx_step, until
from tests.page.site import Site
from tests.page.test_weight import PAGE
from tests.page.visitor import Visitor


def test_it_can_be_installed(visit: Visit) -> None:
    """What browsers ask for, as this one read it. It is one app in all languages, and a long press opens the pad."""
    ada = visit("ar").open("/")
    browser = ada.context.new_cdp_session(ada.page)
    read = browser.send("Page.getAppManifest")
    assert read["errors"] == []
    assert (read["manifest"]["id"], read["manifest"]["display"]) == (f"{ada.origin}/", "kStandalone")
    assert json.loads(read["data"])["lang"] == "ar"
    for language in LANGUAGES:
        manifest = ada.page.request.get(f"/manifest-{language}.json").json()
        assert (manifest["id"], manifest["name"], manifest["lang"]) == ("/", "Rowlock", language)
        (pad,) = manifest["shortcuts"]
        assert pad["name"] == Catalogue.of(language).text("pad.title")
    sizes = set()
    for icon in manifest["icons"]:
        answer = ada.page.request.get(icon["src"])
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            assert "x".join(map(str, unpack(">II", answer.body()[16:24]))) == icon["sizes"]
            sizes.add((icon["sizes"], icon["purpose"]))
    assert sizes == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    ada.open(pad["url"])
    expect(ada.by("near")).to_be_visible()


def all_is_kept(visitor: Visitor) -> bool:
    """Has the service worker the whole page, in all languages, and the puzzles?"""
    there = {f"/assets/{file.name}" for file in (PAGE / "assets").iterdir()}
    puzzles = {f"/api/puzzles/{game}" for game in GAMES}
    return there | puzzles <= {path for paths in kept(visitor).values() for path in paths}


def play_on(visitor: Visitor, steps: int) -> int:
    """Plays so many steps of a game against bots, or until it is over; how many."""

    def step(visitor: Visitor, way: str) -> None:
        if way != "push":
            qwixx_step(visitor, way)
            return
        visitor.page.locator(".cube.can").first.click()
        visitor.page.locator("[data-testid^=end-]").first.click()

    return in_turns([visitor], step, steps)


def crosses(visitor: Visitor) -> list[str]:
    """What is crossed on the sheet in front."""
    cells: list[str] = visitor.sheet.locator(".cell.crossed").evaluate_all(
        "(cells) => cells.map((cell) => cell.dataset.testid)"
    )
    return cells


def test_without_a_connection(visit: Visit) -> None:
    """One visit, and everything that needs no server is there without one: whole games against bots, too, over a reload
    and in another language."""
    ada = visit("bg", service_workers="allow").open("/")
    until(ada, lambda: all_is_kept(ada))
    with ada.patience():
        ada.context.set_offline(True)
        ada.page.reload()
        expect(ada.by("offline")).to_contain_text("Няма мрежа.")
        ada.tap("play-qwixx")
        expect(ada.by("alone")).to_be_visible()
        expect(ada.by("who-friends").locator("input")).to_be_disabled()
        ada.tap("play")
        assert play_on(ada, 5) == 5
        before = crosses(ada)
        ada.page.reload()
        expect(ada.sheet).to_be_visible()
        assert crosses(ada) == before
        ada.page.evaluate("localStorage.setItem('rowlock.language', 'ar')")
        ada.page.reload()
        expect(ada.page.locator("html")).to_have_attribute("dir", "rtl")
        play_on(ada, 1000)
        expect(ada.by("result")).to_be_visible()
        ada.tap("rematch")
        expect(ada.by("result")).to_have_count(0)  # the next game
        ada.page.get_by_role("link", name="Rowlock").click()
        ada.tap("play-quixo")
        ada.tap("play")
        play_on(ada, 1000)
        expect(ada.by("result")).to_be_visible()
        ada.page.goto(f"{ada.page.url}/replay#3")
        expect(ada.by("slider")).to_be_visible()
        for path in ("/rules/quixo4", "/learn/qwixx", "/puzzles/quixo"):
            ada.page.goto(path)
            expect(ada.page.locator("h1").first).to_be_visible()
        for path in ("/analyse/qwixx", "/ratings"):
            ada.page.goto(path)
            expect(ada.by("missing")).to_be_visible()  # what can't work says so
        ada.page.goto("/series")
        expect(ada.by("open-series")).to_be_disabled()
        ada.page.goto("/print/qwixx")
        expect(ada.by("print-pdf")).to_be_disabled()
        ada.context.set_offline(False)
        expect(ada.by("offline")).to_have_count(0)
        expect(ada.by("print-pdf")).to_have_attribute("href", re.compile(r"/api/pads/qwixx\.pdf"))


@pytest.fixture
def versions(tmp_path: Path) -> Iterator[tuple[Site, Path]]:
    """A server whose page may be exchanged for another."""
    page = tmp_path / "page"
    shutil.copytree(PAGE, page)
    site = Site(tmp_path, page)
    yield site, page
    site.close()


def renew(site: Site, page: Path) -> None:
    """Another build, with which the server begins anew: its scripts have other names, and its worker another
    version."""
    site.kill()
    renamed = {path.name: f"{path.stem}-new.js" for path in (page / "assets").glob("*.js")}
    for path in [*page.glob("*.html"), *page.glob("*.js"), *(page / "assets").glob("*.js")]:
        text = path.read_text(encoding="utf-8")
        for old, new in renamed.items():
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")
    for old, new in renamed.items():
        (page / "assets" / old).rename(page / "assets" / new)
    worker = page / "sw.js"
    worker.write_text(worker.read_text(encoding="utf-8").replace('"page-', '"page-new-'), encoding="utf-8")
    site.start()


def kept(visitor: Visitor) -> dict[str, list[str]]:
    """What the browser keeps, by version."""
    versions: dict[str, list[str]] = visitor.page.evaluate(
        """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(async (name) =>
          [name, (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)])))"""
    )
    return versions


def pages_kept(visitor: Visitor) -> dict[str, list[str]]:
    """The same without what the server has told."""
    return {name: files for name, files in kept(visitor).items() if name.startswith("page-")}


def test_a_new_version_arrives_with_the_next_visit(browser: Browser, versions: tuple[Site, Path]) -> None:
    site, page = versions
    with visiting(browser, site.address) as visit:
        ada = visit(service_workers="allow").open("/")
        until(ada, lambda: all_is_kept(ada))
        assert len(pages_kept(ada)) == 1
        with ada.patience():
            renew(site, page)
        ada.open("/")
        script = ada.page.locator("head script").get_attribute("src") or ""
        assert script.endswith("-new.js")
        until(ada, lambda: all(version.startswith("page-new-") for version in pages_kept(ada)))
        until(ada, ada.page_is_kept)
        (files,) = pages_kept(ada).values()  # what the old version kept is gone
        assert script in files
        assert all((page / file.lstrip("/")).exists() for file in files)
        with ada.patience():
            site.kill()
            ada.page.reload()
            expect(ada.by("offline")).to_be_visible()
            assert ada.page.locator("head script").get_attribute("src") == script


def test_an_open_page_of_an_old_version_goes_on(browser: Browser, versions: tuple[Site, Path]) -> None:
    """A part that it has not loaded yet is gone with its version: the page begins anew, where the reader is."""
    site, page = versions
    with visiting(browser, site.address) as visit:
        ada = visit()
        with ada.patience():  # the old part is not there
            ada.open("/")
            renew(site, page)
            ada.tap("play-qwixx")
            expect(ada.by("play")).to_be_visible()
            assert ada.page.url.endswith("/play/qwixx")
