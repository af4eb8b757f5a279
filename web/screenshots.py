"""Takes pictures of every screen: `python -m web.screenshots FOLDER [part of a name …]`.

At 360×740, 768×1024 and 1440×900, light and dark, in English and Arabic; the other languages on a phone. The names
say screen, size, colours and language, such as `white-phone-light-en`.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

from tests.page.browser import ARGUMENTS, find_chromium
from tests.page.screens import Stage
from tests.page.site import Site
from tests.page.visitor import DESK, PHONE, TABLET, Visitor

SIZES = {"phone": PHONE, "tablet": TABLET, "desktop": DESK}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LANGUAGES = ("en", "ar", "ru", "uk", "bg", "he")
ON_A_PHONE = LANGUAGES[2:]
NAMES = ("Ana", "Мира", "نور", "Боян", "נועה")


def pictures(browser: Browser, stage: Stage, language: str, folder: Path, wanted: list[str]) -> None:
    visitor = stage.visit(Visitor(browser, stage.site, language))
    for screen in stage.screens():
        for size, viewport in SIZES.items():
            names = {scheme: f"{screen.name}-{size}-{scheme}-{language}" for scheme in SCHEMES}
            names = {scheme: name for scheme, name in names.items() if all(part in name for part in wanted)}
            if not names or (size != "phone" and language in ON_A_PHONE):
                continue
            visitor.page.set_viewport_size(viewport)
            for scheme, name in names.items():
                visitor.page.emulate_media(color_scheme=scheme)
                stage.show(visitor, screen)
                visitor.page.screenshot(path=folder / f"{name}.png")
    for problem in visitor.problems:
        print(f"{language}: {problem}")
    visitor.close()


def main(folder: Path, wanted: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as database, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        site = Site(Path(database))
        stage = Stage(site.address, NAMES).prepared()
        for language in LANGUAGES:
            pictures(browser, stage, language, folder, wanted)
        browser.close()
        site.close()


if __name__ == "__main__":
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("folder", type=Path)
    options.add_argument("part", nargs="*", help="only pictures with all these parts in their names")
    given = options.parse_args()
    main(given.folder, given.part)
