"""How fast the page is, as a player feels it: the first load, the answer to a tap, a move in another browser.

The first load is measured in a fresh browser, with 1.6 Mbit/s, 150 ms of delay and a CPU slowed down four times;
"seen" is the first contentful paint, "usable" is when the first button that starts a game can be tapped. The server
runs on the same machine. Then Qwixx with three bots, on the slowed CPU: how many pictures of two whole turns were
dropped, as the browser's own tracing tells, and how much moved in a whole game. `--whole` measures only these two.
"""

from __future__ import annotations

import argparse
import re
import statistics
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

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
    for (const one of list.getEntries()) window.moved += one.value
  }).observe({ type: 'layout-shift', buffered: true })
}
"""
PAINT = """
() => new Promise((seen) => new PerformanceObserver((list) => {
  for (const one of list.getEntriesByName('first-contentful-paint')) seen(one.startTime)
}).observe({ type: 'paint', buffered: true }))
"""
FRAMES = "cc,benchmark"
"""Where the browser traces what became of each picture that was due."""


def first_load(browser: Browser, site: Site, language: str) -> tuple[float, float, int]:
    """Milliseconds until something is seen and until it can be used, and bytes of scripts and styles on the way."""
    visitor = Visitor(browser, site.address, language)
    responses: list[Response] = []
    visitor.page.on("response", lambda response: responses.append(response))
    developer = visitor.context.new_cdp_session(visitor.page)
    developer.send("Network.enable")
    developer.send("Network.emulateNetworkConditions", SLOW)
    developer.send("Emulation.setCPUThrottlingRate", {"rate": CPU})
    visitor.page.goto("/", wait_until="commit")
    usable: float = visitor.page.evaluate(WATCH, "[data-testid=play-qwixx]")
    visitor.page.wait_for_load_state("load")
    seen: float = visitor.page.evaluate(PAINT)
    loaded = [one for one in responses if re.search(r"\.(js|css)$", one.url)]
    size = sum(one.request.sizes()["responseBodySize"] for one in loaded)
    visitor.close()
    return seen, usable, size


def taps(browser: Browser, site: Site, times: int) -> list[float]:
    """Milliseconds from a tap on a cube to the picture in which its ends are lit."""
    visitor = Visitor(browser, site.address, service_workers="allow").open_table(
        site.address.open("quixo"), 1
    )
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
        ada, boris = (
            Visitor(browser, site.address, service_workers="allow").open_table(table, seat) for seat in (1, 2)
        )
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


def four_players(browser: Browser, site: Site, pace: str) -> Visitor:
    """Somebody who plays Qwixx with three bots, on the slowed CPU."""
    seats = [{"kind": "human", "name": "Ada"}, *[{"kind": "bot", "level": "easy"}] * 3]
    visitor = Visitor(
        browser, site.address, pace=pace, service_workers="allow", reduced_motion="no-preference"
    )
    visitor.open_table(site.address.open("qwixx", seats), 1)
    expect(visitor.sheet).to_be_visible()
    visitor.context.new_cdp_session(visitor.page).send("Emulation.setCPUThrottlingRate", {"rate": CPU})
    return visitor


ASKED = """
() => {
  const there = (name) => document.querySelector(`[data-testid="${name}"]:not([disabled])`)
  const cell = document.querySelector('.main .cell.may')
  const next = there('roll') ?? there('cross') ?? cell ?? there('penalty') ?? there('pass')
  if (!next) return null
  const { x, y, width, height } = next.getBoundingClientRect()
  return [x + width / 2, y + height / 2]
}
"""
"""Where a player who crosses whatever can be crossed would tap now."""

SLOW_TO_ANSWER, TAPS = 800, 6
"""Milliseconds between what a person sees and does; and so many taps are at least two turns."""


def two_turns(browser: Browser, site: Site) -> tuple[int, int, int]:
    """Of the pictures that were due in one's own turn and in a bot's, as many as were dropped while something moved, as
    many as were dropped, and all of them."""
    visitor = four_players(browser, site, "normal")
    visitor.page.wait_for_timeout(1000)
    # Who came through the first screen has touched the page before.
    visitor.page.mouse.click(2, 2)
    visitor.page.wait_for_timeout(1000)
    tracer = browser.new_browser_cdp_session()
    told: list[dict[str, Any]] = []
    over: list[object] = []
    tracer.on("Tracing.dataCollected", lambda part: told.extend(part["value"]))
    tracer.on("Tracing.tracingComplete", lambda end: over.append(end))
    tracer.send("Tracing.start", {"categories": FRAMES, "transferMode": "ReportEvents"})
    taps = 0
    while taps < TAPS:
        # The page is asked seldom, and tapped by place: to look for what is there takes its time, too.
        visitor.page.wait_for_timeout(SLOW_TO_ANSWER)
        if place := visitor.page.evaluate(ASKED):
            visitor.page.mouse.click(*place)
            taps += 1
    visitor.page.wait_for_timeout(3000)
    tracer.send("Tracing.end")
    while not over:
        visitor.page.wait_for_timeout(50)
    visitor.close()
    shown: dict[tuple[int, int], bool] = {}
    """A picture may be reported in two parts, and its name has changed with the browser's age."""
    moving: dict[tuple[int, int], bool] = {}
    for one in told:
        report = one["args"].get("frame_reporter") or one["args"].get("chrome_frame_reporter")
        if one["name"] == "PipelineReporter" and report and report["state"] != "STATE_NO_UPDATE_DESIRED":
            picture = one["pid"], report["frame_sequence"]
            shown[picture] = shown.get(picture, False) or report["state"] != "STATE_DROPPED"
            moving[picture] = moving.get(picture, False) or report["affects_smoothness"]
    dropped = [picture for picture, there in shown.items() if not there]
    return sum(moving[picture] for picture in dropped), len(dropped), len(shown)


def whole_game(browser: Browser, site: Site) -> float:
    """How much has shifted in a game, from its first picture to its result (CLS)."""
    visitor = four_players(browser, site, "quick")
    visitor.page.evaluate(LOOK)
    in_turns([visitor], qwixx_step)
    moved: float = visitor.page.evaluate("() => window.moved")
    visitor.close()
    return moved


def line(what: str, measured: list[float], limit: float) -> str:
    middle, worst = statistics.median(measured), max(measured)
    return f"{what:<44} median {middle:7.0f} ms   longest {worst:7.0f} ms   limit {limit:5.0f} ms"


def main(arguments: Sequence[str] | None = None) -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--times", type=int, default=7)
    options.add_argument("--whole", action="store_true", help="only whole turns and a whole game")
    told = options.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=ARGUMENTS)
        site = Site(Path(folder))
        time.sleep(1)
        if not told.whole:
            moments(browser, site, told.times)
        moving, dropped, due = two_turns(browser, site)
        print(
            f"two turns with three bots, CPU / {CPU}: {dropped:,} of {due:,} pictures dropped, "
            f"{moving:,} of them while something moved"
        )
        print(f"a game with three bots: shifted {whole_game(browser, site):.4f}, limit 0.02")
        browser.close()
        site.close()


def moments(browser: Browser, site: Site, times: int) -> None:
    """The first load, the answer to a tap, and a move in another browser."""
    for language in ("en", "ar"):
        loads = [first_load(browser, site, language) for _ in range(times)]
        where = f"{language}, 1.6 Mbit/s, CPU / {CPU}"
        print(line(f"first seen, {where}", [seen for seen, _, _ in loads], 1500))
        print(line(f"usable, {where}", [usable for _, usable, _ in loads], 2000))
        print(f"{'':<4}{max(size for _, _, size in loads):,} bytes of JavaScript and CSS, limit 70,000")
    print(line("a tap is answered on screen", taps(browser, site, 3 * times), 50))
    print(line("a move is seen in the other browser", moves(browser, site, times), 200))
