"""The page as an app of its own: it opens without a connection, and never stays at an old version."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.page.conftest import Visit, visiting
from tests.page.playing import until
from tests.page.site import Site
from tests.page.test_weight import PAGE
from tests.page.visitor import Visitor


def test_it_can_be_installed(visit: Visit) -> None:
    ada = visit().open("/")
    href = ada.page.locator("link[rel=manifest]").get_attribute("href")
    manifest = ada.page.request.get(href or "").json()
    assert manifest["name"] == "Rowlock"
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        assert ada.page.request.get(icon["src"]).ok


def test_without_a_connection(visit: Visit) -> None:
    """The page was here before, so it opens, and says what is missing."""
    ada = visit("bg").open("/")
    until(ada, ada.page_is_kept)
    with ada.patience():
        ada.context.set_offline(True)
        ada.page.reload()
        expect(ada.by("offline")).to_contain_text("Няма мрежа.")
        expect(ada.by("play-qwixx")).to_be_visible()
        ada.by("play-qwixx").click()  # a part that was not loaded yet
        expect(ada.page.get_by_text("Тази част не можа да се зареди.")).to_be_visible()
        ada.context.set_offline(False)
        expect(ada.by("offline")).to_have_count(0)


@pytest.fixture
def versions(tmp_path: Path) -> Iterator[tuple[Site, Path]]:
    """A server whose page may be exchanged for another."""
    page = tmp_path / "page"
    shutil.copytree(PAGE, page)
    site = Site(tmp_path, page)
    yield site, page
    site.close()


def renew(page: Path) -> None:
    """Another build: its scripts have other names, and so the worker another version."""
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


def kept(visitor: Visitor) -> dict[str, list[str]]:
    """What the browser keeps, by version."""
    versions: dict[str, list[str]] = visitor.page.evaluate(
        """async () => Object.fromEntries(await Promise.all((await caches.keys()).map(async (name) =>
          [name, (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)])))"""
    )
    return versions


def test_a_new_version_arrives_with_the_next_visit(browser: Browser, versions: tuple[Site, Path]) -> None:
    site, page = versions
    with visiting(browser, site.address) as visit:
        ada = visit().open("/")
        until(ada, ada.page_is_kept)
        assert len(kept(ada)) == 1
        renew(page)
        ada.open("/")
        script = ada.page.locator("head script").get_attribute("src") or ""
        assert script.endswith("-new.js")
        until(ada, lambda: all(version.startswith("page-new-") for version in kept(ada)))
        until(ada, ada.page_is_kept)
        (files,) = kept(ada).values()  # what the old version kept is gone
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
        ada = visit(service_workers="block")
        with (
            ada.patience()
        ):  # playwright says that it has kept the worker away, and the old part is not there
            ada.open("/")
            renew(page)
            ada.tap("play-qwixx")
            expect(ada.by("play")).to_be_visible()
            assert ada.page.url.endswith("/play/qwixx")
