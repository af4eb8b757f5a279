"""How fast the page is, as a player feels it: the first load, the answer to a tap, a move in another browser.

The first load is measured in a fresh browser, with 1.6 Mbit/s, 150 ms of delay and a CPU slowed down four times;
"usable" is when the first button that starts a game can be tapped. The server runs on the same machine. Then a whole
game of Qwixx with three bots, on the slowed CPU: how many pictures came too late, and how much moved untouched.
"""

from __future__ import annotations

import argparse
import re
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Browser, Response, expect, sync_playwright

from tests.page.browser import ARGUMENTS, find_chromium
from tests.page.playing import in_turns, qwixx_step
from tests.page.site import Site
from tests.page.visitor import Visitor

SLOW = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 0.75e6 / 8,
    "connectionType": "cellular3g",
}
CPU = 4
WATCH = """
(selector) => new Promise((seen) => {
  const look = () => document.querySelector(selector) && seen(performance.now())
  new MutationObserver(look).observe(document, { childList: true, subtree: true, attributes: true })
  look()
})
"""
TAP = """
([tapped, answer]) => new Promise((seen) => {
  const began = performance.now()
  document.querySelector(tapped).click()
  const drawn = () => seen(performance.now() - began)
  const look = () => requestAnimationFrame(document.querySelector(answer) ? drawn : look)
  look()
})
"""

LOOK = """
() => {
  window.moved = 0
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.moved += one.value
  }).observe({ type: 'layout-shift', buffered: true })
  window.pictures = []
  let before = performance.now()
  const drawn = (now) => (window.pictures.push(now - before), (before = now), requestAnimationFrame(drawn))
  requestAnimationFrame(drawn)
}
"""
LATE = 20.0
"""Milliseconds from one picture to the next; at sixty a second they are 16.7."""


def first_load(browser: Browser, site: Site, language: str) -> tuple[float, int]:
    """Milliseconds until the page can be used, and bytes of scripts and styles on the way."""
    visitor = Visitor(browser, site.address, language, service_workers="block")
    responses: list[Response] = []
    visitor.page.on("response", lambda response: responses.append(response))
    developer = visitor.context.new_cdp_session(visitor.page)
    developer.send("Network.enable")
    developer.send("Network.emulateNetworkConditions", SLOW)
    developer.send("Emulation.setCPUThrottlingRate", {"rate": CPU})
    visitor.page.goto("/", wait_until="commit")
    usable: float = visitor.page.evaluate(WATCH, "[data-testid=play-qwixx]")
    visitor.page.wait_for_load_state("load")
    loaded = [one for one in responses if re.search(r"\.(js|css)$", one.url)]
    size = sum(one.request.sizes()["responseBodySize"] for one in loaded)
    visitor.close()
    return usable, size


def taps(browser: Browser, site: Site, times: int) -> list[float]:
    """Milliseconds from a tap on a cube to the picture in which its ends are lit."""
    visitor = Visitor(browser, site.address).open_table(site.address.open("quixo"), 1)
    expect(visitor.by("board")).to_be_visible()
    measured = []
    for _ in range(times):
        measured.append(visitor.page.evaluate(TAP, ["[data-testid=cube-a1]", "[data-testid=end-a5]"]))
        visitor.tap("cube-a1")
        expect(visitor.by("end-a5")).to_have_count(0)
    visitor.close()
    return measured


def moves(browser: Browser, site: Site, times: int) -> list[float]:
    """Milliseconds from a push in one browser until the other shows it."""
    measured = []
    for _ in range(times):
        table = site.address.open("quixo")
        ada, boris = (Visitor(browser, site.address).open_table(table, seat) for seat in (1, 2))
        for visitor in (ada, boris):
            expect(visitor.by("board")).to_be_visible()
        seen = boris.page.evaluate_handle(
            "() => { window.seen = new Promise((seen) => { const look = () => document.querySelector('.cube.last') ?"
            " seen(Date.now()) : requestAnimationFrame(look); look() }); return 0 }"
        )
        ada.tap("cube-a1")
        began = ada.page.evaluate(
            "() => { document.querySelector('[data-testid=end-a5]').click(); return Date.now() }"
        )
        measured.append(boris.page.evaluate("() => window.seen") - began)
        seen.dispose()
        ada.close()
        boris.close()
    return measured


def whole_game(browser: Browser, site: Site) -> tuple[list[float], float]:
    """Milliseconds between pictures in a game with three bots, and how much has shifted (CLS)."""
    seats = [{"kind": "human", "name": "Ada"}, *[{"kind": "bot", "level": "easy"}] * 3]
    visitor = Visitor(browser, site.address, pace="quick", reduced_motion="no-preference")
    visitor.open_table(site.address.open("qwixx", seats), 1)
    expect(visitor.sheet).to_be_visible()
    developer = visitor.context.new_cdp_session(visitor.page)
    developer.send("Emulation.setCPUThrottlingRate", {"rate": CPU})
    visitor.page.evaluate(LOOK)
    in_turns([visitor], qwixx_step)
    pictures, moved = visitor.page.evaluate("() => [window.pictures, window.moved]")
    visitor.close()
    return pictures, moved


def line(what: str, measured: list[float], limit: float) -> str:
    middle, worst = statistics.median(measured), max(measured)
    return f"{what:<44} median {middle:7.0f} ms   longest {worst:7.0f} ms   limit {limit:5.0f} ms"


def main(arguments: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--times", type=int, default=7)
    times = options.parse_args(arguments).times
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        site = Site(Path(folder))
        time.sleep(1)
        for language in ("en", "ar"):
            loads = [first_load(browser, site, language) for _ in range(times)]
            print(
                line(
                    f"first load, {language}, 1.6 Mbit/s, CPU / {CPU}", [usable for usable, _ in loads], 2000
                )
            )
            print(f"{'':<4}{max(size for _, size in loads):,} bytes of JavaScript and CSS, limit 120,000")
        print(line("a tap is answered on screen", taps(browser, site, 3 * times), 100))
        print(line("a move is seen in the other browser", moves(browser, site, times), 200))
        pictures, moved = whole_game(browser, site)
        late = sum(one > LATE for one in pictures)
        print(
            f"a game with three bots, CPU / {CPU}: {late:,} of {len(pictures):,} pictures late, longest "
            f"{max(pictures):.0f} ms; shifted {moved:.4f}, limit 0.02"
        )
        browser.close()
        site.close()
