"""How one's own games went, and taking that along to another device."""

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.page.codes import text_of
from tests.page.conftest import Visit
from tests.server.serving import Address

ADA = {"kind": "human", "name": "Ada"}


def test_they_are_counted_and_taken_along(visit: Visit, site: Address, tmp_path: Path) -> None:
    ada = visit()
    won = site.open("quixo", [ADA, {"kind": "human", "name": "Boris"}])
    won.do(2, "resign")
    lost = site.open("qwixx", [ADA, {"kind": "bot", "level": "easy"}])
    lost.do(1, "resign")
    mine = [
        {"id": table.id, "game": game, "seats": [{"seat": 1, "token": table.tokens[1]}], "at": 1}
        for table, game in ((won, "quixo"), (lost, "qwixx"))
    ]
    ada.remember("rowlock.games", json.dumps(mine))
    for table in (won, lost):
        ada.open(f"/t/{table.id}")
        expect(ada.by("result")).to_be_visible()
    ada.open("/")
    cards = ada.by("stats").locator("article")
    expect(cards).to_have_count(2)
    expect(cards.filter(has_text="Quixo")).to_contain_text("1 / 1")
    expect(cards.filter(has_text="Qwixx")).to_contain_text("0 / 1")
    with ada.page.expect_download() as saved:
        ada.page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "results.json"
    saved.value.save_as(file)
    assert {one["game"] for one in json.loads(file.read_text())["results"]} == {"quixo", "qwixx"}
    ada.page.get_by_role("button", name="To another device").click()
    code = ada.by("carry").get_by_role("img")
    brought = "~".join(line(one) for one in json.loads(file.read_text())["results"])
    assert text_of(ada, code.screenshot()) == f"{ada.origin}/#results={brought}"

    # On three other devices: by the file into one that has games of its own, into a new one, and by the picture's link.
    boris = visit("ar")
    own = site.open("quixo", [{"kind": "human", "name": "B"}, ADA])
    own.do(1, "resign")
    boris.open_table(own, 1)
    expect(boris.by("result")).to_be_visible()
    boris.open("/")
    boris.by("import").set_input_files(file)
    expect(boris.by("stats").locator("article")).to_have_count(2)
    expect(boris.by("stats")).to_contain_text("1 / 2")
    boris.by("import").set_input_files(file)  # twice is once
    expect(boris.by("stats")).to_contain_text("1 / 2")
    new = visit("uk").open("/")
    new.tap("bring")
    new.by("import").set_input_files(file)
    expect(new.by("stats").locator("article")).to_have_count(2)
    cleo = visit("he").open(f"/#results={brought}")
    expect(cleo.by("stats").locator("article")).to_have_count(2)
    expect(cleo.page).to_have_url(f"{cleo.origin}/")


def line(result: dict[str, Any]) -> str:
    """A result as the picture's link has it; times are numbers to the base of 36."""
    score = "" if result["score"] is None else result["score"]
    level = result["level"] or ""
    at = base36(result["at"])
    return ".".join(
        map(str, (result["id"], result["game"], at, result["place"], result["seats"], score, level))
    )


def base36(number: int) -> str:
    return (base36(number // 36) if number >= 36 else "") + "0123456789abcdefghijklmnopqrstuvwxyz"[
        number % 36
    ]
