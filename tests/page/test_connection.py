"""Reloads, broken connections, a killed server, spectators: nothing is lost, done twice or given away."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.page.conftest import Visit, visiting
from tests.page.playing import WAYS, in_turns, last_view, push, qwixx_step, until
from tests.page.site import Site
from tests.page.visitor import Visitor
from tests.server.serving import Address


def crossed(visitor: Visitor) -> list[str | None]:
    cells = visitor.page.locator(".sheet .cell.crossed").all()
    return [cell.get_attribute("data-testid") for cell in cells]


def test_reload_in_the_middle(visit: Visit, site: Address) -> None:
    table = site.open("qwixx")
    ada, boris = visit().open_table(table, 1), visit().open_table(table, 2)
    in_turns([ada, boris], qwixx_step, most=17)
    until(ada, lambda: table.view()["revision"] == last_view(ada)["revision"])
    asked = 1 in table.view()["awaiting"]
    # Heard, and now shown.
    until(ada, lambda: bool(ada.page.evaluate(WAYS)) if asked else ada.prompt().startswith("Waiting"))
    before = crossed(ada), ada.prompt()
    ada.page.reload()
    expect(ada.sheet).to_be_visible()
    assert (crossed(ada), ada.prompt()) == before
    in_turns([ada, boris], qwixx_step, most=8)


@pytest.mark.parametrize("lost", ["on the way there", "on the way back"])
def test_a_pending_move_survives_a_reload_and_is_done_once(visit: Visit, site: Address, lost: str) -> None:
    table = site.open("quixo")
    ada = visit()
    broken = True
    sent: list[str] = []

    def between(page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def there(message: str | bytes) -> None:
            if json.loads(message)["type"] == "do":
                sent.append(json.loads(message)["command"]["id"])
                if broken and lost == "on the way there":
                    return
            server.send(message)

        def back(message: str | bytes) -> None:
            if not (broken and sent and lost == "on the way back"):
                page.send(message)

        page.on_message(there)
        server.on_message(back)

    ada.page.route_web_socket("**/live", between)
    ada.open_table(table, 1)
    push(ada, "a1a5")
    expect(ada.page.locator(".cube.can")).to_have_count(
        0
    )  # the page waits, and offers nothing else meanwhile
    until(ada, lambda: len(sent) == 1)
    if lost == "on the way back":
        until(ada, lambda: table.view()["plies"] == 1)
    else:
        assert table.view()["plies"] == 0
    broken = False
    ada.page.reload()
    until(ada, lambda: table.view()["plies"] == 1)
    assert table.view()["position"] == "quixo x..../...../...../...../..... o"
    expect(ada.by("cube-a5")).to_have_attribute("aria-label", "a5, cross")
    until(ada, lambda: len(sent) == 2)
    ada.page.reload()
    expect(ada.by("cube-a5")).to_have_attribute("aria-label", "a5, cross")
    assert len(set(sent)) == 1  # the same command each time, however often it was sent
    assert table.view()["plies"] == 1


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path)
    yield site
    site.close()


def test_the_server_is_killed_in_the_middle(browser: Browser, own_site: Site) -> None:
    table = own_site.address.open("quixo")
    dice = own_site.address.open("qwixx", dice="real")
    dice.play(1, "431256")
    with visiting(browser, own_site.address) as visit:
        ada, boris, eve = (visit(service_workers="allow") for _ in range(3))
        ada.open_table(table, 1)
        boris.open_table(table, 2)
        eve.open_table(dice, 1)
        cell = eve.sheet.get_by_test_id("cell-r7")
        cell.click()
        push(ada, "a1a5")
        expect(boris.by("cube-a5")).to_have_attribute("aria-label", "a5, cross")
        until(boris, boris.page_is_kept)
        with ada.patience(), boris.patience(), eve.patience():
            own_site.kill()
            for visitor in (boris, eve):
                expect(visitor.page.locator(".away")).to_be_visible()
            eve.tap("cross")
            expect(eve.by("prompt")).to_contain_text("Your move is kept.")
            expect(cell).to_have_attribute("aria-pressed", "true")
            push(boris, "e1e5")  # without a connection
            for _ in ("at once", "after a reload"):
                expect(boris.by("cube-e5")).to_have_attribute("aria-label", "e5, nought, not sent yet")
                expect(boris.by("prompt")).to_contain_text("Your move is kept.")
                expect(boris.page.locator(".cube.can")).to_have_count(0)
                boris.page.reload()
            expect(boris.page.locator(".away")).to_be_visible()
            boris.page.evaluate(
                "fetch('/api/health').catch(() => {})"
            )  # the page has asked before, and knows
            expect(boris.by("offline")).to_have_count(0)  # once is enough
            own_site.start()
            for visitor in (ada, boris):
                expect(visitor.by("cube-e5")).to_have_attribute("aria-label", "e5, nought")
                expect(visitor.page.locator(".away")).to_have_count(0)
            dice.play(2, "pass")
            expect(cell).to_have_attribute("aria-label", "red 7, crossed out")
        push(ada, "b1b5")
        expect(boris.by("cube-b5")).to_have_attribute("aria-label", "b5, cross")
        assert table.view()["plies"] == 3


def test_a_spectator_sees_and_cannot_act(visit: Visit, site: Address) -> None:
    table = site.open("qwixx")
    ada, boris, eve = visit().open_table(table, 1), visit().open_table(table, 2), visit().open_table(table)
    in_turns([ada, boris], qwixx_step, most=15)
    expect(eve.sheet).to_be_visible()
    for button in ("roll", "pass", "cross", "change-mind", "phrases"):
        expect(eve.by(button)).to_have_count(0)
    expect(eve.page.locator(".cell:not([disabled])")).to_have_count(0)
    until(eve, lambda: table.view()["revision"] == last_view(eve)["revision"])
    view = table.view()
    for seat in (1, 2):
        expect(eve.by(f"player-{seat}").locator(".line b")).to_contain_text(
            str(view["scores"][seat - 1]).replace("-", "−")
        )
    assert all(not message["table"]["you"] for message in eve.heard if "table" in message)
    eve.tap("menu")
    expect(eve.page.locator("dialog .list button")).to_have_text(["Save the game as text"])


def seen_by_boris(visit: Visit, site: Address, choice: str) -> tuple[list[Any], str]:
    """All that Boris's browser is told, and his whole page, after Ada's sealed decision."""
    table = site.open("qwixx", dice="real")
    table.play(1, "431256")
    ada, boris = visit().open_table(table, 1), visit().open_table(table, 2)
    expect(boris.by("pass")).to_be_visible()
    if choice == "pass":
        ada.tap("pass")
    else:
        ada.sheet.get_by_test_id(f"cell-{choice}").click()
        ada.tap("cross")
    expect(boris.by("player-1")).to_contain_text("ready")
    expect(ada.by("change-mind")).to_be_visible()
    expect(boris.page.locator(".actions[aria-disabled=false]")).to_be_visible()
    heard = json.dumps(boris.heard)
    html: str = boris.page.locator("body").inner_html()
    for secret in (table.id, *table.tokens.values()):
        heard, html = heard.replace(secret, "…"), html.replace(secret, "…")
    messages = [{key: value for key, value in one.items() if key != "now"} for one in json.loads(heard)]
    for one in messages:
        if "table" in one:
            one["table"].update(now=0, changed_at=0, dice=None)
        for happened in [*one.get("events", ()), *one.get("missed", ())]:
            happened["event"].pop("at", None)
    messages = [one for one in messages if one["type"] != "presence"]
    return messages, html


def test_a_sealed_decision_leaves_no_trace_at_the_others(visit: Visit, site: Address) -> None:
    """Whatever Ada decides, Boris's browser gets the very same messages and shows the very same page."""
    seen = [seen_by_boris(visit, site, choice) for choice in ("r7", "b7", "pass")]
    assert seen[0] == seen[1] == seen[2]
    assert "?" in json.dumps(seen[0][0])  # the decision was there, under its seal
