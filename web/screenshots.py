"""Takes pictures of every screen: `python web/screenshots.py http://localhost:8421 FOLDER [part of a name …]`.

Sizes 360×740, 768×1024 and 1440×900, light and dark, English and Arabic.
"""

import json
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

SIZES = {"phone": (360, 740), "tablet": (768, 1024), "desktop": (1440, 900)}
LOOKS = (("light", "en"), ("light", "ar"), ("dark", "en"), ("dark", "ar"))
NAMES = ("Ana", "Мира", "نور", "Боян", "נועה")
CHROMIUM = "/usr/bin/chromium"


def opened(address: str, game: str, kinds: str) -> tuple[str, list[dict[str, object]]]:
    """A new table: `h` for a person of this browser, `b` for a bot, `o` for an open seat."""
    seats = [
        {"h": {"kind": "human", "name": NAMES[n]}, "b": {"kind": "bot"}, "o": {"kind": "open"}}[kind]
        for n, kind in enumerate(kinds)
    ]
    body = json.dumps({"game": game, "seats": seats, "options": {"first": 1}}).encode()
    request = urllib.request.Request(f"{address}/api/tables", body, {"content-type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        made = json.load(answer)
    return made["id"], made["seats"]


def sit(page: Page, address: str, game: str, kinds: str) -> None:
    """Opens a table in this browser."""
    name, seats = opened(address, game, kinds)
    mine = json.dumps([{"id": name, "game": game, "seats": seats, "at": 0}])
    page.evaluate("mine => localStorage.setItem('rowlock.games', mine)", mine)
    page.goto(f"{address}/t/{name}")
    page.wait_for_selector("[data-testid=prompt], [data-testid=sit], [data-testid=result]")


def qwixx(page: Page, address: str) -> None:
    sit(page, address, "qwixx", "hbb")
    for _ in range(16):
        page.wait_for_timeout(350)
        if page.get_by_test_id("roll").count():
            page.get_by_test_id("roll").click()
        elif page.locator(".cell.may").count():
            page.locator(".cell.may").first.click()
            page.get_by_test_id("cross").click()
        elif page.get_by_test_id("pass").count():
            page.get_by_test_id("pass").click()
    page.wait_for_timeout(1500)
    if page.locator(".cell.may").count():
        page.locator(".cell.may").first.click()
    page.wait_for_timeout(400)


def quixo(page: Page, address: str, game: str = "quixo", kinds: str = "hb", moves: int = 5) -> None:
    sit(page, address, game, kinds)
    for move in range(moves):
        page.wait_for_selector(".cube.can")
        cubes = page.locator(".cube.can")
        cubes.nth(2 * move % cubes.count()).click()
        page.locator(".end").first.click()
        if game == "quixo4":
            page.get_by_test_id("arrow-partner").click()
        page.wait_for_timeout(900)
        if page.get_by_test_id("result").count():
            return
    page.wait_for_selector(".cube.can")
    page.locator(".cube.can").first.click()
    page.wait_for_timeout(400)


def over(page: Page, address: str, game: str, kinds: str) -> None:
    name, _ = opened(address, game, kinds)
    page.goto(f"{address}/t/{name}")
    page.wait_for_selector("[data-testid=result]", timeout=60_000)
    page.wait_for_timeout(600)


def hot_seat(page: Page, address: str) -> None:
    sit(page, address, "qwixx", "hhh")
    page.get_by_test_id("roll").click()
    page.wait_for_timeout(900)
    page.get_by_test_id("pass").click()
    page.wait_for_timeout(400)


def replay(page: Page, address: str) -> None:
    over(page, address, "quixo", "bb")
    page.goto(page.url + "/replay#9")
    page.wait_for_selector("[data-testid=slider]")


def invitation(page: Page, address: str) -> None:
    sit(page, address, "qwixx", "hoo")


def joining(page: Page, address: str) -> None:
    name, _ = opened(address, "qwixx", "hoo")
    page.goto(f"{address}/t/{name}")
    page.wait_for_selector("[data-testid=sit]")


SCREENS: dict[str, Callable[[Page, str], object]] = {
    "home": lambda page, address: page.goto(address),
    "setup": lambda page, address: page.goto(f"{address}/play/qwixx"),
    "qwixx": qwixx,
    "quixo": quixo,
    "teams": lambda page, address: quixo(page, address, "quixo4", "hbbb"),
    "invitation": invitation,
    "joining": joining,
    "handover": hot_seat,
    "over-qwixx": lambda page, address: over(page, address, "qwixx", "bbb"),
    "over-quixo": lambda page, address: over(page, address, "quixo", "bb"),
    "replay": replay,
    "rules": lambda page, address: page.goto(f"{address}/rules/qwixx"),
}


def main(address: str, folder: Path, wanted: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        for screen, show in SCREENS.items():
            for size, (width, height) in SIZES.items():
                for theme, language in LOOKS:
                    name = f"{screen}-{size}-{theme}-{language}"
                    if wanted and not all(part in name for part in wanted):
                        continue
                    context = browser.new_context(viewport={"width": width, "height": height})
                    page = context.new_page()
                    page.on("pageerror", lambda error, name=name: print(f"{name}: {error}"))
                    page.goto(address)
                    page.evaluate(
                        "([theme, language]) => { localStorage.setItem('rowlock.theme', theme);"
                        "localStorage.setItem('rowlock.language', language) }",
                        [theme, language],
                    )
                    show(page, address)
                    page.wait_for_selector("h1, h2, [data-testid=prompt]:not(:empty)")
                    page.wait_for_timeout(300)
                    page.screenshot(path=folder / f"{name}.png")
                    wide = page.evaluate("document.documentElement.scrollWidth")
                    if wide > width:
                        print(f"{name}: {wide - width} px too wide")
                    context.close()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"), Path(sys.argv[2]), sys.argv[3:])
